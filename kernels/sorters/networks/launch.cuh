// launch.cuh: launch_sort for one type of keys; instantiated by sort_type.cu.in.
#pragma once

#include "core/engines/plans/schemes.h"
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

/// What every launcher is given: keys, and the outcome bits of the first layer.
template <typename Word, bool kPlaces>
struct LaunchWork {
  const Network& network;
  const Launch& launch;
  KeyArrays<Word, kPlaces> keys;
  KeyArrays<Word, kPlaces> next;  // of kinds out of place
  std::uint32_t* bits;            // null: recording off
  bool backwards;
  Stamp stamp;
  cudaStream_t stream;
  std::uint32_t n = network.wires();
  LayerForm form = network.form(launch.first_layer);
  XorLayer layer{form.direction_bit, form.distance};
  // Every layer of the XOR form has n/2 comparators, and so as many words.
  std::uint32_t layer_words = (n / 2 + 31) / 32;
};

template <typename Word, bool kPlaces, bool kRecord>
static void launch_any_layer(const LaunchWork<Word, kPlaces>& work) {
  any_layer<Word, kPlaces, kRecord><<<work.launch.blocks, work.launch.threads, 0, work.stream>>>(
      work.keys, work.form, work.n, work.bits, work.backwards, work.stamp);
}

/// The plan counts the blocks of the map, kShare of which make one of the GPU's.
template <typename Word, bool kPlaces, bool kRecord, std::uint32_t kShare>
static void launch_shared_offset(const LaunchWork<Word, kPlaces>& work) {
  const std::uint32_t half = work.n / 2;
  const std::uint32_t share = work.launch.threads * kShare;
  auto* const kernel = work.layer.j % share == 0 && half % share == 0
                           ? wide_offset_layer<Word, kPlaces, kRecord, kShare>
                           : offset_layer<Word, kPlaces, kRecord, kShare>;
  const std::uint32_t blocks = (work.launch.blocks + kShare - 1) / kShare;
  kernel<<<blocks, work.launch.threads, 0, work.stream>>>(work.keys, half, work.layer, work.bits,
                                                          work.backwards, work.stamp);
}

template <typename Word, bool kPlaces, bool kRecord>
static void launch_offset(const LaunchWork<Word, kPlaces>& work) {
  if (work.n >= kSharedFrom) {
    launch_shared_offset<Word, kPlaces, kRecord, 2>(work);
  } else {
    launch_shared_offset<Word, kPlaces, kRecord, 1>(work);
  }
}

template <typename Word, bool kPlaces, bool kRecord>
static void launch_chunks(const LaunchWork<Word, kPlaces>& work) {
  chunk_layers<Word, kPlaces, kRecord><<<work.launch.blocks, work.launch.threads, 0, work.stream>>>(
      work.keys, work.n / 2, work.layer, work.launch.layer_count, work.bits, work.layer_words,
      work.stamp);
}

template <typename Word, bool kPlaces, bool kRecord>
static void launch_shared_chunks(const LaunchWork<Word, kPlaces>& work) {
  shared_chunk_levels<Word, kPlaces, kRecord>
      <<<work.launch.blocks, work.launch.threads, 0, work.stream>>>(
          work.keys, work.n / 2, work.layer, levels_of(work.network, work.launch), work.bits,
          work.layer_words, work.backwards, work.stamp);
}

template <typename Word, bool kPlaces, bool kRecord>
static void launch_out_of_place(const LaunchWork<Word, kPlaces>& work) {
  out_of_place_layer<Word, kPlaces, kRecord>
      <<<work.launch.blocks, work.launch.threads, 0, work.stream>>>(
          work.keys, work.next, work.n, work.layer, work.bits, work.backwards, work.stamp);
}

template <typename Word, bool kPlaces, bool kRecord>
static void launch_block(const LaunchWork<Word, kPlaces>& work) {
  block_sort<Word, kPlaces, kRecord><<<work.launch.blocks, work.launch.threads, 0, work.stream>>>(
      work.keys, work.n, work.layer, work.launch.layer_count, work.bits, work.layer_words,
      work.stamp);
}

template <typename Word, bool kPlaces, bool kRecord>
static void launch_warp(const LaunchWork<Word, kPlaces>& work) {
  warp_sort<Word, kPlaces, kRecord><<<work.launch.blocks, work.launch.threads, 0, work.stream>>>(
      work.keys, work.n, work.layer, work.launch.layer_count, work.bits, work.layer_words,
      work.stamp);
}

template <typename Word, bool kPlaces, bool kRecord>
static void launch_tile(const LaunchWork<Word, kPlaces>& work) {
  tile_levels<Word, kPlaces, kRecord><<<work.launch.blocks, work.launch.threads, 0, work.stream>>>(
      work.keys, work.layer, levels_of(work.network, work.launch), work.bits, work.layer_words,
      work.backwards, work.stamp);
}

template <typename Word, bool kPlaces, bool kRecord>
static void launch_strided(const LaunchWork<Word, kPlaces>& work) {
  auto* const kernel = work.launch.layer_count == 3   ? strided_layers<Word, kPlaces, kRecord, 3>
                       : work.launch.layer_count == 2 ? strided_layers<Word, kPlaces, kRecord, 2>
                                                      : strided_layers<Word, kPlaces, kRecord, 1>;
  kernel<<<work.launch.blocks, work.launch.threads, 0, work.stream>>>(
      work.keys, work.layer, work.bits, work.layer_words, work.backwards, work.stamp);
}

/// Who launches a kind: a row each.
template <typename Word, bool kPlaces, bool kRecord>
static cudaError_t launch_recording(const LaunchWork<Word, kPlaces>& work) {
  static constexpr struct {
    const LaunchKind* kind;
    void (*launch)(const LaunchWork<Word, kPlaces>& work);
  } kLaunchers[] = {
      {&kAnyLayerLaunch, launch_any_layer<Word, kPlaces, kRecord>},
      {&kOffsetLaunch, launch_offset<Word, kPlaces, kRecord>},
      {&kChunksLaunch, launch_chunks<Word, kPlaces, kRecord>},
      {&kSharedChunksLaunch, launch_shared_chunks<Word, kPlaces, kRecord>},
      {&kOutOfPlaceLaunch, launch_out_of_place<Word, kPlaces, kRecord>},
      {&kBlockLaunch, launch_block<Word, kPlaces, kRecord>},
      {&kWarpLaunch, launch_warp<Word, kPlaces, kRecord>},
      {&kTileLaunch, launch_tile<Word, kPlaces, kRecord>},
      {&kStridedLaunch, launch_strided<Word, kPlaces, kRecord>},
  };
  for (const auto& row : kLaunchers) {
    if (row.kind != work.launch.kind) continue;
    row.launch(work);
    return cudaGetLastError();
  }
  return cudaErrorInvalidValue;
}

template <typename Word, bool kPlaces>
cudaError_t launch_sort(const Network& network, const Launch& launch, const DeviceKeys& keys,
                        std::uint32_t* bits, bool backwards, cudaStream_t stream) {
  const LaunchWork<Word, kPlaces> work{
      network,
      launch,
      {static_cast<Word*>(keys.words), keys.places, keys.real_keys},
      {static_cast<Word*>(keys.next_words), keys.next_places, keys.real_keys},
      bits == nullptr ? nullptr : bits + network.first_word(launch.first_layer),
      backwards,
      Stamp{keys.stamps},
      stream};
  return bits == nullptr ? launch_recording<Word, kPlaces, false>(work)
                         : launch_recording<Word, kPlaces, true>(work);
}

}  // namespace sortscope::device
