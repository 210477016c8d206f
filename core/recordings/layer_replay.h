// layer_replay.h: the state of a comparator network at any cursor: its layers are applied forwards
// or backwards, from keyframes.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/recordings/state_replay.h"

namespace sortscope {

struct Recording;

/// Places of keys that replays share until one of them, on whatever thread, moves on.
class SharedPlaces {
 public:
  explicit SharedPlaces(std::vector<std::uint32_t> places);
  ~SharedPlaces();
  SharedPlaces(const SharedPlaces& other);
  SharedPlaces& operator=(const SharedPlaces&) = delete;

  [[nodiscard]] const std::vector<std::uint32_t>& read() const { return held_->places; }
  /// Makes them its own. False where there is no memory for that: they are what they were.
  [[nodiscard]] bool make_own();
  /// After make_own().
  [[nodiscard]] std::vector<std::uint32_t>& write() { return held_->places; }

 private:
  struct Held {
    std::vector<std::uint32_t> places;
    std::atomic<std::uint32_t> users{1};
  };
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
  [[nodiscard]] std::unique_ptr<StateReplay> copy() const override {
    return std::make_unique<LayerReplay>(*this);
  }
  [[nodiscard]] std::span<const std::uint32_t> places() override { return places_.read(); }

 private:
  void apply(std::uint32_t layer, std::uint32_t first, std::uint32_t last);
  bool apply_whole(std::uint32_t first, std::uint32_t last, bool backwards, Progress* progress);
  bool apply_ranges(std::uint32_t first, std::uint32_t last, bool backwards, Progress* progress);
  bool seek_forward(Cursor cursor, Progress* progress);
  bool seek_back(Cursor cursor, Progress* progress);
  /// Where it is quickest to go to `cursor` from.
  struct From {
    Cursor cursor;
    const std::vector<std::uint32_t>* places = nullptr;  // null: from here
    std::uint64_t cost = 0;                              // in comparators
  };
  [[nodiscard]] From nearest(Cursor cursor) const;
  void keep_keyframe();

  std::shared_ptr<const Recording> recording_;
  Cursor cursor_;
  SharedPlaces places_;
  std::uint32_t keyframe_every_ = 0;  // layers; 0: none are kept
  // Before layer i * every; null: not kept.
  std::vector<std::shared_ptr<const std::vector<std::uint32_t>>> keyframes_;
};

}  // namespace sortscope
