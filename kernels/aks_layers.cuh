// aks_layers.cuh: layers of large separators of the AKS network in global memory, the way of wires
// from step to step, and the look whether all is in order.
#pragma once

#include "kernels/aks_pairs.cuh"

namespace sortscope::device {

inline constexpr std::uint32_t kAksLayerThreads = 256;

/// One layer, a thread a comparator. `partners`: right wires of all comparators, of a matching that
/// is stored; null: in closed form.
template <typename Word, bool kPlaces, bool kRecord>
__global__ void run_aks_layer(KeyArrays<Word, kPlaces> keys, AksDeviceStage device_stage,
                              AksGraph graph, std::uint32_t matching,
                              const std::uint32_t* __restrict__ partners, std::uint32_t* bits) {
  const AksStage& stage = device_stage.stage;
  const std::uint32_t count = stage.count();
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  bool exchanged = false;
  if (index < count) {
    const std::uint32_t halver = index / stage.per_side;
    const std::uint32_t u = index - halver * stage.per_side;
    const std::uint32_t node = halver / stage.sides;
    const std::uint32_t side = halver - node * stage.sides;
    AksPair pair;
    if (partners != nullptr) {
      pair = {u, stage.half + partners[index]};
    } else {
      HashMatching hash = hash_matching(0, stage.half);
      if (stage.work == AksWork::kMatching || stage.work == AksWork::kShuffle) {
        set_keys(hash, aks_hash_keys(graph, stage, matching, halver));
      }
      pair = aks_pair(stage, device_stage.form, hash, graph.planted, matching, u);
    }
    const std::uint32_t first = stage.base + node * stage.a;
    const std::uint32_t x = first + aks_slot(stage, side, pair.low);
    const std::uint32_t y = first + aks_slot(stage, side, pair.high);
    const auto left = take_key(keys, x);
    const auto right = take_key(keys, y);
    exchanged = must_exchange(left, right, side != 0, is_forced(stage.work));
    if (exchanged) {
      give_key(keys, x, right);
      give_key(keys, y, left);
    }
  }
  if constexpr (kRecord) {
    const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
    if (threadIdx.x % kWarp == 0 && index < count) {
      __stcs(bits + device_stage.first_word + std::uint64_t{matching} * device_stage.layer_words +
                 index / kWarp,
             word);
    }
  }
}

inline constexpr std::uint32_t kSector = 1u << kSectorLanesLog2;

/// Neighbouring values, 16 bytes at a time.
template <typename Value>
__device__ __forceinline__ void load_sector(Value (&values)[kSector], const Value* from) {
  constexpr std::uint32_t kEach = 16 / sizeof(Value);
  union {
    uint4 vector;
    Value of[kEach];
  } part;
#pragma unroll
  for (std::uint32_t i = 0; i < kSector / kEach; ++i) {
    part.vector = reinterpret_cast<const uint4*>(from)[i];
#pragma unroll
    for (std::uint32_t j = 0; j < kEach; ++j) values[i * kEach + j] = part.of[j];
  }
}
template <typename Value>
__device__ __forceinline__ void store_sector(const Value (&values)[kSector], Value* to) {
  constexpr std::uint32_t kEach = 16 / sizeof(Value);
  union {
    uint4 vector;
    Value of[kEach];
  } part;
#pragma unroll
  for (std::uint32_t i = 0; i < kSector / kEach; ++i) {
#pragma unroll
    for (std::uint32_t j = 0; j < kEach; ++j) part.of[j] = values[i * kEach + j];
    reinterpret_cast<uint4*>(to)[i] = part.vector;
  }
}

/// Exchanges values whose numbers differ in the bits of `lanes`.
template <typename Value>
__device__ __forceinline__ void exchange_lanes(Value (&values)[kSector], std::uint32_t lanes) {
#pragma unroll
  for (std::uint32_t bit = 1; bit < kSector; bit *= 2) {
    const bool exchange = (lanes & bit) != 0;
#pragma unroll
    for (std::uint32_t i = 0; i < kSector; ++i) {
      if ((i & bit) != 0) continue;
      const Value low = values[i];
      values[i] = exchange ? values[i + bit] : low;
      values[i + bit] = exchange ? low : values[i + bit];
    }
  }
}

/// Keys of all matchings of a stage, matching after matching, a thread a halver.
__global__ inline void make_aks_keys(AksStage stage, AksGraph graph, AksHashKeys* keys) {
  const std::uint32_t halvers = stage.nodes * stage.sides;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= halvers * stage.depth) return;
  const std::uint32_t matching = i / halvers;
  keys[i] = aks_hash_keys(graph, stage, matching, i - matching * halvers);
}

