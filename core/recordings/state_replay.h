// state_replay.h: what replays one kind of run; Replay walks any.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/types.h"

namespace sortscope {

class BitonicTree;

/// The state of a run at a cursor. Not thread-safe.
class StateReplay {
 public:
  virtual ~StateReplay() = default;
  /// Moves to `cursor` (normal form), forwards or backwards.
  virtual void seek(Cursor cursor) = 0;
  /// Original place of the key on each wire at the cursor.
  [[nodiscard]] virtual std::span<const std::uint32_t> places() = 0;
  /// The bitonic tree at the cursor, and the merge level whose trees it holds; null and 0 where the
  /// keys are in none.
  [[nodiscard]] virtual const BitonicTree* tree() const { return nullptr; }
  [[nodiscard]] virtual std::uint32_t merge() const { return 0; }
};

}  // namespace sortscope
