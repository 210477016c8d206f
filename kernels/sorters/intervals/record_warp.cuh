// record_warp.cuh: recorded interval-based sorting of whole tiles: a warp a tile of 1024 keys, each
// with its place, in registers, by the rounds of the fast bitonic sort.
#pragma once

#include "core/engines/plans/intervals.h"
#include "core/networks/interval_merge.h"
#include "kernels/device/comparator.cuh"
#include "kernels/device/overlap.cuh"
#include "kernels/device/stamps.cuh"
#include "kernels/sorters/fast/kernels.cuh"
#include "kernels/sorters/intervals/record.cuh"

namespace sortscope::device {

/// Outcome words of a layer of 2^wires_log2 wires.
constexpr std::uint32_t words_of_layer(std::uint32_t wires_log2) {
  return wires_log2 > 6 ? 1u << (wires_log2 - 6) : 1;
}

/// The intervals of a merge level's tiles, from how many keys of the rising run come before each.
struct TileIntervals {
  std::uint32_t wires_log2;
  std::uint32_t tile_log2;
  std::uint32_t merge;
  const std::uint32_t* rising;

  /// Tiles of a block, less one.
  [[nodiscard]] __device__ __forceinline__ std::uint32_t mask() const {
    return (1u << (merge - tile_log2)) - 1;
  }
  /// Words of the level's splits.
  [[nodiscard]] __device__ __forceinline__ std::uint32_t splits() const {
    return (1u << (wires_log2 - merge)) * mask();
  }
  /// Tiles [tile, tile + count) of one block.
  [[nodiscard]] __device__ __forceinline__ Interval of(std::uint32_t tile,
                                                       std::uint32_t count) const {
    const IntervalBlock block{merge, tile >> (merge - tile_log2)};
    const std::uint32_t in_block = tile & mask();
    const bool at_end = ((in_block + count) & mask()) == 0;
    return Interval{block, in_block << tile_log2, count << tile_log2, rising[tile],
                    at_end ? block.half() : rising[tile + count]};
  }
  /// Every tile that begins no block is in the middle of one sequence: of 2^(s + 1) tiles where it
  /// is the odd multiple of 2^s. Writes its split; `bits`: of the level's first layer.
  __device__ __forceinline__ void write_split(std::uint32_t tile, std::uint32_t* bits) const {
    if ((tile & mask()) == 0) return;
    const auto s = static_cast<std::uint32_t>(__ffs(static_cast<int>(tile)) - 1);
    const std::uint32_t stage = merge - tile_log2 - 1 - s;
    const std::uint32_t before = (1u << (wires_log2 - merge)) * ((1u << stage) - 1);
    bits[before + (tile >> (s + 1))] = of(tile - (1u << s), 1u << s).split().word();
  }
};

inline constexpr std::uint32_t kWarpTileLog2 = kIntervalChunkLog2;
/// A key and its place in one word, in whose order comes_after() is.
using PlacedTile = FastTile<kWarpTileLog2, std::uint64_t, false, false, true>;
// Warps of a multiprocessor, at least: as many as find registers. A merge waits for memory, a sort
// for arithmetic.
inline constexpr std::uint32_t kSortWarps = 12;
inline constexpr std::uint32_t kMergeWarps = 20;

/// The keys of registers e = 0, 1 ... from the wires that wire_of(e) says, held if `turn` is 0.
/// They are read once: what the next launch reads stays in the cache instead.
template <typename Word, typename WireOf>
__device__ __forceinline__ void load_placed(PlacedTile& tile, const RecordedKeys<Word>& keys,
                                            std::uint64_t turn, WireOf wire_of) {
#pragma unroll
  for (std::uint32_t e = 0; e < kFastKeys; ++e) {
    const std::uint32_t wire = wire_of(e);
    tile.own[e].word =
        (std::uint64_t{__ldcs(keys.words + wire)} << 32 | __ldcs(keys.places + wire)) ^ turn;
  }
}
/// From rows to memory.
template <typename Word>
__device__ __forceinline__ void store_placed(PlacedTile& tile, const RecordedKeys<Word>& keys) {
  tile.exchange<PlacedTile::kRows, PlacedTile::kColumns>();
  const std::uint32_t first = tile.wire_of(threadIdx.x);
#pragma unroll
  for (std::uint32_t e = 0; e < kFastKeys; ++e) {
    keys.words[first + kWarp * e] = static_cast<std::uint32_t>(tile.own[e].word >> 32);
    keys.places[first + kWarp * e] = static_cast<std::uint32_t>(tile.own[e].word);
  }
}

template <typename Word>
static __global__ void __launch_bounds__(kWarp, kSortWarps)
    sort_tiles_in_warps(RecordedKeys<Word> keys, std::uint32_t wires_log2, std::uint32_t first_tile,
                        std::uint32_t* words, Stamp stamp) {
  wait_for_last_launch();
  allow_next_launch();
  const Stamped stamped(stamp);
  __shared__ __align__(16) std::byte shared[PlacedTile::kSharedBytes];
  const FastKeys<std::uint64_t, false> held{};
  PlacedTile tile(held, shared, first_tile + blockIdx.x);
  FastBits bits{words, words_of_layer(wires_log2)};
  const std::uint32_t first = tile.wire_of(threadIdx.x);
  load_placed(tile, keys, 0, [&](std::uint32_t e) { return first + kWarp * e; });
  tile.exchange<PlacedTile::kColumns, PlacedTile::kRows>();
  tile.sort_thread(bits);
#pragma unroll 1
  for (std::uint32_t level = kRoundBits + 1; level <= kWarpTileLog2; ++level) {
    tile.exchange<PlacedTile::kRows, PlacedTile::kColumns>();
    tile.run<PlacedTile::kColumns>(level - 1, kRoundBits, bits,
                                   [&] { tile.leave<PlacedTile::kColumns, PlacedTile::kRows>(); });
    tile.enter<PlacedTile::kColumns, PlacedTile::kRows>();
    tile.run_rows(bits);
    if (level < kWarpTileLog2) tile.turn(level);
  }
  tile.turn_by(tile.turn_at(first, kWarpTileLog2));
  store_placed(tile, keys);
}

/// As merge_recorded_tiles; blocks behind those of the tiles write splits, a thread a tile.
template <typename Word>
static __global__ void __launch_bounds__(kWarp, kMergeWarps)
    merge_tiles_in_warps(RecordedKeys<Word> from, RecordedKeys<Word> to, TileIntervals intervals,
                         std::uint32_t first_tile, std::uint32_t tiles, std::uint32_t* words,
                         Stamp stamp) {
  wait_for_last_launch();
  allow_next_launch();
  const Stamped stamped(stamp);
  if (blockIdx.x >= tiles) {
    const std::uint32_t number = (blockIdx.x - tiles) * kWarp + threadIdx.x;
    if (number < tiles) intervals.write_split(first_tile + number, words);
    return;
  }
  __shared__ __align__(16) std::byte shared[PlacedTile::kSharedBytes];
  const FastKeys<std::uint64_t, false> held{};
  PlacedTile tile(held, shared, first_tile + blockIdx.x);
  FastBits bits{words + intervals.splits(), words_of_layer(intervals.wires_log2)};
  const Interval interval = intervals.of(first_tile + blockIdx.x, 1);
  const std::uint64_t turn = interval.block.descending() ? ~std::uint64_t{0} : 0;
  load_placed(tile, from, turn,
              [&](std::uint32_t e) { return interval.source_of(threadIdx.x + kWarp * e); });
  tile.run<PlacedTile::kColumns>(kWarpTileLog2 - 1, kRoundBits, bits,
                                 [&] { tile.leave<PlacedTile::kColumns, PlacedTile::kRows>(); });
  tile.enter<PlacedTile::kColumns, PlacedTile::kRows>();
  tile.run_rows(bits);
  tile.turn_by(turn);
  store_placed(tile, to);
}

}  // namespace sortscope::device