/// One layer of hash-made matchings whose sectors of 8 wires stay together: a thread a sector of
/// left wires, blockIdx.y a halver from `first_halver` on; one hash for 8 comparators, all memory
/// in whole sectors. `hash_keys`: of the halvers of this layer.
template <typename Word, bool kPlaces, bool kRecord>
__global__ void __launch_bounds__(kAksLayerThreads)
    run_aks_sectors(KeyArrays<Word, kPlaces> keys,
                    const __grid_constant__ AksDeviceStage device_stage,
                    const AksHashKeys* __restrict__ hash_keys, std::uint32_t matching,
                    std::uint32_t first_halver, std::uint32_t* bits) {
  const AksStage& stage = device_stage.stage;
  const std::uint32_t halver = first_halver + blockIdx.y;
  const std::uint32_t sector = blockIdx.x * kAksLayerThreads + threadIdx.x;
  if (sector >= stage.half / kSector) return;
  HashMatching hash = hash_matching(0, stage.half);
  set_keys(hash, hash_keys[halver]);
  const std::uint32_t other = hash_sector(hash, sector);
  const std::uint32_t node = halver / stage.sides;
  const bool mirrored = halver - node * stage.sides != 0;
  const std::uint32_t first = stage.base + node * stage.a;
  // The lowest spot of a sector: on the right side its wires go downwards.
  const auto lowest = [&](std::uint32_t k) {
    const std::uint32_t slot = k < stage.keep ? k : k + stage.keep;
    return first + (mirrored ? stage.a - slot - kSector : slot);
  };
  const std::uint32_t x = lowest(sector * kSector);
  const std::uint32_t y = lowest(stage.half + other * kSector);
  const std::uint32_t lanes = hash_lane(hash, sector);
  Word left[kSector];
  Word right[kSector];
  load_sector(left, keys.words + x);
  load_sector(right, keys.words + y);
  exchange_lanes(right, lanes);
  [[maybe_unused]] std::uint32_t left_places[kSector];
  [[maybe_unused]] std::uint32_t right_places[kSector];
  if constexpr (kPlaces) {
    load_sector(left_places, keys.places + x);
    load_sector(right_places, keys.places + y);
    exchange_lanes(right_places, lanes);
  }
  std::uint32_t outcomes = 0;
#pragma unroll
  for (std::uint32_t i = 0; i < kSector; ++i) {
    bool after = mirrored ? right[i] > left[i] : left[i] > right[i];
    if constexpr (kPlaces) {
      const bool left_pads = left_places[i] >= keys.real_keys;
      const bool right_pads = right_places[i] >= keys.real_keys;
      after = after || (left[i] == right[i] &&
                        (mirrored ? right_pads && !left_pads : left_pads && !right_pads));
      const std::uint32_t place = left_places[i];
      left_places[i] = after ? right_places[i] : place;
      right_places[i] = after ? place : right_places[i];
    }
    const Word word = left[i];
    left[i] = after ? right[i] : word;
    right[i] = after ? word : right[i];
    outcomes |= after ? 1u << i : 0;
  }
  if (outcomes != 0) {
    exchange_lanes(right, lanes);
    store_sector(left, keys.words + x);
    store_sector(right, keys.words + y);
    if constexpr (kPlaces) {
      exchange_lanes(right_places, lanes);
      store_sector(left_places, keys.places + x);
      store_sector(right_places, keys.places + y);
    }
  }
  if constexpr (kRecord) {
    if (mirrored) outcomes = __brev(outcomes) >> (kWarp - kSector);
    std::uint32_t* const row =
        bits + device_stage.first_word + std::uint64_t{matching} * device_stage.layer_words;
    reinterpret_cast<std::uint8_t*>(row)[halver * (stage.half / kSector) + sector] =
        static_cast<std::uint8_t>(outcomes);
  }
}

/// Wires [base, base + wires) of one level to their spots at the next step.
template <typename Word, bool kPlaces>
__global__ void move_aks_level(KeyArrays<Word, kPlaces> from, KeyArrays<Word, kPlaces> to,
                               AksMoveTo way, std::uint32_t base, std::uint32_t wires) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= wires) return;
  const std::uint32_t node = i / way.a;
  const auto key = load_key<Word, kPlaces>(from, base + i);
  store_key(to, way.spot(node, i - node * way.a), key);
}

/// Keys from their wires to the spots of step 0.
template <typename Word, bool kPlaces>
__global__ void take_aks_start(KeyArrays<Word, kPlaces> from, KeyArrays<Word, kPlaces> to,
                               const std::uint32_t* __restrict__ wires, std::uint32_t count) {
  const std::uint32_t spot = blockIdx.x * blockDim.x + threadIdx.x;
  if (spot >= count) return;
  store_key(to, spot, load_key<Word, kPlaces>(from, wires[spot]));
}

/// Counts neighbours that are out of order.
template <typename Word, bool kPlaces>
__global__ void count_aks_disorder(KeyArrays<Word, kPlaces> keys, std::uint32_t count,
                                   std::uint32_t* disorder) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool wrong = i + 1 < count && held_after(take_key(keys, i), take_key(keys, i + 1));
  const std::uint32_t lanes = __ballot_sync(kAllLanes, wrong);
  if (threadIdx.x % kWarp == 0 && lanes != 0) atomicAdd(disorder, __popc(lanes));
}

/// Counts words that differ.
template <typename Word>
__global__ void count_aks_differences(const Word* __restrict__ a, const Word* __restrict__ b,
                                      std::uint32_t count, std::uint32_t* differences) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t lanes = __ballot_sync(kAllLanes, i < count && a[i] != b[i]);
  if (threadIdx.x % kWarp == 0 && lanes != 0) atomicAdd(differences, __popc(lanes));
}

}  // namespace sortscope::device
