// layers.cuh: layers of large separators of the AKS network in global memory, the way of wires
// from step to step, and the look whether all is in order.
#pragma once

#include "kernels/sorters/aks/pairs.cuh"

namespace sortscope::device {

/// One layer, a thread a comparator. `partners`: right wires of all comparators, of a matching that
/// is stored; null: in closed form.
template <typename Word, bool kPlaces, bool kRecord>
static __global__ void run_aks_layer(KeyArrays<Word, kPlaces> keys, AksDeviceStage device_stage,
                                     AksGraph graph, std::uint32_t matching,
                                     const std::uint32_t* __restrict__ partners,
                                     std::uint32_t* bits) {
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
/// Wires of a sector that one thread holds: 16 bytes of words. Neighbouring threads share a sector,
/// so that a warp asks for whole sectors at once.
template <typename Word>
inline constexpr std::uint32_t kHeld = 16 / sizeof(Word);

/// kCount neighbouring values in one access of 8 or 16 bytes.
template <typename Value, std::uint32_t kCount>
struct alignas(kCount * sizeof(Value)) Neighbours {
  Value of[kCount];
};

/// Exchanges values whose numbers differ in the bits of `lanes`.
template <typename Value, std::uint32_t kCount>
__device__ __forceinline__ void exchange_lanes(Neighbours<Value, kCount>& values,
                                               std::uint32_t lanes) {
#pragma unroll
  for (std::uint32_t bit = 1; bit < kCount; bit *= 2) {
    const bool exchange = (lanes & bit) != 0;
#pragma unroll
    for (std::uint32_t i = 0; i < kCount; ++i) {
      if ((i & bit) != 0) continue;
      const Value low = values.of[i];
      values.of[i] = exchange ? values.of[i + bit] : low;
      values.of[i + bit] = exchange ? low : values.of[i + bit];
    }
  }
}

/// Keys of all matchings of a stage, matching after matching, a thread a halver.
static __global__ void make_aks_keys(AksStage stage, AksGraph graph, AksHashKeys* keys) {
  const std::uint32_t halvers = stage.nodes * stage.sides;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= halvers * stage.depth) return;
  const std::uint32_t matching = i / halvers;
  keys[i] = aks_hash_keys(graph, stage, matching, i - matching * halvers);
}

/// One layer of hash-made matchings whose sectors of 8 wires stay together: a thread hashes one
/// sector of left wires, and neighbouring threads compare their sectors together, one after the
/// other, 16 bytes each. blockIdx.y is a halver from `first_halver` on. `hash_keys`: of the halvers
/// of this layer.
template <typename Word, bool kPlaces, bool kRecord>
static __global__ void __launch_bounds__(kAksLayerThreads)
    run_aks_sectors(KeyArrays<Word, kPlaces> keys,
                    const __grid_constant__ AksDeviceStage device_stage,
                    const AksHashKeys* __restrict__ hash_keys, std::uint32_t matching,
                    std::uint32_t first_halver, std::uint32_t* bits) {
  constexpr std::uint32_t kMine = kHeld<Word>;
  constexpr std::uint32_t kThreads = kSector / kMine;  // that share their sectors
  using Words = Neighbours<Word, kMine>;
  using Places = Neighbours<std::uint32_t, kMine>;
  const AksStage& stage = device_stage.stage;
  const std::uint32_t halver = first_halver + blockIdx.y;
  const std::uint32_t sector = blockIdx.x * kAksLayerThreads + threadIdx.x;
  const std::uint32_t part = threadIdx.x % kThreads;
  const std::uint32_t sectors = stage.half / kSector;
  const bool mirrored = halver % stage.sides != 0;
  const std::uint32_t first = stage.base + halver / stage.sides * stage.a;
  // The lowest spot of a sector: on the right side its wires go downwards.
  const auto lowest = [&](std::uint32_t k) {
    const std::uint32_t slot = k < stage.keep ? k : k + stage.keep;
    return first + (mirrored ? stage.a - slot - kSector : slot);
  };
  std::uint32_t my_right = 0;
  std::uint32_t my_lanes = 0;
  if (sector < sectors) {
    HashMatching hash = hash_matching(0, stage.half);
    set_keys(hash, hash_keys[halver]);
    my_right = lowest(stage.half + hash_sector(hash, sector) * kSector);
    my_lanes = hash_lane(hash, sector);
  }
  Words left[kThreads];
  Words right[kThreads];
  std::uint32_t x[kThreads];
  std::uint32_t y[kThreads];
  std::uint32_t lanes[kThreads];
#pragma unroll
  for (std::uint32_t j = 0; j < kThreads; ++j) {
    const std::uint32_t owner = threadIdx.x % kWarp - part + j;
    lanes[j] = __shfl_sync(kAllLanes, my_lanes, owner);
    y[j] = __shfl_sync(kAllLanes, my_right, owner) + (part ^ lanes[j] / kMine) * kMine;
    x[j] = lowest((sector - part + j) * kSector) + part * kMine;
    if (sector - part + j < sectors) {
      left[j] = *reinterpret_cast<const Words*>(keys.words + x[j]);
      right[j] = *reinterpret_cast<const Words*>(keys.words + y[j]);
    }
  }
  std::uint32_t my_outcomes = 0;
#pragma unroll
  for (std::uint32_t j = 0; j < kThreads; ++j) {
    std::uint32_t outcomes = 0;
    if (sector - part + j < sectors) {
      exchange_lanes(right[j], lanes[j]);
      [[maybe_unused]] Places left_places;
      [[maybe_unused]] Places right_places;
      if constexpr (kPlaces) {
        left_places = *reinterpret_cast<const Places*>(keys.places + x[j]);
        right_places = *reinterpret_cast<const Places*>(keys.places + y[j]);
        exchange_lanes(right_places, lanes[j]);
      }
#pragma unroll
      for (std::uint32_t i = 0; i < kMine; ++i) {
        const Word low = left[j].of[i];
        const Word high = right[j].of[i];
        bool after = mirrored ? high > low : low > high;
        if constexpr (kPlaces) {
          const std::uint32_t place = left_places.of[i];
          const bool left_pads = place >= keys.real_keys;
          const bool right_pads = right_places.of[i] >= keys.real_keys;
          after = after ||
                  (low == high && (mirrored ? right_pads && !left_pads : left_pads && !right_pads));
          left_places.of[i] = after ? right_places.of[i] : place;
          right_places.of[i] = after ? place : right_places.of[i];
        }
        left[j].of[i] = after ? high : low;
        right[j].of[i] = after ? low : high;
        outcomes |= after ? 1u << i : 0;
      }
      if (outcomes != 0) {
        exchange_lanes(right[j], lanes[j]);
        *reinterpret_cast<Words*>(keys.words + x[j]) = left[j];
        *reinterpret_cast<Words*>(keys.words + y[j]) = right[j];
        if constexpr (kPlaces) {
          exchange_lanes(right_places, lanes[j]);
          *reinterpret_cast<Places*>(keys.places + x[j]) = left_places;
          *reinterpret_cast<Places*>(keys.places + y[j]) = right_places;
        }
      }
    }
    if constexpr (kRecord) {
      outcomes <<= part * kMine;
#pragma unroll
      for (std::uint32_t lane = 1; lane < kThreads; lane *= 2) {
        outcomes |= __shfl_xor_sync(kAllLanes, outcomes, lane);
      }
      my_outcomes = part == j ? outcomes : my_outcomes;
    }
  }
  if constexpr (kRecord) {
    if (sector >= sectors) return;
    if (mirrored) my_outcomes = __brev(my_outcomes) >> (kWarp - kSector);
    std::uint32_t* const row =
        bits + device_stage.first_word + std::uint64_t{matching} * device_stage.layer_words;
    reinterpret_cast<std::uint8_t*>(row)[halver * sectors + sector] =
        static_cast<std::uint8_t>(my_outcomes);
  }
}

/// Wires [base, base + wires) of one level to their spots at the next step.
template <typename Word, bool kPlaces>
static __global__ void move_aks_level(KeyArrays<Word, kPlaces> from, KeyArrays<Word, kPlaces> to,
                                      AksMoveTo way, std::uint32_t base, std::uint32_t wires) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= wires) return;
  const std::uint32_t node = i / way.a;
  const auto key = load_key<Word, kPlaces>(from, base + i);
  store_key(to, way.spot(node, i - node * way.a), key);
}

