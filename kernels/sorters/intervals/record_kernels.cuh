// record_kernels.cuh: what record.cuh declares: a thread a comparator, every
// layer of a tile in shared memory, outcomes by ballots; instantiated by record_type.cu.in.
#pragma once

#include "core/engines/plans/intervals.h"
#include "core/networks/interval_merge.h"
#include "kernels/device/comparator.cuh"
#include "kernels/device/stamps.cuh"
#include "kernels/sorters/intervals/record.cuh"

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

/// Outcome words of a layer of 2^wires_log2 wires.
constexpr std::uint32_t words_of_layer(std::uint32_t wires_log2) {
  return wires_log2 > 6 ? 1u << (wires_log2 - 6) : 1;
}

template <typename Word>
static __global__ void __launch_bounds__(kChunk / 2)
    sort_recorded_tiles(RecordedKeys<Word> keys, std::uint32_t wires_log2, std::uint32_t tile_log2,
                        std::uint32_t* bits, Stamp stamp) {
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

/// A thread a tile: how many keys of its block's rising run come before it.
template <typename Word>
static __global__ void find_tiles(RecordedKeys<Word> keys, std::uint32_t tiles,
                                  std::uint32_t tile_log2, std::uint32_t merge,
                                  std::uint32_t* rising, Stamp stamp) {
  const Stamped stamped(stamp);
  const std::uint32_t tile = blockIdx.x * blockDim.x + threadIdx.x;
  if (tile >= tiles) return;
  const std::uint32_t stages = merge - tile_log2;
  const IntervalBlock block{merge, tile >> stages};
  const std::uint32_t in_block = tile & ((1u << stages) - 1);
  rising[tile] = block.rising_among(in_block << tile_log2, [&](std::uint32_t x, std::uint32_t y) {
    const auto a = load_key<Word, true>(keys, x);
    const auto b = load_key<Word, true>(keys, y);
    return block.descending() ? comes_after(a, b) : comes_after(b, a);
  });
}

/// Writes the splits that the chunk's tiles decide, gathers the chunk's keys and runs the tiles'
/// layers.
template <typename Word>
static __global__ void __launch_bounds__(kChunk / 2)
    merge_recorded_tiles(RecordedKeys<Word> from, RecordedKeys<Word> to, std::uint32_t wires_log2,
                         std::uint32_t tile_log2, std::uint32_t merge, const std::uint32_t* rising,
                         std::uint32_t* bits, Stamp stamp) {
  const Stamped stamped(stamp);
  __shared__ SharedKeys<Word, true, kChunk> chunk;
  const std::uint32_t size = min(1u << wires_log2, kChunk);
  const std::uint32_t first = blockIdx.x * kChunk;
  const std::uint32_t stages = merge - tile_log2;
  const std::uint32_t tiles_mask = (1u << stages) - 1;  // of a block
  // Tiles [tile, tile + count) of one block.
  const auto interval = [&](std::uint32_t tile, std::uint32_t count) {
    const IntervalBlock block{merge, tile >> stages};
    const std::uint32_t in_block = tile & tiles_mask;
    const bool at_end = ((in_block + count) & tiles_mask) == 0;
    return Interval{block, in_block << tile_log2, count << tile_log2, rising[tile],
                    at_end ? block.half() : rising[tile + count]};
  };
  // Every tile that begins no block is in the middle of one sequence: of 2^(s + 1) tiles where it
  // is the odd multiple of 2^s.
  for (std::uint32_t i = threadIdx.x; i < size >> tile_log2; i += blockDim.x) {
    const std::uint32_t tile = (first >> tile_log2) + i;
    if ((tile & tiles_mask) == 0) continue;
    const auto s = static_cast<std::uint32_t>(__ffs(static_cast<int>(tile)) - 1);
    const std::uint32_t stage = stages - 1 - s;
    const std::uint32_t before = (1u << (wires_log2 - merge)) * ((1u << stage) - 1);
    bits[before + (tile >> (s + 1))] = interval(tile - (1u << s), 1u << s).split().word();
  }
  const std::uint32_t tile_mask = (1u << tile_log2) - 1;
  for (std::uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
    const std::uint32_t source =
        interval((first + i) >> tile_log2, 1).source_of((first + i) & tile_mask);
    store_key(chunk, i, load_key<Word, true>(from, source));
  }
  __syncthreads();
  bits += (1u << (wires_log2 - merge)) * tiles_mask;
  for (std::uint32_t distance_log2 = tile_log2; distance_log2-- > 0;
       bits += words_of_layer(wires_log2)) {
    record_layer(chunk, first, size / 2, merge, distance_log2, bits);
  }
  for (std::uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
    store_key(to, first + i, load_key<Word, true>(chunk, i));
  }
}

template <typename Word>
cudaError_t record_tiles(RecordedKeys<Word> keys, std::uint32_t wires_log2, std::uint32_t tile_log2,
                         std::uint32_t* bits, std::uint64_t* stamps, cudaStream_t stream) {
  sort_recorded_tiles<<<interval_chunks(wires_log2), interval_chunk_threads(wires_log2), 0,
                        stream>>>(keys, wires_log2, tile_log2, bits, Stamp{stamps});
  return cudaGetLastError();
}

template <typename Word>
cudaError_t record_merge(RecordedKeys<Word> from, RecordedKeys<Word> to, std::uint32_t wires_log2,
                         std::uint32_t tile_log2, std::uint32_t merge, std::uint32_t* rising,
                         std::uint32_t* bits, std::uint64_t* stamps, cudaStream_t stream) {
  const std::uint32_t tiles = 1u << (wires_log2 - tile_log2);
  find_tiles<<<interval_search_blocks(tiles), kIntervalSearchThreads, 0, stream>>>(
      from, tiles, tile_log2, merge, rising, Stamp{stamps});
  const cudaError_t found = cudaGetLastError();
  if (found != cudaSuccess) return found;
  merge_recorded_tiles<<<interval_chunks(wires_log2), interval_chunk_threads(wires_log2), 0,
                         stream>>>(from, to, wires_log2, tile_log2, merge, rising, bits,
                                   after(Stamp{stamps}));
  return cudaGetLastError();
}

}  // namespace sortscope::device
