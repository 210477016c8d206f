// tree_stages.h: the layers of a merge level in bitonic trees as exchanges of wires, stage by
// stage. Plain C++, for kernels too.
//
// All comparisons of an instance of 2h keys exchange wires x and x + h, whatever their phase: the
// subtrees that change places are ranges of wires, and which ones follows from the outcomes of the
// instance's phases before. So a stage is one pass: each pair of wires counts how often it was
// exchanged. Where stages overlap, comparisons that have nothing to do with one another may be done
// in the order of stages; so at any cursor the stages, each as far as it has come, lead from the
// wires before the merge level to those at the cursor.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/types.h"
#include "core/networks/network.h"
#include "kernels/replay/cursor_walk.h"

namespace sortscope {

/// Where the outcomes of one phase of a stage stand.
struct TreePhase {
  std::uint64_t first_word = 0;       // of the layer
  std::uint32_t layer = 0xffffffffu;  // none
  std::uint32_t a_block = 0;          // comparisons of the layer in a block
  std::uint32_t before = 0;           // of the block, in stages before

  [[nodiscard]] constexpr std::uint32_t index(std::uint32_t block, std::uint32_t instance) const {
    return block * a_block + before + instance;
  }
};

/// One stage of a merge level: `phases` has one entry a phase.
struct TreeStage {
  const TreePhase* phases = nullptr;
  std::uint32_t merge = 0;
  std::uint32_t stage = 0;
  std::uint32_t two_cases = 0;  // 1: algorithm 1

  [[nodiscard]] constexpr std::uint32_t half_log2() const { return merge - stage - 1; }
};

/// The wires of pair `pair` of a stage, of half as many as there are wires.
constexpr WirePair tree_pair(const TreeStage& stage, std::uint32_t pair) {
  const std::uint32_t lower = insert_zero_bit(pair, stage.half_log2());
  return {lower, lower + (std::uint32_t{1} << stage.half_log2())};
}

/// The stage, as far as it has come at `until`, leaves the keys of pair `pair` exchanged.
/// O(phases).
constexpr bool tree_exchanged(const TreeStage& stage, const std::uint32_t* bits, Cursor until,
                              std::uint32_t pair) {
  const std::uint32_t half_log2 = stage.half_log2();
  const std::uint32_t half = std::uint32_t{1} << half_log2;
  const std::uint32_t offset = pair & (half - 1);
  const std::uint32_t block = pair >> (stage.merge - 1);
  const std::uint32_t instance = (pair >> half_log2) & ((std::uint32_t{1} << stage.stage) - 1);
  bool odd = false;
  bool second = false;
  std::uint32_t gone = 0;  // wires that the instance's pair has gone to the right
  for (std::uint32_t phase = 0; phase <= half_log2; ++phase) {
    const TreePhase& at = stage.phases[phase];
    const std::uint32_t index = at.index(block, instance);
    if (at.layer > until.layer || (at.layer == until.layer && index >= until.comparator)) break;
    const bool exchanged = (bits[at.first_word + index / 32] >> (index % 32) & 1) != 0;
    const std::uint32_t below = half >> phase;
    if (phase == 0) {
      second = stage.two_cases != 0 && exchanged;
      // Root and extra node; by algorithm 3 the root's subtrees as well.
      odd = exchanged && (stage.two_cases == 0 || offset == half - 1);
      continue;
    }
    // The key of p, and its left subtree or (case 2) its right one.
    const std::uint32_t first = gone + (second ? below - 1 : 0);
    if (exchanged && offset >= first && offset < first + below) odd = !odd;
    if (goes_right(second, exchanged)) gone += below;
  }
  return odd;
}

/// The split of a sequence of 2 * half keys, half a power of two, exchanges the keys at `offset` of
/// its halves.
constexpr bool split_exchanged(Split split, std::uint32_t half, std::uint32_t offset) {
  const bool first_part = offset < split.length;
  return offset < half && first_part != split.second_case;
}

/// The layers of a merge level that are in trees.
struct TreeLevel {
  std::uint32_t first_layer = 0;
  std::uint32_t last_layer = 0;  // past its last
  std::uint32_t merge = 0;
  std::uint32_t stages = 0;       // as many as run in trees
  std::uint32_t first_phase = 0;  // of TreeLevels::phases

  /// In TreeLevels::phases.
  [[nodiscard]] constexpr std::uint32_t phases_of(std::uint32_t stage) const {
    return first_phase + stage * merge;
  }
};

/// All of a network.
struct TreeLevels {
  std::vector<TreeLevel> levels;  // by first layer
  std::vector<TreePhase> phases;

  /// Null where the layer is not in trees.
  [[nodiscard]] const TreeLevel* level_of(std::uint32_t layer) const;
};
/// The layers around `layer` that are walked together: a merge level in trees, a layer of splits,
/// or neighbours in closed form within `between`. O(layers).
LayerStretch adaptive_stretch(const Network& network, const TreeLevels& trees, std::uint32_t layer,
                              LayerStretch between);
/// O(depth).
TreeLevels tree_levels(const Network& network);

/// Stages to be undone, [first, undone) from the last on, as far as they were at the cursor that is
/// left, and then done, [first, done), as far as they come at the other.
struct StageMoves {
  std::uint32_t first = 0;
  std::uint32_t undone = 0;
  std::uint32_t done = 0;
};
StageMoves stage_moves(const TreeLevels& all, const TreeLevel& level, Cursor from, Cursor to);

}  // namespace sortscope
