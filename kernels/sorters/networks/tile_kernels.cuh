// tile_kernels.cuh: the hybrid: tiles sorted in registers and shared memory, then merged pairwise
// by the layers that reach across tiles, up to three a pass. Source: Benicio 2025, sections 3.3
// and 6.2.
#pragma once

#include "kernels/device/outcome_bits.cuh"

namespace sortscope::device {

/// A block sorts a tile of 2048 neighbouring keys: 256 threads with 8 keys each.
inline constexpr std::uint32_t kTile = 2048;
inline constexpr std::uint32_t kTileThreads = 256;
inline constexpr std::uint32_t kThreadKeys = kTile / kTileThreads;
inline constexpr std::uint32_t kPairs = kThreadKeys / 2;
/// Rows of outcomes of the longest launch: all layers of a tile.
inline constexpr std::uint32_t kTileRows = 66;

/// A tile in the registers of its block: key e of a lane is on wire e * kStride + first of the
/// tile. Lanes are always the lowest five bits of the wire, so that a ballot is a word of the
/// recording.
///   near: e is bits 5-7 of the wire, the warp bits 8-10;   far: e is bits 8-10, the warp bits 5-7.
inline constexpr std::uint32_t kNear = 32;
inline constexpr std::uint32_t kFar = 256;
template <std::uint32_t kStride>
__device__ __forceinline__ std::uint32_t first_wire() {
  const std::uint32_t lane = threadIdx.x % kWarp;
  return threadIdx.x / kWarp * (kStride == kNear ? kFar : kNear) + lane;
}

/// A number known when compiling, as a function's argument.
template <std::uint32_t kValue>
struct Constant {
  static constexpr std::uint32_t value = kValue;
};

/// Compares held keys e and e + kDistance of every lane. `record(p, exchanged)` for each pair p.
template <std::uint32_t kDistance, typename Word, bool kPlaces, std::uint32_t kCount,
          typename Record>
__device__ __forceinline__ void register_layer(Key<Word, kPlaces> (&keys)[kCount], Record record) {
#pragma unroll
  for (std::uint32_t p = 0; p < kCount / 2; ++p) {
    const std::uint32_t e = (p / kDistance) * 2 * kDistance + p % kDistance;
    record(p, order_held(keys[e], keys[e + kDistance]));
  }
}

/// Consecutive layers with j < kTile, `levels` runs of j, j/2 ... 1: the sort of a tile, or the end
/// of a merge.
template <typename Word, bool kPlaces, bool kRecord>
static __global__ void __launch_bounds__(kTileThreads)
    tile_levels(KeyArrays<Word, kPlaces> keys, XorLayer layer, std::uint32_t levels,
                std::uint32_t* bits, std::uint32_t layer_words, bool backwards, Stamp stamp) {
  const Stamped stamped(stamp);
  __shared__ SharedKeys<Word, kPlaces, kTile> shared;
  __shared__ StagedBits<kRecord ? kTileRows : 1, kPairs> staged;
  const std::uint32_t lane = threadIdx.x % kWarp;
  const std::uint32_t tile = block_index(backwards) * kTile;
  Key<Word, kPlaces> own[kThreadKeys];

  // From one layout to the other. A thread writes where it alone has read last: one barrier is
  // enough.
  const auto to_shared = [&](std::uint32_t first, std::uint32_t stride) {
#pragma unroll
    for (std::uint32_t e = 0; e < kThreadKeys; ++e) store_key(shared, first + e * stride, own[e]);
  };
  const auto from_shared = [&](std::uint32_t first, std::uint32_t stride) {
    __syncthreads();
#pragma unroll
    for (std::uint32_t e = 0; e < kThreadKeys; ++e) {
      own[e] = load_key<Word, kPlaces>(shared, first + e * stride);
    }
  };
  const auto wire_of = [&](std::uint32_t e) { return tile + first_wire<kNear>() + e * kNear; };
#pragma unroll
  for (std::uint32_t e = 0; e < kThreadKeys; ++e) own[e] = take_key(keys, wire_of(e));
  std::uint32_t turned = 0;  // the k of the level by which keys are held
  const auto turn_to = [&](std::uint32_t k) {
#pragma unroll
    for (std::uint32_t e = 0; e < kThreadKeys; ++e) {
      turn_key(own[e],
               static_cast<Word>(turn_of<Word>(wire_of(e), turned) ^ turn_of<Word>(wire_of(e), k)));
    }
    turned = k;
  };
  std::uint32_t rows = 0;
  std::uint32_t* level_end = nullptr;
  const bool leads_warp = lane == 0;
  // The ballots of a layer's four pairs: one 16-byte store a warp.
  const auto stage = [&](std::uint32_t step, std::uint32_t part, const auto& ballots) {
    if (leads_warp) {
      reinterpret_cast<uint4*>(staged_ballots(level_end, step))[part] =
          make_uint4(ballots[0], ballots[1], ballots[2], ballots[3]);
    }
  };
  const auto compare_registers = [&](auto distance, std::uint32_t step) {
    [[maybe_unused]] std::uint32_t ballots[kPairs];
    register_layer<distance.value>(own, [&](std::uint32_t p, bool exchanged) {
      if constexpr (kRecord) ballots[p] = __ballot_sync(kAllLanes, exchanged);
    });
    if constexpr (kRecord) stage(step, 0, ballots);
  };
  const auto compare_all_lanes = [&](std::uint32_t step) {
    const bool is_upper = (lane & step) != 0;
    std::uint32_t even_ballots[kPairs];
    std::uint32_t odd_ballots[kPairs];
#pragma unroll
    for (std::uint32_t p = 0; p < kPairs; ++p) {
      const uint2 both = compare_lanes<kRecord>(own[2 * p], own[2 * p + 1], step, is_upper);
      even_ballots[p] = both.x;
      odd_ballots[p] = both.y;
    }
    if constexpr (kRecord) {
      stage(step, 0, even_ballots);
      stage(step, 1, odd_ballots);
    }
  };
  for (; levels > 0; --levels, layer = {layer.k * 2, layer.k}) {
    turn_to(layer.k);
    const std::uint32_t j = layer.j;
    if constexpr (kRecord) {
      rows = stage_level(staged, rows, j);
      level_end = staged.ballots + rows * staged.kStride + threadIdx.x / kWarp * 2 * kPairs;
    }
    if (j >= kFar) {
      to_shared(first_wire<kNear>(), kNear);
      from_shared(first_wire<kFar>(), kFar);
      if (j >= 4 * kFar) compare_registers(Constant<4>{}, 4 * kFar);
      if (j >= 2 * kFar) compare_registers(Constant<2>{}, 2 * kFar);
      compare_registers(Constant<1>{}, kFar);
      to_shared(first_wire<kFar>(), kFar);
      from_shared(first_wire<kNear>(), kNear);
    }
    if (j >= 4 * kNear) compare_registers(Constant<4>{}, 4 * kNear);
    if (j >= 2 * kNear) compare_registers(Constant<2>{}, 2 * kNear);
    if (j >= kNear) compare_registers(Constant<1>{}, kNear);
    if (j >= kWarp / 2) {  // all of them, without asking each time
#pragma unroll
      for (std::uint32_t step = kWarp / 2; step > 0; step /= 2) compare_all_lanes(step);
    } else {
#pragma unroll 1
      for (std::uint32_t step = j; step > 0; step /= 2) compare_all_lanes(step);
    }
  }
  turn_to(0);
#pragma unroll
  for (std::uint32_t e = 0; e < kThreadKeys; ++e) give_key(keys, wire_of(e), own[e]);
  if constexpr (kRecord) {
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < rows * kWarp; i += kTileThreads) {
      const std::uint32_t row = i / kWarp;
      const std::uint32_t word = i % kWarp;
      const std::uint32_t step = staged.steps[row];
      // In the near layout words go warp after warp, in the far one pair after pair.
      const std::uint32_t warp = step >= kFar ? word % 8 : word / kPairs;
      const std::uint32_t pair = step >= kFar ? word / 8 : word % kPairs;
      const std::uint32_t* const ballots =
          staged.ballots + row * staged.kStride + warp * 2 * kPairs + pair;
      __stcs(bits + std::size_t{row} * layer_words + tile / 64 + word,
             step < kWarp ? merge_ballots(ballots[0], ballots[kPairs], step) : ballots[0]);
    }
  }
}

