// intervals.h: how the CUDA kernel "intervals" divides a recorded interval-based sort into
// launches: tiles, then for every merge level a search and a merge.
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

}  // namespace sortscope
