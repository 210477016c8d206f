// record_kernels.cuh: what record.cuh declares: a thread a comparator, every
// layer of a tile in shared memory, outcomes by ballots; whole tiles of 32-bit words by the warps
// of record_warp.cuh. Instantiated by record_type.cu.in.
#pragma once

#include "core/engines/plans/intervals.h"
#include "core/networks/interval_merge.h"
#include "kernels/device/comparator.cuh"
#include "kernels/device/overlap.cuh"
#include "kernels/device/stamps.cuh"
#include "kernels/sorters/intervals/record.cuh"
#include "kernels/sorters/intervals/record_warp.cuh"

namespace sortscope::device {

inline constexpr std::uint32_t kChunk = 1u << kIntervalChunkLog2;

/// (a, place of a) comes after (b, place of b).
template <typename Word>
__device__ __forceinline__ bool comes_after(const Key<Word, true>& a, const Key<Word, true>& b) {
  return a.word > b.word || (a.word == b.word && a.place > b.place);
}

/// The comparators of distance 2^distance_log2 in the block's chunk; those of a level whose odd
/// blocks of 2^level wires descend. One word of outcomes for every 32.
template <typename Word>
__device__ __forceinline__ void record_layer(SharedKeys<Word, true, kChunk>& keys,
                                             std::uint32_t first_wire, std::uint32_t comparators,
                                             std::uint32_t level, std::uint32_t distance_log2,
                                             std::uint32_t* bits) {
  const std::uint32_t i = threadIdx.x;
  bool exchange = false;
  if (i < comparators) {
    const std::uint32_t lower = insert_zero_bit(i, distance_log2);
    const std::uint32_t upper = lower + (1u << distance_log2);
    const auto a = load_key<Word, true>(keys, lower);
    const auto b = load_key<Word, true>(keys, upper);
    const bool descending = ((first_wire + lower) >> level & 1) != 0;
    exchange = descending ? comes_after(b, a) : comes_after(a, b);
    if (exchange) {
      store_key(keys, lower, b);
      store_key(keys, upper, a);
    }
  }
  const std::uint32_t word = __ballot_sync(kAllLanes, exchange);
  if (i % kWarp == 0) __stcs(bits + (first_wire / 2 + i) / kWarp, word);
  __syncthreads();
}

template <typename Word>
static __global__ void __launch_bounds__(kChunk / 2)
    sort_recorded_tiles(RecordedKeys<Word> keys, std::uint32_t wires_log2, std::uint32_t tile_log2,
                        std::uint32_t* bits, Stamp stamp) {
  wait_for_last_launch();
  allow_next_launch();
  const Stamped stamped(stamp);
  __shared__ SharedKeys<Word, true, kChunk> chunk;
  const std::uint32_t size = min(1u << wires_log2, kChunk);
  const std::uint32_t first = blockIdx.x * kChunk;
  for (std::uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
    store_key(chunk, i, load_key<Word, true>(keys, first + i));
  }
  __syncthreads();
  const std::uint32_t layer_words = words_of_layer(wires_log2);
  for (std::uint32_t level = 1; level <= tile_log2; ++level) {
    for (std::uint32_t distance_log2 = level; distance_log2-- > 0; bits += layer_words) {
      record_layer(chunk, first, size / 2, level, distance_log2, bits);
    }
  }
  for (std::uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
    store_key(keys, first + i, load_key<Word, true>(chunk, i));
  }
}

/// Half a warp a tile: how many keys of its block's rising run come before it.
template <typename Word>
static __global__ void find_tiles(RecordedKeys<Word> keys, RecordedTiles tiles, std::uint32_t merge,
                                  std::uint32_t* rising, Stamp stamp) {
  wait_for_last_launch();
  allow_next_launch();
  const Stamped stamped(stamp);
  constexpr std::uint32_t kLanes = kIntervalSearchLanes;
  const std::uint32_t wanted = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes;
  // Every lane takes part in the ballots.
  const std::uint32_t tile = tiles.first + min(wanted, tiles.count - 1);
  const std::uint32_t lane = threadIdx.x % kLanes;
  const std::uint32_t shift = threadIdx.x % kWarp - lane;
  const std::uint32_t stages = merge - tiles.tile_log2;
  const IntervalBlock block{merge, tile >> stages};
  const std::uint32_t rank = (tile & ((1u << stages) - 1)) << tiles.tile_log2;
  // As IntervalBlock::rising_among(): every round leaves a seventeenth.
  std::uint32_t low = rank > block.half() ? rank - block.half() : 0;
  std::uint32_t high = min(rank, block.half());
  while (__any_sync(kAllLanes, low < high)) {
    const std::uint32_t step = (high - low) / (kLanes + 1) + 1;
    const std::uint32_t probe = low + (lane + 1) * step - 1;
    bool before = false;
    if (probe < high) {
      const auto a = load_key<Word, true>(keys, block.rising(probe));
      const auto b = load_key<Word, true>(keys, block.falling(rank - 1 - probe));
      before = block.descending() ? comes_after(a, b) : comes_after(b, a);
    }
    const std::uint32_t count =
        __popc(__ballot_sync(kAllLanes, before) >> shift & ((1u << kLanes) - 1));
    if (count < kLanes) high = min(high, low + (count + 1) * step - 1);
    low += count * step;
  }
  if (lane == 0 && wanted < tiles.count) rising[tile] = low;
}

/// Writes the splits that the chunk's tiles decide, gathers the chunk's keys and runs the tiles'
/// layers.
template <typename Word>
static __global__ void __launch_bounds__(kChunk / 2)
    merge_recorded_tiles(RecordedKeys<Word> from, RecordedKeys<Word> to, std::uint32_t wires_log2,
                         std::uint32_t tile_log2, std::uint32_t merge, const std::uint32_t* rising,
                         std::uint32_t* bits, Stamp stamp) {
  wait_for_last_launch();
  allow_next_launch();
  const Stamped stamped(stamp);
  __shared__ SharedKeys<Word, true, kChunk> chunk;
  const std::uint32_t size = min(1u << wires_log2, kChunk);
  const std::uint32_t first = blockIdx.x * kChunk;
  const TileIntervals intervals{wires_log2, tile_log2, merge, rising};
  for (std::uint32_t i = threadIdx.x; i < size >> tile_log2; i += blockDim.x) {
    intervals.write_split((first >> tile_log2) + i, bits);
  }
  const std::uint32_t tile_mask = (1u << tile_log2) - 1;
  for (std::uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
    const std::uint32_t source =
        intervals.of((first + i) >> tile_log2, 1).source_of((first + i) & tile_mask);
    store_key(chunk, i, load_key<Word, true>(from, source));
  }
  __syncthreads();
  bits += intervals.splits();
  for (std::uint32_t distance_log2 = tile_log2; distance_log2-- > 0;
       bits += words_of_layer(wires_log2)) {
    record_layer(chunk, first, size / 2, merge, distance_log2, bits);
  }
  for (std::uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
    store_key(to, first + i, load_key<Word, true>(chunk, i));
  }
}

/// A launch that may begin while the one before it, of the same sort, ends.
template <typename... Parameters, typename... Arguments>
static cudaError_t launch_recorded(void (*kernel)(Parameters...), std::uint32_t blocks,
                                   std::uint32_t threads, bool follows, cudaStream_t stream,
                                   Arguments... arguments) {
  cudaFuncAttributes loaded{};
  const cudaError_t found = cudaFuncGetAttributes(&loaded, kernel);
  if (found != cudaSuccess) return found;
  return launch_overlapped({blocks, threads, 0, stream, follows && overlaps(loaded)}, kernel,
                           arguments...);
}

template <typename Word>
cudaError_t record_tiles(RecordedKeys<Word> keys, RecordedTiles tiles, std::uint32_t* bits,
                         std::uint64_t* stamps, cudaStream_t stream) {
  const bool follows = tiles.first > 0;
  if (interval_tiles_in_warps(8 * sizeof(Word), tiles.tile_log2)) {
    return launch_recorded(sort_tiles_in_warps<Word>, tiles.count, kWarp, follows, stream, keys,
                           tiles.wires_log2, tiles.first, bits, Stamp{stamps});
  }
  return launch_recorded(sort_recorded_tiles<Word>, interval_chunks(tiles.wires_log2),
                         interval_chunk_threads(tiles.wires_log2), follows, stream, keys,
                         tiles.wires_log2, tiles.tile_log2, bits, Stamp{stamps});
}

template <typename Word>
cudaError_t record_search(RecordedKeys<Word> keys, RecordedTiles tiles, std::uint32_t merge,
                          std::uint32_t* rising, std::uint64_t* stamps, cudaStream_t stream) {
  return launch_recorded(find_tiles<Word>, interval_search_blocks(tiles.count),
                         kIntervalSearchThreads, true, stream, keys, tiles, merge, rising,
                         Stamp{stamps});
}

template <typename Word>
cudaError_t record_merge(RecordedKeys<Word> from, RecordedKeys<Word> to, RecordedTiles tiles,
                         std::uint32_t merge, const std::uint32_t* rising, std::uint32_t* bits,
                         std::uint64_t* stamps, cudaStream_t stream) {
  const TileIntervals intervals{tiles.wires_log2, tiles.tile_log2, merge, rising};
  if (interval_tiles_in_warps(8 * sizeof(Word), tiles.tile_log2)) {
    return launch_recorded(merge_tiles_in_warps<Word>, tiles.count + (tiles.count - 1) / kWarp + 1,
                           kWarp, true, stream, from, to, intervals, tiles.first, tiles.count, bits,
                           Stamp{stamps});
  }
  return launch_recorded(merge_recorded_tiles<Word>, interval_chunks(tiles.wires_log2),
                         interval_chunk_threads(tiles.wires_log2), true, stream, from, to,
                         tiles.wires_log2, tiles.tile_log2, merge, rising, bits, Stamp{stamps});
}

}  // namespace sortscope::device
