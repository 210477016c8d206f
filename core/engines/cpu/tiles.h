// tiles.h: which layers stay inside aligned tiles of wires, so that a tile runs through several of
// them in the cache.
#pragma once

#include <cstdint>

#include "core/networks/closed_form/layer_form.h"

namespace sortscope {

/// 32 KiB of 32-bit words: a tile stays in the first-level cache.
inline constexpr std::uint32_t kTileBytesLog2 = 15;
/// The smallest tile: 32 comparators, one word of bits.
inline constexpr std::uint32_t kLeastTileLog2 = 6;

/// Each wire is compared with the one 2^chunk_log2 further on or back, and all wires are: bit
/// chunk_log2 tells the two apart.
constexpr bool pairs_by_one_bit(const LayerForm& form) {
  return form.block_count == 0 && form.mirror == 0 && form.start == 0 &&
         form.distance == std::uint32_t{1} << form.chunk_log2;
}

/// Comparators of `form` inside each aligned tile of 2^tile_log2 wires, or 0 where some reach out
/// of their tile or tiles would share a word of bits.
constexpr std::uint32_t comparators_a_tile(const LayerForm& form, std::uint32_t tile_log2) {
  const std::uint32_t tile = std::uint32_t{1} << tile_log2;
  std::uint32_t count = 0;
  if (form.block_count > 0) {
    if (form.block_log2 <= tile_log2) count = form.block_count << (tile_log2 - form.block_log2);
  } else if (pairs_by_one_bit(form) && form.chunk_log2 < tile_log2) {
    count = tile / 2;
  }
  return count % 32 == 0 ? count : 0;
}

}  // namespace sortscope
