// launch_impl.cuh: launch_fast for one type of keys.
#pragma once

#include <algorithm>

#include "core/networks/closed_form/layer_form.h"
#include "kernels/device/limits.cuh"
#include "kernels/device/overlap.cuh"
#include "kernels/sorters/fast/heads.cuh"
#include "kernels/sorters/fast/kernels.cuh"
#include "kernels/sorters/fast/launch.cuh"

namespace sortscope::device {

template <typename Word, bool kPlaces>
using FastKernel = void (*)(FastKeys<Word, kPlaces>, FastWindow, FastMoves, FastBits, bool);

/// Tiles that a block of fast_heads() has side by side, so that there are blocks for every
/// multiprocessor; 0: a block a tile is better, or there is no room for more.
template <std::uint32_t kTileBits, typename Word, bool kPlaces>
static std::uint32_t abreast(const FastWindow& window, std::uint32_t tiles) {
  // As many at work as 132 multiprocessors take at once.
  constexpr std::uint32_t kWanted = 512;
  const bool is_head = !window.sorts_tiles && window.first == RegisterBits::kTop &&
                       !window.rounds[kRowsRound].runs() &&
                       window.high_shift >= window.low_bits + floor_log2(kHeadTiles);
  if (!is_head || tiles < kHeadTiles) return 0;
  const std::uint32_t wanted = std::max(1u, kWanted * kHeadTiles / tiles);
  if (wanted > most_abreast<Word, kPlaces>(kTileBits)) return 0;
  // What blocks share a multiprocessor must not become fewer.
  using Tile = FastTile<kTileBits, Word, kPlaces, false, true>;
  const std::uint32_t together = fast_blocks<Word, kPlaces>(kTileBits) / wanted;
  const std::uint32_t bytes = wanted * Tile::kSharedBytes + head_word_bytes(kTileBits);
  DeviceLimits limits;
  const bool fits = find_device_limits(limits) == cudaSuccess &&
                    std::uint64_t{together} * (bytes + 1024) <= limits.shared_bytes + 1024;
  return fits ? wanted : 0;
}

template <std::uint32_t kTileBits, bool kPadded, bool kRecord, typename Word, bool kPlaces>
static cudaError_t launch_fast_tile(const FastWindow& window, const FastLaunch& launch,
                                    cudaStream_t stream) {
  using Tile = FastTile<kTileBits, Word, kPlaces, kPadded, kRecord>;
  const std::uint32_t tiles = launch.wires >> kTileBits;
  LaunchShape shape{tiles, Tile::kThreads, Tile::kSharedBytes, stream};
  FastKernel<Word, kPlaces> kernel = fast_tiles<kTileBits, Word, kPlaces, kPadded, kRecord>;
  if constexpr (kTileBits >= least_window_bits(sizeof(Word) + (kPlaces ? 4 : 0))) {
    if (!window.sorts_tiles) {
      kernel = window.first == RegisterBits::kTop
                   ? fast_window<kTileBits, true, Word, kPlaces, kPadded, kRecord>
                   : fast_window<kTileBits, false, Word, kPlaces, kPadded, kRecord>;
    }
    if constexpr (kRecord) {
      if (const std::uint32_t wide = abreast<kTileBits, Word, kPlaces>(window, tiles); wide > 0) {
        kernel = fast_heads<kTileBits, Word, kPlaces, kPadded>;
        shape.blocks = tiles / kHeadTiles;
        shape.threads_y = wide;
        shape.shared_bytes = wide * Tile::kSharedBytes + head_word_bytes(kTileBits);
      }
    }
  }
  cudaFuncAttributes loaded{};
  for (const cudaError_t error :
       {allow_shared(kernel, shape.shared_bytes, &loaded),
        cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared)}) {
    if (error != cudaSuccess) return error;
  }
  shape.overlaps = launch.follows && overlaps(loaded);
  const FastKeys<Word, kPlaces> keys{
      {static_cast<Word*>(launch.words), launch.places, launch.real_keys},
      launch.keys,
      // The level's block that holds the last key ascends, so that what is in no memory stays
      // behind it.
      launch.keys == launch.wires ? 0 : (launch.keys - 1) & ~(kFastKeys - 1),
      Stamp{launch.stamps}};
  const FastBits bits{launch.bits, launch.wires / 64};
  FastMoves moves{};
  for (std::uint32_t e = 0; e < kFastKeys; ++e) {
    moves.load.bytes[e] = std::uint64_t{window.load_steps[e]} * sizeof(Word);
    moves.store.bytes[e] = std::uint64_t{window.store_steps[e]} * sizeof(Word);
  }
  return launch_overlapped(shape, kernel, keys, window, moves, bits, launch.backwards);
}

template <bool kPadded, bool kRecord, typename Word, bool kPlaces>
static cudaError_t launch_fast_window(const FastWindow& window, const FastLaunch& launch,
                                      cudaStream_t stream) {
  switch (window.tile_bits) {
    case 10:
      return launch_fast_tile<10, kPadded, kRecord, Word, kPlaces>(window, launch, stream);
    case 11:
      return launch_fast_tile<11, kPadded, kRecord, Word, kPlaces>(window, launch, stream);
    case 12:
      return launch_fast_tile<12, kPadded, kRecord, Word, kPlaces>(window, launch, stream);
    case 13:
      return launch_fast_tile<13, kPadded, kRecord, Word, kPlaces>(window, launch, stream);
    case 14:
      if constexpr (sizeof(Word) == 4 && !kPlaces) {
        return launch_fast_tile<14, kPadded, kRecord, Word, kPlaces>(window, launch, stream);
      }
      return cudaErrorInvalidValue;
    default:
      return cudaErrorInvalidValue;
  }
}

template <typename Word, bool kPlaces>
cudaError_t launch_fast(const FastWindow& window, const FastLaunch& launch, cudaStream_t stream) {
  const bool padded = kPlaces ? launch.real_keys < launch.wires : launch.keys < launch.wires;
  if (launch.bits == nullptr) {
    return padded ? launch_fast_window<true, false, Word, kPlaces>(window, launch, stream)
                  : launch_fast_window<false, false, Word, kPlaces>(window, launch, stream);
  }
  if constexpr (kPlaces) {
    if (padded) return launch_fast_window<true, true, Word, kPlaces>(window, launch, stream);
  }
  return launch_fast_window<false, true, Word, kPlaces>(window, launch, stream);
}

}  // namespace sortscope::device
