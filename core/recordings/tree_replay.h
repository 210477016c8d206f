// tree_replay.h: the state of an adaptive run at any cursor. Bits replay forwards only: links that
// later comparisons change again would lose the way back, so a step back is a replay from the
// keyframe before it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/networks/trees/bitonic_tree.h"
#include "core/recordings/state_replay.h"

namespace sortscope {

struct Recording;

/// Walks a recording of an algorithm whose network is adaptive(). Not thread-safe.
class TreeReplay final : public StateReplay {
 public:
  explicit TreeReplay(std::shared_ptr<const Recording> recording);

  [[nodiscard]] Cursor cursor() const { return state_.cursor; }
  /// Moves to `cursor` (normal form). O(comparisons since the keyframe before it).
  bool seek(Cursor cursor, Progress* progress) override;
  using StateReplay::seek;
  [[nodiscard]] std::uint64_t seek_ns(Cursor cursor) const override;
  [[nodiscard]] std::unique_ptr<StateReplay> copy() const override {
    return std::make_unique<TreeReplay>(*this);
  }
  /// Original place of the key on each wire: in-order where the keys are in trees. O(n) after a
  /// move.
  [[nodiscard]] std::span<const std::uint32_t> places() override;
  /// The tree; null where the keys stand in an array (between network layers and splits).
  [[nodiscard]] const BitonicTree* tree() const override {
    return state_.flat ? nullptr : &state_.tree;
  }
  /// Merge level whose trees `tree()` holds: the one that runs, or ran last; 1 at the start.
  [[nodiscard]] std::uint32_t merge() const override { return state_.merge; }

 private:
  struct State {
    Cursor cursor;
    bool flat = false;  // the keys are in `wires`, else in `tree`
    std::uint32_t merge = 1;
    BitonicTree tree;
    std::vector<std::uint32_t> wires;
  };
  [[nodiscard]] State first_state() const;
  /// The last keyframe at or before the cursor; null: none.
  [[nodiscard]] const State* keyframe_before(Cursor cursor) const;
  /// The state at the cursor comes from the one that is shown, not from a keyframe or the start.
  [[nodiscard]] bool goes_on_from_here(Cursor cursor, const State* keyframe) const {
    return cursor >= state_.cursor && (keyframe == nullptr || keyframe->cursor <= state_.cursor);
  }
  void run(std::uint32_t layer, std::uint32_t first, std::uint32_t last);
  [[nodiscard]] std::uint32_t end_of_run(std::uint32_t layer, std::uint32_t end) const;
  void run_whole(std::uint32_t first, std::uint32_t last);
  void to_tree();
  void to_wires();
  void keep_keyframe();

  std::shared_ptr<const Recording> recording_;
  State state_;
  bool current_ = false;  // places_ are those of the cursor
  std::vector<std::uint32_t> places_;
  std::uint64_t keyframe_every_ = 0;                     // comparisons; 0: none are kept
  std::vector<std::shared_ptr<const State>> keyframes_;  // in order of their cursors
};

}  // namespace sortscope
