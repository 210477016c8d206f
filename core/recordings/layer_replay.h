// layer_replay.h: the state of a comparator network at any cursor: its layers are applied forwards
// or backwards, from keyframes.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/pieces.h"
#include "core/recordings/state_replay.h"

namespace sortscope {

struct Recording;

/// Places of keys that replays share until one of them, on whatever thread, moves on.
class SharedPlaces {
 public:
  using Places = std::vector<std::uint32_t, Unwritten<std::uint32_t>>;
  explicit SharedPlaces(std::span<const std::uint32_t> places);
  /// The memory of the last state that nobody has any more is kept for the next that one makes its
  /// own: fresh memory takes the system longer than a GPU takes to find a large state.
  ~SharedPlaces();
  SharedPlaces(const SharedPlaces& other);
  SharedPlaces& operator=(const SharedPlaces&) = delete;

  [[nodiscard]] std::span<const std::uint32_t> read() const { return held_->places; }
  /// Makes them its own: a copy, or (`blank`) any numbers, where all will be written. False where
  /// there is no memory for that: they are what they were.
  [[nodiscard]] bool make_own(bool blank = false);
  /// After make_own().
  [[nodiscard]] std::span<std::uint32_t> write() { return held_->places; }
  /// Memory for the first that is made its own, where there is as much.
  void make_spare();

 private:
  struct Held {
    Places places;
    std::atomic<std::uint32_t> users{1};
  };
  struct Spare {
    std::mutex mutex;
    Places places;
  };
  // A state whose memory goes to the spare in the end.
  [[nodiscard]] std::shared_ptr<Held> held(Places places) const;

  std::shared_ptr<Spare> spare_;
  std::shared_ptr<Held> held_;
};

/// Walks a recording whose layers are all fixed() and whose wires keep their names. Not
/// thread-safe; a copy is O(keyframes), and another thread's.
class LayerReplay final : public StateReplay {
 public:
  /// Keeps a keyframe every `keyframe_every` layers that it passes; 0: as the size asks for.
  LayerReplay(std::shared_ptr<const Recording> recording, std::uint32_t keyframe_every);

  /// From the nearest of where it is, the start and the keyframes, on several threads where layers
  /// are large. O(comparators between).
  bool seek(Cursor cursor, Progress* progress) override;
  using StateReplay::seek;
  [[nodiscard]] std::uint64_t seek_ns(Cursor cursor) const override;
  void use(const std::shared_ptr<PlacesSource>& source) override { source_ = source; }
  void expect_copies() override;
  [[nodiscard]] std::unique_ptr<StateReplay> copy() const override {
    return std::make_unique<LayerReplay>(*this);
  }
  [[nodiscard]] std::span<const std::uint32_t> places() override { return places_.read(); }

 private:
  void apply(std::uint32_t layer, std::uint32_t first, std::uint32_t last);
  bool apply_whole(std::uint32_t first, std::uint32_t last, bool backwards, Progress* progress);
  bool apply_ranges(std::uint32_t first, std::uint32_t last, bool backwards, Progress* progress);
  [[nodiscard]] std::uint64_t walk_ns(Cursor cursor) const;
  // By the source. `there`: it found the state. False: cancelled, or no memory.
  bool jump(Cursor cursor, Progress* progress, bool& there);
  bool seek_forward(Cursor cursor, Progress* progress);
  bool seek_back(Cursor cursor, Progress* progress);
  /// Where it is quickest to go to `cursor` from.
  struct From {
    Cursor cursor;
    std::span<const std::uint32_t> places;  // empty: from here
    std::uint64_t cost = 0;                 // in comparators
  };
  [[nodiscard]] From nearest(Cursor cursor) const;
  void keep_keyframe();

  std::shared_ptr<const Recording> recording_;
  Cursor cursor_;
  SharedPlaces places_;
  std::shared_ptr<PlacesSource> source_;
  std::uint32_t keyframe_every_ = 0;  // layers; 0: none are kept
  // Before layer i * every; null: not kept.
  std::vector<std::shared_ptr<const SharedPlaces::Places>> keyframes_;
};

}  // namespace sortscope
