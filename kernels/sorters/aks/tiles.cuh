// tiles.cuh: separators of the AKS network that fit into the shared memory of a block: all
// layers and all matchings in one launch, and the way to the next step.
#pragma once

#include "kernels/sorters/aks/cyclic.cuh"
#include "kernels/sorters/aks/pairs.cuh"

namespace sortscope::device {

/// Keys in shared memory.
template <typename Word, bool kPlaces>
struct TileKeys {
  Word* words;
  std::uint32_t* places;
};

/// A block's part of a stage: comparators [first, last) of each layer.
struct TileWork {
  std::uint32_t first_halver;
  std::uint32_t halvers;
  std::uint32_t shift;  // spot of wire 0 in shared memory, from the level's first
};

/// One layer of hash-made matchings whose sectors of 8 wires stay together: a lane makes the
/// partner of one sector, then the warp runs 32 sectors, four at a time. `hash_keys`: of the
/// block's halvers.
template <typename Word, bool kPlaces, bool kRecord>
__device__ void run_sectors(const AksStage& stage, HashMatching hash, TileKeys<Word, kPlaces>& keys,
                            const AksHashKeys* hash_keys, const TileWork& work,
                            std::uint32_t* row) {
  constexpr std::uint32_t kLanes = 1u << kSectorLanesLog2;
  constexpr std::uint32_t kMirrored = 1u << kSectorLanesLog2;
  const std::uint32_t first = work.first_halver * stage.per_side;
  const std::uint32_t last = first + work.halvers * stage.per_side;
  const SmallDivisor by_halver(stage.per_side / kLanes);
  const std::uint32_t lane = threadIdx.x % kWarp;
  const std::uint32_t warp = threadIdx.x / kWarp;
  for (std::uint32_t begin = first / kWarp * kWarp + warp * kLanes * kWarp; begin < last;
       begin += blockDim.x * kLanes) {
    // Wire 0 of the sector and of the one that it meets, 16 bits each; the exchange of lanes.
    std::uint32_t wires = 0;
    std::uint32_t lanes = 0;
    const std::uint32_t own = begin + lane * kLanes;
    if (own >= first && own < last) {
      const std::uint32_t local = (own - first) / kLanes;
      const std::uint32_t in_block = by_halver.divide(local);
      const std::uint32_t sector = local - in_block * (stage.per_side / kLanes);
      const std::uint32_t halver = work.first_halver + in_block;
      const std::uint32_t side = stage.sides == 2 ? halver % 2 : 0;
      const std::uint32_t origin = (stage.sides == 2 ? halver / 2 : halver) * stage.a - work.shift;
      set_keys(hash, hash_keys[in_block]);
      const std::uint32_t other = hash_sector(hash, sector);
      wires = (origin + aks_slot(stage, side, sector * kLanes)) |
              (origin + aks_slot(stage, side, stage.half + other * kLanes)) << 16;
      lanes = hash_lane(hash, sector) | (side != 0 ? kMirrored : 0);
    }
    std::uint32_t word = 0;  // lane p's: of part p
#pragma unroll
    for (std::uint32_t part = 0; part < kLanes; ++part) {
      const std::uint32_t index = begin + part * kWarp + lane;
      const std::uint32_t source = part * (kWarp / kLanes) + lane / kLanes;
      const std::uint32_t both = __shfl_sync(kAllLanes, wires, source);
      const std::uint32_t turn = __shfl_sync(kAllLanes, lanes, source);
      const bool mirrored = (turn & kMirrored) != 0;
      const std::uint32_t u = lane % kLanes;
      const std::uint32_t v = (u ^ turn) % kLanes;
      const std::uint32_t x = (both & 0xFFFF) + (mirrored ? 0 - u : u);
      const std::uint32_t y = (both >> 16) + (mirrored ? 0 - v : v);
      bool exchanged = false;
      if (index >= first && index < last) {
        const auto left = load_key<Word, kPlaces>(keys, x);
        const auto right = load_key<Word, kPlaces>(keys, y);
        exchanged = must_exchange(left, right, mirrored, false);
        if (exchanged) {
          store_key(keys, x, right);
          store_key(keys, y, left);
        }
      }
      if constexpr (kRecord) {
        const std::uint32_t outcomes = __ballot_sync(kAllLanes, exchanged);
        if (lane == part) word = outcomes;
      }
    }
    if constexpr (kRecord) {
      // All at once: a lane that wrote them one after the other would be waited for each time.
      const std::uint32_t index = begin + lane * kWarp;
      if (lane < kLanes && index < last) write_outcomes(row, index, first, last, word);
    }
  }
}

/// Layers whose comparators are made one by one: matchings, sorters, shuffles, planted errors.
template <typename Word, bool kPlaces, bool kRecord>
__device__ void run_pairs(const AksDeviceStage& device_stage, const AksGraph& graph,
                          TileKeys<Word, kPlaces>& keys, AksHashKeys* hash_keys,
                          const TileWork& work, std::uint32_t* bits) {
  const AksStage& stage = device_stage.stage;
  const std::uint32_t first = work.first_halver * stage.per_side;
  const std::uint32_t last = first + work.halvers * stage.per_side;
  const std::uint32_t aligned = first / kWarp * kWarp;
  const bool forced = is_forced(stage.work);
  const bool hashed = stage.work == AksWork::kMatching || stage.work == AksWork::kShuffle;
  const SmallDivisor per_side(stage.per_side);
  const std::uint32_t at_once = kAksMatchingKeys / work.halvers;
  HashMatching hash = hash_matching(0, stage.half);
  const bool by_sectors = stage.work == AksWork::kMatching && hash.lanes != 0 &&
                          stage.keep % (1u << kSectorLanesLog2) == 0;
  for (std::uint32_t matching = 0; matching < stage.depth; ++matching) {
    if (hashed && matching % at_once == 0) {
      const std::uint32_t made = min(at_once, stage.depth - matching) * work.halvers;
      for (std::uint32_t i = threadIdx.x; i < made; i += blockDim.x) {
        const std::uint32_t m = i / work.halvers;
        hash_keys[i] =
            aks_hash_keys(graph, stage, matching + m, work.first_halver + i - m * work.halvers);
      }
      __syncthreads();
    }
    const AksHashKeys* const here = hash_keys + matching % at_once * work.halvers;
    std::uint32_t* const row = bits + std::uint64_t{matching} * device_stage.layer_words;
    if (by_sectors) {
      run_sectors<Word, kPlaces, kRecord>(stage, hash, keys, here, work, row);
      __syncthreads();
      continue;
    }
    for (std::uint32_t index = aligned + threadIdx.x; index / kWarp * kWarp < last;
         index += blockDim.x) {
      const bool active = index >= first && index < last;
      const std::uint32_t local = active ? index - first : 0;
      const std::uint32_t in_block = per_side.divide(local);
      const std::uint32_t u = local - in_block * stage.per_side;
      const std::uint32_t halver = work.first_halver + in_block;
      const std::uint32_t side = stage.sides == 2 ? halver % 2 : 0;
      const std::uint32_t origin = (stage.sides == 2 ? halver / 2 : halver) * stage.a - work.shift;
      if (hashed) set_keys(hash, here[in_block]);
      const AksPair pair = aks_pair(stage, device_stage.form, hash, graph.planted, matching, u);
      const std::uint32_t x = origin + aks_slot(stage, side, pair.low);
      const std::uint32_t y = origin + aks_slot(stage, side, pair.high);
      bool exchanged = false;
      if (active) {
        const auto left = load_key<Word, kPlaces>(keys, x);
        const auto right = load_key<Word, kPlaces>(keys, y);
        exchanged = must_exchange(left, right, side != 0, forced);
        if (exchanged) {
          store_key(keys, x, right);
          store_key(keys, y, left);
        }
      }
      if constexpr (kRecord) {
        const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
        if (threadIdx.x % kWarp == 0) write_outcomes(row, index, first, last, word);
      }
    }
    __syncthreads();
  }
}

/// Threads of a block at most, by what a key takes of registers.
template <typename Word, bool kPlaces>
inline constexpr std::uint32_t kMostTileThreads = sizeof(Word) == 4 && !kPlaces ? 1024 : 512;

template <typename Word, bool kPlaces, bool kRecord>
static __global__ void __launch_bounds__((kMostTileThreads<Word, kPlaces>))
    run_aks_tiles(KeyArrays<Word, kPlaces> from, KeyArrays<Word, kPlaces> next,
                  const __grid_constant__ AksTiles tiles, const AksDeviceStage* __restrict__ stages,
                  AksGraph graph, std::uint32_t* bits) {
  extern __shared__ __align__(16) unsigned char shared[];
  __shared__ AksHashKeys hash_keys[kAksMatchingKeys];
  std::uint32_t which = 0;
  while (which + 1 < tiles.level_count && blockIdx.x >= tiles.levels[which + 1].first_block) {
    ++which;
  }
  const AksTileLevel& level = tiles.levels[which];
  const std::uint32_t first_unit = (blockIdx.x - level.first_block) * level.per_block;
  const std::uint32_t units = min(level.per_block, level.units - first_unit);
  const std::uint32_t wires = units * level.unit_wires;
  const std::uint32_t shift = first_unit * level.unit_wires;
  const std::uint32_t tile_wires = level.per_block * level.unit_wires;

  TileKeys<Word, kPlaces> keys{};
  TileKeys<Word, kPlaces> columns{};
  keys.words = reinterpret_cast<Word*>(shared);
  columns.words = keys.words + tile_wires;
  if constexpr (kPlaces) {
    keys.places = reinterpret_cast<std::uint32_t*>(columns.words + tiles.column_keys);
    columns.places = keys.places + tile_wires;
  }
  for (std::uint32_t i = threadIdx.x; i < wires; i += blockDim.x) {
    store_key(keys, i, take_key(from, level.base + shift + i));
  }
  __syncthreads();
  for (std::uint32_t s = 0; s < level.stage_count; ++s) {
    const AksDeviceStage stage = stages[level.first_stage + s];
    const std::uint32_t of_unit = level.halves != 0 ? 1 : stage.stage.sides;
    const TileWork work{first_unit * of_unit, units * of_unit, shift};
    std::uint32_t* const stage_bits = kRecord ? bits + stage.first_word : nullptr;
    if (stage.stage.work == AksWork::kCyclic) {
      run_cyclic<Word, kPlaces, kRecord>(stage, keys, columns, work.first_halver, work.halvers,
                                         shift, stage_bits);
    } else {
      run_pairs<Word, kPlaces, kRecord>(stage, graph, keys, hash_keys, work, stage_bits);
    }
  }
  const SmallDivisor by_unit(level.unit_wires);
  for (std::uint32_t i = threadIdx.x; i < wires; i += blockDim.x) {
    const auto key = load_key<Word, kPlaces>(keys, i);
    if (level.moves == 0) {
      give_key(from, level.base + shift + i, key);
      continue;
    }
    const std::uint32_t unit = by_unit.divide(i);
    const std::uint32_t node = level.halves != 0 ? (first_unit + unit) / 2 : first_unit + unit;
    give_key(next, level.to.spot(node, shift + i - node * level.a), key);
  }
}

}  // namespace sortscope::device
