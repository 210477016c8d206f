// abisort_addresses.h: where GPU-ABiSort's stream program keeps nodes and node pairs, in closed
// form.
//
// There are two node streams of 3n/2 nodes. Merge j finds its trees in the first n nodes of stream
// j mod 2: the node of wire w at w, with the first links of a bitonic tree. Phase i of stage k
// writes every node that it visits, changed or not, to a range of its own behind those n: instance
// X (counted through all blocks) its p (in phase 0 the root) to first + 2X and its q (the extra
// node) to first + 2X + 1. Phases with even i write to the stream that the merge did not begin in,
// those with odd i to the other, so that input and output change places from phase to phase, stage
// by stage and overlapped alike. Ranges follow one another by (k, i). The finish writes all n nodes
// in order to the beginning of the other stream, where merge j + 1 finds its trees.
//
// So the root of instance X of stage k > 0 is what phase 1 of stage k - 1 wrote as node X of its
// range, and its extra node what phase 0 wrote as node X: both are read linearly. After phase 0 of
// stage k its range holds the nodes of depth up to k in in-order, block after block.
//
// Node pairs (where phase i reads its p and q) are in two streams of n/16 pairs: phase i reads
// stream i mod 2 and writes the other; stage k has the pairs from 2^(m-j+k) on, as many as it has
// instances.
//
// An address is position + stream * 3n/2.
#pragma once

#include <bit>
#include <cstdint>

#include "core/networks/trees/step.h"

namespace sortscope {

/// log2 of the keys that a kernel instance sorts in the beginning and merges at the end.
inline constexpr std::uint32_t kLocalLog2 = 3;
inline constexpr std::uint32_t kFinishLog2 = 4;

/// Nodes of one of the two streams, of a sort of 2^n_log2 keys.
constexpr std::uint32_t stream_size(std::uint32_t n_log2) {
  return (std::uint32_t{1} << n_log2) + (std::uint32_t{1} << n_log2) / 2;
}
/// Pairs of one of the two pair streams.
constexpr std::uint32_t pair_stream_size(std::uint32_t n_log2) {
  return n_log2 > kFinishLog2 ? std::uint32_t{1} << (n_log2 - kFinishLog2) : 0;
}
/// Adaptive stages of merge level `merge`: those of instances larger than 2^kFinishLog2 keys.
constexpr std::uint32_t stream_stages(std::uint32_t merge) {
  return merge > kFinishLog2 ? merge - kFinishLog2 : 0;
}
/// The stream in which the trees of merge level `merge` stand at its beginning.
constexpr std::uint32_t base_stream(std::uint32_t merge) { return merge & 1; }
/// Address of the node of wire 0 at the beginning of merge level `merge`; those of the other wires
/// follow.
constexpr std::uint32_t base_address(std::uint32_t n_log2, std::uint32_t merge) {
  return base_stream(merge) * stream_size(n_log2);
}
/// Instances of a stage, through all blocks.
constexpr std::uint32_t stream_instances(std::uint32_t n_log2, std::uint32_t merge,
                                         std::uint32_t stage) {
  return std::uint32_t{1} << (n_log2 - merge + stage);
}

/// What one phase writes: `count` nodes from address `first` on, all in stream `stream`.
struct StreamRange {
  std::uint32_t stream = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  [[nodiscard]] constexpr bool contains(std::uint32_t address) const {
    return address >= first && address - first < count;
  }
};

/// The range of phase `phase` of stage `stage`, stage < stream_stages(merge). O(stage).
constexpr StreamRange phase_range(std::uint32_t n_log2, std::uint32_t merge, std::uint32_t stage,
                                  std::uint32_t phase) {
  const std::uint32_t odd = phase & 1;
  std::uint32_t position = std::uint32_t{1} << n_log2;
  for (std::uint32_t k = 0; k < stage; ++k) {
    const std::uint32_t phases_before = (merge - k + 1 - odd) / 2;  // of the same parity
    position += 2 * stream_instances(n_log2, merge, k) * phases_before;
  }
  const std::uint32_t count = 2 * stream_instances(n_log2, merge, stage);
  position += count * (phase / 2);
  const std::uint32_t stream = base_stream(merge) ^ 1 ^ odd;
  return {stream, stream * stream_size(n_log2) + position, count};
}

/// Where the root and the extra node of the first instance of a stage are read, and how far those
/// of the next instance are from them.
struct StreamEnds {
  std::uint32_t root = 0;
  std::uint32_t extra = 0;
  std::uint32_t stride = 0;
};
constexpr StreamEnds stream_ends(std::uint32_t n_log2, std::uint32_t merge, std::uint32_t stage) {
  if (stage == 0) {
    const std::uint32_t base = base_address(n_log2, merge);
    const std::uint32_t size = std::uint32_t{1} << merge;
    return {base + size / 2 - 1, base + size - 1, size};
  }
  return {phase_range(n_log2, merge, stage - 1, 1).first,
          phase_range(n_log2, merge, stage - 1, 0).first, 1};
}

/// How far the children of the extra node that phase 0 of instance `instance` (in its block) writes
/// are from it, to the left and to the right; 0 for the block's own extra node, which has none.
constexpr std::uint32_t extra_reach(std::uint32_t stage, std::uint32_t instance) {
  return (instance + 1) >> stage != 0 ? 0 : (instance + 1) & (~instance);
}

/// Where the pair of instance `instance` (through all blocks) stands in a pair stream.
constexpr std::uint32_t pair_position(std::uint32_t n_log2, std::uint32_t merge,
                                      std::uint32_t stage, std::uint32_t instance) {
  return stream_instances(n_log2, merge, stage) + instance;
}

/// How far the first children of base node `node` are from it; 0: a leaf.
constexpr std::uint32_t base_reach(std::uint32_t node) { return (~node & (node + 1)) >> 1; }

}  // namespace sortscope
