// tile_kernels.cuh: the hybrid: tiles sorted in registers and shared memory, then merged pairwise
// by the layers that reach across tiles, up to three a pass. Source: seed 002, sections 3.3
// and 6.2.
#pragma once

#include "kernels/outcome_bits.cuh"

namespace sortscope::device {

/// A block sorts a tile of 2048 neighbouring keys: 256 threads with 8 keys each.
inline constexpr std::uint32_t kTile = 2048;
inline constexpr std::uint32_t kTileThreads = 256;
inline constexpr std::uint32_t kThreadKeys = kTile / kTileThreads;

/// How a tile lies in registers: key e of a lane is on wire (of the tile) e * stride + first. Lanes
/// are always the lowest five bits of the wire, so that a ballot is a word of the recording.
///   near: stride 32, the warp is bits 8-10;   far: stride 256, the warp is bits 5-7.
struct TileLayout {
  bool far;
  __device__ std::uint32_t stride() const { return far ? 256 : 32; }
  __device__ std::uint32_t first(std::uint32_t warp, std::uint32_t lane) const {
    return warp * (far ? 32 : 256) + lane;
  }
};

/// Compares keys e and e + kDistance of every lane. Bit p of the result: pair p exchanged.
template <typename Word, bool kPlaces, std::uint32_t kCount, std::uint32_t kDistance>
__device__ __forceinline__ std::uint32_t register_layer(Key<Word, kPlaces> (&keys)[kCount],
                                                        std::uint32_t wire, std::uint32_t stride,
                                                        std::uint32_t k, std::uint32_t real_keys) {
  std::uint32_t outcomes = 0;
#pragma unroll
  for (std::uint32_t p = 0; p < kCount / 2; ++p) {
    const std::uint32_t e = (p / kDistance) * 2 * kDistance + p % kDistance;
    const bool ascending = ((wire + e * stride) & k) == 0;
    const bool exchanged = compare_exchange(keys[e], keys[e + kDistance], ascending, real_keys);
    outcomes |= static_cast<std::uint32_t>(exchanged) << p;
  }
  return outcomes;
}

/// Lane p < kCount writes the ballot of pair p.
template <std::uint32_t kCount>
__device__ __forceinline__ std::uint32_t ballot_of_pair(std::uint32_t outcomes,
                                                        std::uint32_t lane) {
  std::uint32_t own = 0;
#pragma unroll
  for (std::uint32_t p = 0; p < kCount; ++p) {
    const std::uint32_t word = __ballot_sync(kAllLanes, (outcomes >> p & 1) != 0);
    if (lane == p) own = word;
  }
  return own;
}

/// Consecutive layers with j < kTile: the sort of a tile, or the end of a merge.
template <typename Word, bool kPlaces, bool kRecord>
__global__ void __launch_bounds__(kTileThreads)
    tile_layers(KeyArrays<Word, kPlaces> keys, XorLayer layer, std::uint32_t layers,
                std::uint32_t* bits, std::uint32_t layer_words) {
  __shared__ SharedKeys<Word, kPlaces, kTile> shared;
  const std::uint32_t lane = threadIdx.x % kWarp;
  const std::uint32_t warp = threadIdx.x / kWarp;
  const std::uint32_t tile = blockIdx.x * kTile;
  TileLayout layout{layer.j >= 256};
  Key<Word, kPlaces> own[kThreadKeys];
#pragma unroll
  for (std::uint32_t e = 0; e < kThreadKeys; ++e) {
    own[e] = load_key<Word, kPlaces>(keys, tile + layout.first(warp, lane) + e * layout.stride());
  }
  for (; layers > 0; --layers, layer = next_layer(layer)) {
    if (layout.far != (layer.j >= 256)) {
      __syncthreads();
#pragma unroll
      for (std::uint32_t e = 0; e < kThreadKeys; ++e) {
        store_key(shared, layout.first(warp, lane) + e * layout.stride(), own[e]);
      }
      layout.far = !layout.far;
      __syncthreads();
#pragma unroll
      for (std::uint32_t e = 0; e < kThreadKeys; ++e) {
        own[e] = load_key<Word, kPlaces>(shared, layout.first(warp, lane) + e * layout.stride());
      }
    }
    const std::uint32_t wire = tile + layout.first(warp, lane);
    const std::uint32_t stride = layout.stride();
    std::uint32_t outcomes = 0;
    if (layer.j < kWarp) {
#pragma unroll
      for (std::uint32_t e = 0; e < kThreadKeys; ++e) {
        const auto other = shuffle_xor(own[e], layer.j);
        const bool is_lower = (lane & layer.j) == 0;
        const bool ascending = ((wire + e * stride) & layer.k) == 0;
        const bool exchanged = is_lower == ascending ? exceeds(own[e], other, keys.real_keys)
                                                     : exceeds(other, own[e], keys.real_keys);
        if (exchanged) own[e] = other;
        outcomes |= static_cast<std::uint32_t>(exchanged) << e;
      }
      if constexpr (kRecord) {
        // Keys 2p and 2p + 1 have 16 comparators each: together the word of pair p.
        outcomes = __shfl_sync(kAllLanes, outcomes, insert_zero_at(lane % 16, layer.j));
        outcomes >>= lane / 16;
        outcomes = (outcomes & 1) | (outcomes >> 1 & 2) | (outcomes >> 2 & 4) | (outcomes >> 3 & 8);
      }
    } else {
      switch (layer.j / stride) {
        case 4:
          outcomes = register_layer<Word, kPlaces, kThreadKeys, 4>(own, wire, stride, layer.k,
                                                                   keys.real_keys);
          break;
        case 2:
          outcomes = register_layer<Word, kPlaces, kThreadKeys, 2>(own, wire, stride, layer.k,
                                                                   keys.real_keys);
          break;
        default:
          outcomes = register_layer<Word, kPlaces, kThreadKeys, 1>(own, wire, stride, layer.k,
                                                                   keys.real_keys);
      }
    }
    if constexpr (kRecord) {
      constexpr std::uint32_t kPairs = kThreadKeys / 2;
      const std::uint32_t word = ballot_of_pair<kPairs>(outcomes, lane);
      const std::uint32_t at = layout.far ? warp + lane * 8 : warp * kPairs + lane;
      if (lane < kPairs) bits[tile / 64 + at] = word;
      bits += layer_words;
    }
  }
#pragma unroll
  for (std::uint32_t e = 0; e < kThreadKeys; ++e) {
    store_key(keys, tile + layout.first(warp, lane) + e * layout.stride(), own[e]);
  }
}

/// kLayers consecutive layers of one merge level, all with j >= kTile: a thread holds the 2^kLayers
/// keys that they mix.
template <typename Word, bool kPlaces, bool kRecord, std::uint32_t kLayers>
__global__ void __launch_bounds__(kTileThreads)
    strided_layers(KeyArrays<Word, kPlaces> keys, XorLayer layer, std::uint32_t* bits,
                   std::uint32_t layer_words) {
  constexpr std::uint32_t kCount = 1u << kLayers;
  const std::uint32_t thread = blockIdx.x * kTileThreads + threadIdx.x;
  const std::uint32_t stride = layer.j >> (kLayers - 1);
  const std::uint32_t low = thread & (stride - 1);
  const std::uint32_t wire = ((thread - low) << kLayers) | low;
  Key<Word, kPlaces> own[kCount];
#pragma unroll
  for (std::uint32_t e = 0; e < kCount; ++e) {
    own[e] = load_key<Word, kPlaces>(keys, wire + e * stride);
  }
  const auto record = [&](std::uint32_t outcomes, std::uint32_t distance) {
    if constexpr (kRecord) {
      const std::uint32_t lane = threadIdx.x % kWarp;
      const std::uint32_t word = ballot_of_pair<kCount / 2>(outcomes, lane);
      const std::uint32_t lower = wire + insert_zero_at(lane, distance) * stride;
      if (lane < kCount / 2) bits[remove_at(lower, distance * stride) / kWarp] = word;
      bits += layer_words;
    }
  };
  // The direction is the same for all keys of a thread: k is above the bits that differ.
  if constexpr (kLayers >= 3) {
    record(register_layer<Word, kPlaces, kCount, kCount / 2>(own, wire, 0, layer.k, keys.real_keys),
           kCount / 2);
  }
  if constexpr (kLayers >= 2) {
    record(register_layer<Word, kPlaces, kCount, 2>(own, wire, 0, layer.k, keys.real_keys), 2);
  }
  record(register_layer<Word, kPlaces, kCount, 1>(own, wire, 0, layer.k, keys.real_keys), 1);
#pragma unroll
  for (std::uint32_t e = 0; e < kCount; ++e) store_key(keys, wire + e * stride, own[e]);
}

}  // namespace sortscope::device