/// Keys from their wires to the spots of step 0.
template <typename Word, bool kPlaces>
static __global__ void take_aks_start(KeyArrays<Word, kPlaces> from, KeyArrays<Word, kPlaces> to,
                                      const std::uint32_t* __restrict__ wires,
                                      std::uint32_t count) {
  const std::uint32_t spot = blockIdx.x * blockDim.x + threadIdx.x;
  if (spot >= count) return;
  store_key(to, spot, load_key<Word, kPlaces>(from, wires[spot]));
}

/// Counts neighbours that are out of order.
template <typename Word, bool kPlaces>
static __global__ void count_aks_disorder(KeyArrays<Word, kPlaces> keys, std::uint32_t count,
                                          std::uint32_t* disorder) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool wrong = i + 1 < count && held_after(take_key(keys, i), take_key(keys, i + 1));
  const std::uint32_t lanes = __ballot_sync(kAllLanes, wrong);
  if (threadIdx.x % kWarp == 0 && lanes != 0) atomicAdd(disorder, __popc(lanes));
}

/// Counts words that differ.
template <typename Word>
static __global__ void count_aks_differences(const Word* __restrict__ a, const Word* __restrict__ b,
                                             std::uint32_t count, std::uint32_t* differences) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t lanes = __ballot_sync(kAllLanes, i < count && a[i] != b[i]);
  if (threadIdx.x % kWarp == 0 && lanes != 0) atomicAdd(differences, __popc(lanes));
}

}  // namespace sortscope::device
