// launch.cuh: launch_sort for one type of keys; instantiated by sort_type.cu.in.
#pragma once

#include "kernels/sorters/device_sort.cuh"
#include "kernels/sorters/networks/block_kernels.cuh"
#include "kernels/sorters/networks/layer_kernels.cuh"
#include "kernels/sorters/networks/tile_kernels.cuh"

namespace sortscope::device {

/// Runs of layers that go down to distance 1.
static std::uint32_t levels_of(const Network& network, const Launch& launch) {
  std::uint32_t levels = 0;
  for (std::uint32_t i = 0; i < launch.layer_count; ++i) {
    if (network.form(launch.first_layer + i).distance == 1) ++levels;
  }
  return levels;
}

/// From here on the keys no longer stay in the caches, and a thread takes the work of two of V0's
/// map.
inline constexpr std::uint32_t kSharedFrom = 1u << 22;

/// A layer of V0: `launch` counts the blocks of the map, kShare of which make one of the GPU's.
template <typename Word, bool kPlaces, bool kRecord, std::uint32_t kShare>
static void launch_offset(KeyArrays<Word, kPlaces> keys, const Launch& launch, std::uint32_t half,
                          XorLayer layer, std::uint32_t* bits, bool backwards, Stamp stamp,
                          cudaStream_t stream) {
  const std::uint32_t share = launch.threads * kShare;
  auto* const kernel = layer.j % share == 0 && half % share == 0
                           ? wide_offset_layer<Word, kPlaces, kRecord, kShare>
                           : offset_layer<Word, kPlaces, kRecord, kShare>;
  const std::uint32_t blocks = (launch.blocks + kShare - 1) / kShare;
  kernel<<<blocks, launch.threads, 0, stream>>>(keys, half, layer, bits, backwards, stamp);
}

template <typename Word, bool kPlaces, bool kRecord>
static void launch_recording(const Network& network, const Launch& launch, const DeviceKeys& keys,
                             std::uint32_t* bits, bool backwards, cudaStream_t stream) {
  const LayerForm& form = network.form(launch.first_layer);
  const XorLayer layer{form.direction_bit, form.distance};
  const std::uint32_t n = network.wires();
  const std::uint32_t layers = launch.layer_count;
  // Every layer of the XOR form has n/2 comparators, and so as many words.
  const std::uint32_t layer_words = (n / 2 + 31) / 32;
  if (kRecord) bits += network.first_word(launch.first_layer);
  KeyArrays<Word, kPlaces> arrays{static_cast<Word*>(keys.words), keys.places, keys.real_keys};
  const Stamp stamp{keys.stamps};
  const dim3 blocks(launch.blocks);
  const dim3 threads(launch.threads);
  switch (launch.kind) {
    case LaunchKind::kAnyLayer:
      any_layer<Word, kPlaces, kRecord>
          <<<blocks, threads, 0, stream>>>(arrays, form, n, bits, backwards, stamp);
      break;
    case LaunchKind::kOffset:
      if (n >= kSharedFrom) {
        launch_offset<Word, kPlaces, kRecord, 2>(arrays, launch, n / 2, layer, bits, backwards,
                                                 stamp, stream);
      } else {
        launch_offset<Word, kPlaces, kRecord, 1>(arrays, launch, n / 2, layer, bits, backwards,
                                                 stamp, stream);
      }
      break;
    case LaunchKind::kChunks:
      chunk_layers<Word, kPlaces, kRecord>
          <<<blocks, threads, 0, stream>>>(arrays, n / 2, layer, layers, bits, layer_words, stamp);
      break;
    case LaunchKind::kShared:
      shared_chunk_levels<Word, kPlaces, kRecord><<<blocks, threads, 0, stream>>>(
          arrays, n / 2, layer, levels_of(network, launch), bits, layer_words, backwards, stamp);
      break;
    case LaunchKind::kOutOfPlace: {
      KeyArrays<Word, kPlaces> next{static_cast<Word*>(keys.next_words), keys.next_places,
                                    keys.real_keys};
      out_of_place_layer<Word, kPlaces, kRecord>
          <<<blocks, threads, 0, stream>>>(arrays, next, n, layer, bits, backwards, stamp);
      break;
    }
    case LaunchKind::kBlock:
      block_sort<Word, kPlaces, kRecord>
          <<<blocks, threads, 0, stream>>>(arrays, n, layer, layers, bits, layer_words, stamp);
      break;
    case LaunchKind::kWarp:
      warp_sort<Word, kPlaces, kRecord>
          <<<blocks, threads, 0, stream>>>(arrays, n, layer, layers, bits, layer_words, stamp);
      break;
    case LaunchKind::kTile:
      tile_levels<Word, kPlaces, kRecord><<<blocks, threads, 0, stream>>>(
          arrays, layer, levels_of(network, launch), bits, layer_words, backwards, stamp);
      break;
    case LaunchKind::kStrided:
      switch (layers) {
        case 3:
          strided_layers<Word, kPlaces, kRecord, 3>
              <<<blocks, threads, 0, stream>>>(arrays, layer, bits, layer_words, backwards, stamp);
          break;
        case 2:
          strided_layers<Word, kPlaces, kRecord, 2>
              <<<blocks, threads, 0, stream>>>(arrays, layer, bits, layer_words, backwards, stamp);
          break;
        default:
          strided_layers<Word, kPlaces, kRecord, 1>
              <<<blocks, threads, 0, stream>>>(arrays, layer, bits, layer_words, backwards, stamp);
      }
      break;
    case LaunchKind::kFastTiles:
    case LaunchKind::kFastWindow:
      break;  // launch_fast()
  }
}

template <typename Word, bool kPlaces>
cudaError_t launch_sort(const Network& network, const Launch& launch, const DeviceKeys& keys,
                        std::uint32_t* bits, bool backwards, cudaStream_t stream) {
  if (bits != nullptr) {
    launch_recording<Word, kPlaces, true>(network, launch, keys, bits, backwards, stream);
  } else {
    launch_recording<Word, kPlaces, false>(network, launch, keys, bits, backwards, stream);
  }
  return cudaGetLastError();
}

}  // namespace sortscope::device