/// kLayers consecutive layers of one merge level, all with j >= kTile: a thread holds the 2^kLayers
/// keys that they mix.
template <typename Word, bool kPlaces, bool kRecord, std::uint32_t kLayers>
static __global__ void __launch_bounds__(kTileThreads)
    strided_layers(KeyArrays<Word, kPlaces> keys, XorLayer layer, std::uint32_t* bits,
                   std::uint32_t layer_words, bool backwards, Stamp stamp) {
  const Stamped stamped(stamp);
  constexpr std::uint32_t kCount = 1u << kLayers;
  const std::uint32_t lane = threadIdx.x % kWarp;
  const std::uint32_t thread = block_index(backwards) * kTileThreads + threadIdx.x;
  const std::uint32_t stride = layer.j >> (kLayers - 1);
  const std::uint32_t low = thread & (stride - 1);
  const std::uint32_t wire = ((thread - low) << kLayers) | low;
  // The direction is the same for all keys of a thread: k is above the bits in which their wires
  // differ.
  const Word turn = turn_of<Word>(wire, layer.k);
  Key<Word, kPlaces> own[kCount];
#pragma unroll
  for (std::uint32_t e = 0; e < kCount; ++e) own[e] = take_key(keys, wire + e * stride);
#pragma unroll
  for (std::uint32_t e = 0; e < kCount; ++e) turn_key(own[e], turn);
  std::uint32_t ballot = 0;  // of pair p of layer i, in lane i * kCount / 2 + p
  const auto compare = [&](auto distance, std::uint32_t index) {
    register_layer<distance.value>(own, [&](std::uint32_t p, bool exchanged) {
      if constexpr (kRecord) {
        const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
        if (lane == index * kCount / 2 + p) ballot = word;
      }
    });
  };
  if constexpr (kLayers >= 3) compare(Constant<4>{}, kLayers - 3);
  if constexpr (kLayers >= 2) compare(Constant<2>{}, kLayers - 2);
  compare(Constant<1>{}, kLayers - 1);
  if constexpr (kRecord) {
    const std::uint32_t index = lane / (kCount / 2);
    if (index < kLayers) {
      const std::uint32_t distance = kCount / 2 >> index;
      const std::uint32_t lower = wire + insert_zero_at(lane % (kCount / 2), distance) * stride;
      __stcs(bits + std::size_t{index} * layer_words + remove_at(lower, distance * stride) / kWarp,
             ballot);
    }
  }
#pragma unroll
  for (std::uint32_t e = 0; e < kCount; ++e) {
    turn_key(own[e], turn);
    give_key(keys, wire + e * stride, own[e]);
  }
}

}  // namespace sortscope::device
