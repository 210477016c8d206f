// launch_impl.cuh: launch_fast for one type of keys.
#pragma once

#include "kernels/device/limits.cuh"
#include "kernels/device/overlap.cuh"
#include "kernels/sorters/fast/kernels.cuh"
#include "kernels/sorters/fast/launch.cuh"

namespace sortscope::device {

template <typename Word, bool kPlaces>
using FastKernel = void (*)(FastKeys<Word, kPlaces>, FastWindow, FastBits, bool);

template <std::uint32_t kTileBits, bool kPadded, bool kRecord, typename Word, bool kPlaces>
static cudaError_t launch_fast_tile(const FastWindow& window, const FastLaunch& launch,
                                    cudaStream_t stream) {
  using Tile = FastTile<kTileBits, Word, kPlaces, kPadded, kRecord>;
  FastKernel<Word, kPlaces> kernel = fast_tiles<kTileBits, Word, kPlaces, kPadded, kRecord>;
  if constexpr (kTileBits >= least_window_bits(sizeof(Word) + (kPlaces ? 4 : 0))) {
    if (!window.sorts_tiles) {
      kernel = window.first == RegisterBits::kTop
                   ? fast_window<kTileBits, true, Word, kPlaces, kPadded, kRecord>
                   : fast_window<kTileBits, false, Word, kPlaces, kPadded, kRecord>;
    }
  }
  cudaFuncAttributes loaded{};
  for (const cudaError_t error :
       {allow_shared(kernel, Tile::kSharedBytes, &loaded),
        cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared)}) {
    if (error != cudaSuccess) return error;
  }
  LaunchShape shape{launch.wires >> kTileBits, Tile::kThreads, Tile::kSharedBytes, stream};
  shape.overlaps = launch.follows && overlaps(loaded);
  const FastKeys<Word, kPlaces> keys{
      {static_cast<Word*>(launch.words), launch.places, launch.real_keys},
      launch.keys,
      // The level's block that holds the last key ascends, so that what is in no memory stays
      // behind it.
      launch.keys == launch.wires ? 0 : (launch.keys - 1) & ~(kFastKeys - 1),
      Stamp{launch.stamps}};
  const FastBits bits{launch.bits, launch.wires / 64};
  return launch_overlapped(shape, kernel, keys, window, bits, launch.backwards);
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
