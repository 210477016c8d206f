// state_replay.h: what replays one kind of run; Replay walks any.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/base/error.h"
#include "core/base/types.h"

namespace sortscope {

class BitonicTree;
struct Progress;

/// Finds states of one run elsewhere than on this processor: on a GPU, say. Thread-safe.
class PlacesSource {
 public:
  virtual ~PlacesSource() = default;
  /// About how long places() takes. It waits for nobody: where others are being served, ~0.
  [[nodiscard]] virtual std::uint64_t places_ns(Cursor cursor) const = 0;
  /// Original place of the key on each wire at `cursor` (normal form), into as many numbers.
  /// Errors: kCancelled, kUnavailable, kOutOfMemory, kWorkFailed; what was written is then of no
  /// cursor.
  virtual Status places(Cursor cursor, std::span<std::uint32_t> to, Progress* progress) = 0;
};

/// The state of a run at a cursor. Not thread-safe.
class StateReplay {
 public:
  virtual ~StateReplay() = default;
  /// Moves to `cursor` (normal form), forwards or backwards. False where `progress` (counted in
  /// comparisons) was cancelled on the way: what it then shows is of no cursor.
  virtual bool seek(Cursor cursor, Progress* progress) = 0;
  bool seek(Cursor cursor) { return seek(cursor, nullptr); }
  /// About how long seek() would take, on this thread alone. O(log keyframes).
  [[nodiscard]] virtual std::uint64_t seek_ns(Cursor cursor) const = 0;
  /// Goes by what `source` finds of the same run, wherever that is quicker, until it fails.
  virtual void use(const std::shared_ptr<PlacesSource>& /*source*/) {}
  /// Copies will go far: memory that the first one needs is made now, where it takes long.
  virtual void expect_copies() {}
  /// The same state, with the same keyframes and source: they are shared. O(state).
  [[nodiscard]] virtual std::unique_ptr<StateReplay> copy() const = 0;
  /// Original place of the key on each wire at the cursor.
  [[nodiscard]] virtual std::span<const std::uint32_t> places() = 0;
  /// The bitonic tree at the cursor, and the merge level whose trees it holds; null and 0 where the
  /// keys are in none.
  [[nodiscard]] virtual const BitonicTree* tree() const { return nullptr; }
  [[nodiscard]] virtual std::uint32_t merge() const { return 0; }
};

}  // namespace sortscope
