// intervals.h: how the CUDA kernel "intervals" divides a recorded interval-based sort into
// launches: tiles, then for every merge level a search and a merge; of many keys part by part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/networks/interval_merge.h"

namespace sortscope {

/// A block has this many neighbouring wires: one tile, or several small ones. A thread a
/// comparator.
inline constexpr std::uint32_t kIntervalChunkLog2 = 10;
inline constexpr std::uint32_t kIntervalSearchThreads = 128;
inline constexpr std::uint32_t kIntervalSearchLanes = 16;

inline constexpr std::uint32_t kIntervalWarp = 32;
/// Whole tiles of 32-bit words are run by a warp each.
constexpr bool interval_tiles_in_warps(unsigned key_bits, std::uint32_t tile_log2) {
  return key_bits == 32 && tile_log2 == kIntervalChunkLog2;
}

constexpr std::uint32_t interval_chunks(std::uint32_t wires_log2) {
  return wires_log2 > kIntervalChunkLog2 ? 1U << (wires_log2 - kIntervalChunkLog2) : 1;
}
constexpr std::uint32_t interval_chunk_threads(std::uint32_t wires_log2) {
  return std::clamp((1U << wires_log2) / 2, 32U, (1U << kIntervalChunkLog2) / 2);
}
/// Blocks that look up where tiles begin, several lanes a tile.
constexpr std::uint32_t interval_search_blocks(std::uint32_t tiles) {
  return (tiles - 1) / (kIntervalSearchThreads / kIntervalSearchLanes) + 1;
}

/// Of more keys parts of so many are sorted one after the other before they are merged: what a
/// launch of a part writes, the next one finds in the GPU's second cache.
inline constexpr std::uint32_t kIntervalPartLog2 = 22;
/// log2 of the keys of a part.
constexpr std::uint32_t interval_part_log2(unsigned key_bits, std::uint32_t wires_log2) {
  return interval_tiles_in_warps(key_bits, interval_tile_log2(wires_log2))
             ? std::min(wires_log2, kIntervalPartLog2)
             : wires_log2;
}

enum class IntervalWork : std::uint8_t { kTiles, kSearch, kMerge };
/// A launch: what it does to tiles [first_tile, first_tile + tiles).
struct IntervalLaunch {
  IntervalWork work = IntervalWork::kTiles;
  std::uint32_t merge = 0;  // level that it searches or merges; kTiles: that of a tile
  std::uint32_t first_tile = 0;
  std::uint32_t tiles = 0;

  /// Its layers are [first_layer(), first_layer() + layers()); of a search none.
  [[nodiscard]] constexpr std::uint32_t first_layer() const {
    return work == IntervalWork::kTiles ? 0 : merge * (merge - 1) / 2;
  }
  [[nodiscard]] constexpr std::uint32_t layers() const {
    if (work == IntervalWork::kSearch) return 0;
    return work == IntervalWork::kTiles ? merge * (merge + 1) / 2 : merge;
  }
};
/// The launches of a recorded run of 2^wires_log2 keys, in order. 1 <= wires_log2.
std::vector<IntervalLaunch> plan_intervals(unsigned key_bits, std::uint32_t wires_log2);

}  // namespace sortscope
