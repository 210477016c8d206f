// tree.h: how the CUDA kernels "tree" and "tree-steps" divide adaptive bitonic sorting into
// launches. Plain C++: also there without CUDA.
//
// "tree-steps" launches every parallel step by itself. "tree" sorts tiles of 2^tile_log2 keys in
// shared memory. Above them, stage after stage, it launches a stage at a time: an instance needs
// nothing of the others of its stage, so a thread walks all its phases. Overlapped, the first
// stages of a merge (the crown) are run by one block for each merge, a barrier after each step;
// what remains are subtrees of a tile's size (twigs), which a block gathers into shared memory.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/networks/network.h"

namespace sortscope {

enum class TreeLaunchKind : std::uint8_t {
  kPlant,    // keys to nodes
  kTiles,    // all merge levels up to a tile
  kStep,     // one parallel step, a thread a comparison
  kStage,    // one stage, a thread an instance
  kCrown,    // overlapped: the first stages, a block for each subtree of first_stage
  kTwigs,    // overlapped: the last stages, a block for each subtree of first_stage
  kBits,     // all outcomes that blocks left in their own order into that of the recording
  kHarvest,  // nodes to sorted keys
};

struct TreeLaunch {
  TreeLaunchKind kind = TreeLaunchKind::kPlant;
  std::uint32_t merge = 0;        // level; kTiles: the last one
  std::uint32_t first_merge = 0;  // kTiles: the first one
  std::uint32_t first_stage = 0;
  std::uint32_t stages = 0;
  std::uint32_t first_layer = 0;  // of those that it runs, or whose bits it writes
  std::uint32_t layer_count = 0;
  std::uint32_t blocks = 0;
  std::uint32_t threads = 0;  // of a block
  // Where its blocks leave their outcomes, and words of each; kTiles: by level, in TreePlan.
  std::uint32_t staged = 0;
  std::uint32_t staged_words = 0;
};

/// Sizes of a plan.
struct TreeShape {
  std::uint32_t tile_log2 = 11;
  std::uint32_t tile_threads = 0;  // 0: 256, or 512 where there are few tiles
  std::uint32_t crown_stages = 9;  // at most: 2^9 threads a block
};

inline constexpr std::uint32_t kMostTileLog2 = 13;
inline constexpr std::uint32_t kMostBitsRows = kMostTileLog2 * (kMostTileLog2 + 1) / 2;
inline constexpr std::uint32_t kMostBitsRanges = 4;

/// Outcomes as the blocks of a launch leave them. A block has a subtree of 2^size_log2 keys; in it
/// an instance of 2^(size_log2 - d) keys has the slot 2^d + its number. Block u, time t, slot s is
/// bit s % 32 of word base + u * block_words + row[t] + s / 32. Times count from the first of the
/// launch.
struct StagedRows {
  std::uint32_t size_log2 = 0;
  std::uint32_t first_stage = 0;
  std::uint32_t stages = 0;
  std::uint32_t base = 0;
  std::uint32_t block_words = 0;
  std::uint32_t row[kMostBitsRows] = {};  // modulo 2^32
};

/// The outcomes of one merge level that blocks leave in their own order, and where they belong: the
/// first word of each of its layers in the recording.
struct BitsJob {
  std::uint32_t wires_log2 = 0;
  std::uint32_t merge = 0;
  bool overlapped = false;
  std::uint32_t layers = 0;
  std::uint32_t first_word[kMostBitsRows] = {};
  std::uint32_t ranges = 0;
  StagedRows range[kMostBitsRanges];
};

/// Slots that parallel step `time` of a subtree uses, whose first `stages` stages run in merges of
/// 2^merge keys: [first, last).
struct SlotRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  /// Words of a ballot each that hold them.
  [[nodiscard]] constexpr std::uint32_t words() const { return (last + 31) / 32 - first / 32; }
};

/// Overlapped. `above`: log2 of the merges in the subtree.
constexpr SlotRange overlapped_slots(std::uint32_t above, std::uint32_t merge, std::uint32_t stages,
                                     std::uint32_t time) {
  const std::uint32_t first = time >= merge ? time - merge + 1 : 0;
  const std::uint32_t last = time / 2 < stages ? time / 2 : stages - 1;
  return {std::uint32_t{1} << (above + first), std::uint32_t{2} << (above + last)};
}
/// Parallel steps of the first `stages` stages, overlapped.
constexpr std::uint32_t overlapped_steps(std::uint32_t merge, std::uint32_t stages) {
  return merge + stages - 1;
}
/// Step `time` of a merge of 2^merge keys.
constexpr TreeStep step_at(std::uint32_t merge, std::uint32_t time, bool overlapped) {
  if (overlapped) {
    const std::uint32_t first = time >= merge ? time - merge + 1 : 0;
    return {merge, time, first, time / 2, time - 2 * first};
  }
  std::uint32_t stage = 0;
  std::uint32_t phase = time;
  for (; phase >= merge - stage; ++stage) phase -= merge - stage;
  return {merge, time, stage, stage, phase};
}

/// Bytes of shared memory of a key in a tile.
constexpr std::uint32_t tree_key_bytes(unsigned key_bits) { return key_bits == 32 ? 16 : 20; }
/// log2 of the keys of the largest tile that fits into `shared_bytes`.
constexpr std::uint32_t most_tile_log2(unsigned key_bits, std::uint32_t shared_bytes) {
  const std::uint32_t keys = shared_bytes / tree_key_bytes(key_bits);
  return keys == 0 ? 0 : floor_log2(keys);
}
inline constexpr std::uint32_t kLeastTileLog2 = 9;  // where the pairs of a crown fit as well

/// The launches of a sort, in order.
struct TreePlan {
  std::uint32_t wires_log2 = 0;
  bool overlapped = false;
  TreeShape shape;
  std::vector<TreeLaunch> launches;
  std::vector<BitsJob> bits_jobs;                          // of kBits
  std::uint32_t bits_layers = 0;                           // the most that one of them has
  std::uint32_t staged_words = 0;                          // that outcomes pass through
  std::uint32_t tile_level_at[kMostTileLog2 + 1] = {};     // first word of a level in kTiles
  std::uint32_t tile_level_words[kMostTileLog2 + 1] = {};  // of a tile
  // Some launch needs nodes in global memory, a second buffer of them, pairs.
  bool nodes = false;
  bool next_nodes = false;
  bool pairs = false;
};

/// `network`: of an algorithm in trees. `by_steps`: kernel "tree-steps". O(depth).
TreePlan plan_tree(const Network& network, bool by_steps, bool recorded,
                   const TreeShape& shape = {});

}  // namespace sortscope
