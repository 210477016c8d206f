// launch_impl.cuh: launch_fast for one type of keys.
#pragma once

#include "kernels/device/limits.cuh"
#include "kernels/sorters/fast/kernels.cuh"
#include "kernels/sorters/fast/launch.cuh"

namespace sortscope::device {

template <typename Word, bool kPlaces>
using FastKernel = void (*)(FastKeys<Word, kPlaces>, FastWindow, FastBits, bool);

/// The loaded code has the waits of kernels.cuh: a GPU of compute capability 9.0 may as well
/// run code that was made for an older one.
static bool overlaps(const cudaFuncAttributes& loaded) {
  DeviceLimits limits;
  return find_device_limits(limits) == cudaSuccess && limits.capability >= 90 &&
         loaded.ptxVersion >= 90;
}

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
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(launch.wires >> kTileBits);
  config.blockDim = dim3(Tile::kThreads);
  config.dynamicSmemBytes = Tile::kSharedBytes;
  config.stream = stream;
  config.attrs = &overlap;
  config.numAttrs = launch.follows && overlaps(loaded) ? 1 : 0;
  const FastKeys<Word, kPlaces> keys{
      {static_cast<Word*>(launch.words), launch.places, launch.real_keys},
      launch.keys,
      // The level's block that holds the last key ascends, so that what is in no memory stays
      // behind it.
      launch.keys == launch.wires ? 0 : (launch.keys - 1) & ~(kFastKeys - 1),
      Stamp{launch.stamps}};
  const FastBits bits{launch.bits, launch.wires / 64};
  return cudaLaunchKernelEx(&config, kernel, keys, window, bits, launch.backwards);
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
