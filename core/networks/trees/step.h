// step.h: the schedule of adaptive bitonic merging in closed form: which comparisons a
// parallel step does.
//
// Merge level j merges blocks of 2^j keys. Its stage k (0 <= k < j) builds L and U of 2^k instances
// a block, each of 2^(j-k) keys; an instance takes phases i = 0 .. j-k-1, one comparison each
// (Zachmann, Adaptive Bitonic Sorting, algorithms 1 to 3). Everything but the wires is fixed by j.
#pragma once

#include <bit>
#include <cstdint>

namespace sortscope {

/// Which construction of L and U is run: algorithm 1 (two cases) or algorithm 3 (simplified: the
/// second case becomes the first by swapping the root's children).
enum class TreeRule : std::uint8_t { kNone, kTwoCase, kSimplified };

/// One comparison of adaptive bitonic merging.
struct TreeTask {
  std::uint32_t merge = 0;     // merge level j, from 1
  std::uint32_t time = 0;      // parallel step within the merge, from 0
  std::uint32_t block = 0;     // of 2^j keys; odd blocks are descending
  std::uint32_t stage = 0;     // k
  std::uint32_t instance = 0;  // within the block, 0 .. 2^k - 1
  std::uint32_t phase = 0;     // i

  /// log2 of the instance's keys, its first wire, and half its keys.
  [[nodiscard]] constexpr std::uint32_t size_log2() const { return merge - stage; }
  [[nodiscard]] constexpr std::uint32_t base() const {
    return (block << merge) + (instance << size_log2());
  }
  [[nodiscard]] constexpr std::uint32_t half() const {
    return std::uint32_t{1} << (size_log2() - 1);
  }
  /// The instance counted through all blocks.
  [[nodiscard]] constexpr std::uint32_t instance_of_all() const {
    return (block << stage) + instance;
  }
  /// A number below n that no other instance of this merge has: where its node pair is kept.
  [[nodiscard]] constexpr std::uint32_t slot() const {
    return (block << merge) + (std::uint32_t{1} << stage) + instance;
  }
  [[nodiscard]] constexpr bool descending() const { return (block & 1) != 0; }
  /// It is the instance's last comparison: p and q are leaves.
  [[nodiscard]] constexpr bool last_phase() const { return phase + 1 == size_log2(); }
  friend constexpr bool operator==(const TreeTask&, const TreeTask&) = default;
};

/// A parallel step: one phase of each stage from `first_stage` to `last_stage`. Stage by stage the
/// two are equal; overlapped, a stage starts every other step, so stage k is in phase time - 2k.
struct TreeStep {
  std::uint32_t merge = 0;
  std::uint32_t time = 0;
  std::uint32_t first_stage = 0;
  std::uint32_t last_stage = 0;
  std::uint32_t first_phase = 0;  // of the first stage; each later stage is two phases behind

  [[nodiscard]] constexpr std::uint32_t phase(std::uint32_t stage) const {
    return first_phase - 2 * (stage - first_stage);
  }
  /// Comparisons in each block: 2^(last + 1) - 2^first.
  [[nodiscard]] constexpr std::uint32_t tasks_a_block() const {
    return (std::uint32_t{2} << last_stage) - (std::uint32_t{1} << first_stage);
  }
};

/// Comparison `index` of a step, ordered by (block, stage, instance). O(1).
constexpr TreeTask task_of(const TreeStep& step, std::uint32_t index) {
  const std::uint32_t block = index / step.tasks_a_block();
  const std::uint32_t in_block =
      index - block * step.tasks_a_block() + (std::uint32_t{1} << step.first_stage);
  const auto stage = static_cast<std::uint32_t>(std::bit_width(in_block)) - 1;
  return {step.merge,       step.time, block, stage, in_block - (std::uint32_t{1} << stage),
          step.phase(stage)};
}

/// The inverse: index of the comparison of (block, stage, instance), which the step must have.
constexpr std::uint32_t index_of(const TreeStep& step, std::uint32_t block, std::uint32_t stage,
                                 std::uint32_t instance) {
  return block * step.tasks_a_block() + (std::uint32_t{1} << stage) + instance -
         (std::uint32_t{1} << step.first_stage);
}

/// True where, after a comparison, the pair goes to the right children: algorithm 1 and 3, the step
/// down. `second_case`: the instance is in case 2.
constexpr bool goes_right(bool second_case, bool exchanged) { return second_case != exchanged; }

}  // namespace sortscope
