// replay.h: the state of the wires at any cursor, from the start and the bits between.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/recordings/aks_replay.h"
#include "core/recordings/state_replay.h"
#include "core/recordings/tree_replay.h"

namespace sortscope {

struct Recording;

/// Walks a recording. Not thread-safe; several may share one recording.
class Replay {
 public:
  /// Keeps a keyframe every `keyframe_every` layers that it passes; 0: as the size asks for.
  explicit Replay(std::shared_ptr<const Recording> recording, std::uint32_t keyframe_every = 0);

  [[nodiscard]] const Recording& recording() const { return *recording_; }
  [[nodiscard]] const std::shared_ptr<const Recording>& shared_recording() const {
    return recording_;
  }
  [[nodiscard]] Cursor cursor() const { return cursor_; }
  /// Moves to `cursor` (normal form), forwards or backwards, from the nearest of where it is, the
  /// start and the keyframes it has kept. O(comparators between), 1 bit each.
  /// False where `progress` was cancelled on the way: it is to be thrown away.
  bool seek(Cursor cursor, Progress* progress = nullptr);
  /// About how long that would take.
  [[nodiscard]] std::uint64_t seek_ns(Cursor cursor) const { return state_->seek_ns(cursor); }
  /// Goes by what `source` finds of this recording, wherever that is quicker; where the replay of
  /// the recording's family can.
  void use(const std::shared_ptr<PlacesSource>& source) { state_->use(source); }
  /// Copies will go far: memory that the first one needs is made now, where it takes long.
  void expect_copies() { state_->expect_copies(); }
  /// The same state, with the same keyframes and source: they are shared. O(state).
  [[nodiscard]] Replay copy() const;
  /// Original place of the key on each wire at the cursor.
  [[nodiscard]] std::span<const std::uint32_t> places() const { return state_->places(); }
  /// The bitonic tree at the cursor, and the merge level whose trees it holds; null and 0 in a
  /// comparator network, null where the keys stand in an array.
  [[nodiscard]] const BitonicTree* tree() const { return state_->tree(); }
  [[nodiscard]] std::uint32_t merge() const { return state_->merge(); }
  /// The rows of an AKS network at the cursor; null in others.
  [[nodiscard]] const AksReplay* aks() const;

 private:
  Replay(std::shared_ptr<const Recording> recording, std::unique_ptr<StateReplay> state,
         Cursor cursor)
      : recording_(std::move(recording)), state_(std::move(state)), cursor_(cursor) {}

  std::shared_ptr<const Recording> recording_;
  std::unique_ptr<StateReplay> state_;  // as the family replays
  Cursor cursor_;
};

/// The history of one key: where it stands after each layer, and what met it.
struct KeyHistory {
  std::uint32_t first_wire = 0;
  std::uint32_t wire = 0;         // at the cursor
  std::uint32_t comparisons = 0;  // up to the cursor
  std::uint32_t exchanges = 0;
  std::vector<std::uint32_t> wire_after;  // depth + 1 entries: wire after each layer, whole run
};
/// Follows the key with `place` through the whole recording. O(depth); where stages overlap, O(n
/// depth) up to 2^14 wires, and above them the key's wires are those of the merge's end.
KeyHistory follow_key(const Recording& recording, std::uint32_t place, Cursor cursor);

/// Rank of each place among all keys in the run's order, 0 first, padding last; equal keys share
/// the rank of the first of them, and of only two values the larger has the last rank, so that both
/// look the same whatever their numbers. O(n log n). Ends early, with any numbers, where it is
/// cancelled.
std::vector<std::uint32_t> ranks_by_place(const Recording& recording,
                                          const Progress* progress = nullptr);

}  // namespace sortscope
