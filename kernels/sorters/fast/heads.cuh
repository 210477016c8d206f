// heads.cuh: heads of levels of the fast bitonic sort, recorded: neighbouring tiles of a block
// write their outcomes together. docs/fast.md has the reasons and the measurements.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/engines/plans/fast.h"
#include "kernels/device/overlap.cuh"
#include "kernels/device/stamps.cuh"
#include "kernels/sorters/fast/kernels.cuh"

namespace sortscope::device {

/// How many neighbouring tiles fast_heads() has a block for, and how many of them side by side at
/// most.
inline constexpr std::uint32_t kHeadTiles = 4;
template <typename Word, bool kPlaces>
constexpr std::uint32_t most_abreast(std::uint32_t tile_bits) {
  if (sizeof(Word) > 4 || kPlaces) return 1;
  return fast_blocks<Word, kPlaces>(tile_bits) < kHeadTiles ? fast_blocks<Word, kPlaces>(tile_bits)
                                                            : kHeadTiles;
}
/// Bytes of shared memory for the outcomes of a block's tiles.
constexpr std::uint32_t head_word_bytes(std::uint32_t tile_bits) {
  return (tile_bits - kRoundBits) * (1u << (tile_bits - kRoundBits - 1)) * kHeadTiles * 4;
}

/// A head of a level, recorded: blockDim.y of kHeadTiles neighbouring tiles at a time. Neighbours'
/// words of outcomes are neighbours; written by a tile alone, each goes to the L2 cache by itself.
template <std::uint32_t kTileBits, typename Word, bool kPlaces, bool kPadded>
static __global__ void __launch_bounds__(most_abreast<Word, kPlaces>(kTileBits)
                                             << (kTileBits - kRoundBits),
                                         fast_blocks<Word, kPlaces>(kTileBits) /
                                             most_abreast<Word, kPlaces>(kTileBits))
    fast_heads(FastKeys<Word, kPlaces> keys, const __grid_constant__ FastWindow window,
               const __grid_constant__ FastMoves moves, FastBits bits, bool backwards) {
  extern __shared__ std::byte shared[];
  using Tile = FastTile<kTileBits, Word, kPlaces, kPadded, true>;
  const std::uint32_t first = block_index(backwards) * kHeadTiles;
  const WindowRound top = window.rounds[kTopRound];
  const WindowRound columns = window.rounds[kColumnsRound];
  auto* const gathered = reinterpret_cast<std::uint32_t*>(shared + blockDim.y * Tile::kSharedBytes);
  std::uint32_t* const below = gathered + (top.high + 1 - top.low) * Tile::kTileWords * kHeadTiles;
  wait_for_last_launch();
  const Stamped stamped(keys.stamp);
#pragma unroll 1
  for (std::uint32_t number = threadIdx.y; number < kHeadTiles; number += blockDim.y) {
    Tile tile(keys, shared + threadIdx.y * Tile::kSharedBytes, window, first + number);
    tile.template load<Tile::kTop>(moves.load, window.level);
    // What the tile before has put there is read.
    if (number >= blockDim.y) __syncthreads();
    tile.template run_gathered<Tile::kTop, kHeadTiles>(top.high, top.low, gathered + number, [&] {
      tile.template leave<Tile::kTop, Tile::kColumns>();
    });
    tile.template enter<Tile::kTop, Tile::kColumns>();
    tile.template run_gathered<Tile::kColumns, kHeadTiles>(
        columns.high, columns.low, below + number,
        [&] { tile.template store<Tile::kColumns>(moves.store); });
  }
  allow_next_launch();
  __syncthreads();
  static_assert(kHeadTiles * sizeof(std::uint32_t) == sizeof(uint4));
  const std::uint32_t thread = threadIdx.y * Tile::kThreads + threadIdx.x;
  const std::uint32_t position = thread % Tile::kTileWords;
  std::uint32_t* const to =
      bits.words + Tile(keys, shared, window, first).words_at(position).of_high;
  const std::uint32_t layers = top.high + 1 - columns.low;
  for (std::uint32_t layer = thread / Tile::kTileWords; layer < layers;
       layer += blockDim.y * Tile::kThreads / Tile::kTileWords) {
    __stcs(reinterpret_cast<uint4*>(to + layer * bits.layer_words),
           reinterpret_cast<const uint4*>(gathered)[layer * Tile::kTileWords + position]);
  }
}

}  // namespace sortscope::device
