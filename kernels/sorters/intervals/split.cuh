// split.cuh: where the tiles of a merge pass begin in its runs: exact selection in four
// sorted runs at once.
#pragma once

#include "kernels/device/stamps.cuh"
#include "kernels/sorters/intervals/warp.cuh"

namespace sortscope::device::interval {

/// A pass merges the four runs of a group, each of 2^run_log2 keys; the last group's are shorter or
/// empty where the keys end.
inline constexpr std::uint32_t kRuns = 4;
struct PassShape {
  std::uint32_t n;
  std::uint32_t run_log2;
  std::uint32_t tile_log2;  // at most run_log2 + 2
  std::uint32_t tiles;
};

/// The first key of the group that `tile` is in.
__device__ __forceinline__ std::uint32_t group_of(const PassShape& shape, std::uint32_t tile) {
  const std::uint32_t group_log2 = shape.run_log2 + 2;
  return group_log2 < 32 ? tile << shape.tile_log2 >> group_log2 << group_log2 : 0;
}

/// Keys of run `r` of the group of runs that begins at `group`.
__device__ __forceinline__ std::uint32_t run_count(const PassShape& shape, std::uint32_t group,
                                                   std::uint32_t r) {
  const std::uint64_t first = group + (std::uint64_t{r} << shape.run_log2);
  if (first >= shape.n) return 0;
  return min(shape.n - static_cast<std::uint32_t>(first), 1u << shape.run_log2);
}

template <typename Element>
__device__ __forceinline__ Element key_of_lane(const Element& key, std::uint32_t lane) {
  if constexpr (std::is_same_v<Element, Placed64>) {
    return {__shfl_sync(kEveryLane, key.word, lane), __shfl_sync(kEveryLane, key.place, lane)};
  } else {
    return __shfl_sync(kEveryLane, key, lane);
  }
}

/// For every tile, how many keys of each run come before it in the order (key, run, place in the
/// run). kLanes lanes look for the begin of a tile. Each round probes a key a lane, bounds the
/// ranks of the probes by each other, and drops what a bound decides: at least one key, with 16
/// lanes and 4 runs two thirds of all that is open. The first round probes around the place where
/// the begin is if all runs are alike.
template <typename Element, std::uint32_t kLanes>
static __global__ void split_runs(const Element* keys, PassShape shape, uint4* splits,
                                  Stamp stamp) {
  const Stamped stamped(stamp);
  constexpr std::uint32_t kPivots = kLanes / kRuns;  // of a run
  constexpr std::uint32_t kPivotMask = (1u << kPivots) - 1;
  const std::uint32_t wanted = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes;
  const std::uint32_t tile = min(wanted, shape.tiles - 1);  // every lane takes part in the shuffles
  const std::uint32_t group = group_of(shape, tile);
  const std::uint32_t rank = (tile << shape.tile_log2) - group;
  const std::uint32_t own = threadIdx.x % kLanes / kPivots;  // run of this lane
  const std::uint32_t index = threadIdx.x % kPivots;
  const std::uint32_t base_lane = threadIdx.x & (32 - kLanes);
  const std::uint32_t own_lane = base_lane + own * kPivots;  // of the run's first pivot
  const Element* const run = keys + group + (std::uint64_t{own} << shape.run_log2);
  const std::uint32_t count = run_count(shape, group, own);
  std::uint32_t group_count = count;
#pragma unroll
  for (std::uint32_t r = kPivots; r < kLanes; r *= 2) {
    group_count += __shfl_xor_sync(kEveryLane, group_count, r);
  }
  const std::uint32_t others = group_count - count;
  std::uint32_t low = rank > others ? rank - others : 0;
  std::uint32_t high = min(rank, count);
  // Probes: at + index * step, counted from `low`. Twice the root of the rank is some five standard
  // deviations of where a tile begins in runs of random keys.
  std::uint32_t step = max(1u, (2u << (32 - __clz(static_cast<int>(rank))) / 2) / kPivots);
  std::uint32_t at = 0;
  if (rank > 0) {
    const auto guess = static_cast<std::uint32_t>(
        static_cast<float>(count) * (static_cast<float>(rank) / static_cast<float>(group_count)));
    const std::uint32_t width = step * (kPivots - 1) / 2;
    at = guess > low + width ? guess - low - width : 0;
  }
  bool is_guess = (kPivots + 1) * step * 2 < high - low;
  while (__any_sync(kEveryLane, low < high)) {
    const std::uint32_t open = high - low;
    if (!is_guess) {
      step = open / (kPivots + 1) + 1;
      at = step - 1;
    }
    is_guess = false;
    const std::uint32_t probe = at + index * step;
    const bool valid = probe < open;
    const Element pivot = valid ? run[low + probe] : largest<Element>();
    const std::uint32_t valid_lanes = __ballot_sync(kEveryLane, valid);
    std::uint32_t decided = low;  // keys of all runs that are known to come before the tile
#pragma unroll
    for (std::uint32_t r = kPivots; r < kLanes; r *= 2) {
      decided += __shfl_xor_sync(kEveryLane, decided, r);
    }
    std::uint32_t at_least = probe;  // rank of the pivot among the open keys
    std::uint32_t at_most = probe;
#pragma unroll
    for (std::uint32_t r = 0; r < kRuns; ++r) {
      const std::uint32_t lane = base_lane + r * kPivots;
      const std::uint32_t run_open = __shfl_sync(kEveryLane, open, lane);
      const std::uint32_t run_at = __shfl_sync(kEveryLane, at, lane);
      const std::uint32_t run_step = __shfl_sync(kEveryLane, step, lane);
      const std::uint32_t run_valid = valid_lanes >> lane & kPivotMask;
      std::uint32_t before = 0;  // pivots of run r that come before this lane's
#pragma unroll
      for (std::uint32_t i = 0; i < kPivots; ++i) {
        const Element other = key_of_lane(pivot, lane + i);
        const bool comes_before = r < own ? !(pivot < other) : other < pivot;
        if ((run_valid >> i & 1) != 0 && comes_before) ++before;
      }
      if (r != own) {
        if (before > 0) at_least += run_at + (before - 1) * run_step + 1;
        at_most += before == static_cast<std::uint32_t>(__popc(run_valid))
                       ? run_open
                       : run_at + before * run_step;
      }
    }
    const std::uint32_t left_wanted = rank - decided;
    const std::uint32_t lefts =
        __ballot_sync(kEveryLane, valid && at_most < left_wanted) >> own_lane & kPivotMask;
    const std::uint32_t rights =
        __ballot_sync(kEveryLane, valid && at_least >= left_wanted) >> own_lane & kPivotMask;
    if (rights != 0) {
      high = low + at + static_cast<std::uint32_t>(__ffs(static_cast<int>(rights)) - 1) * step;
    }
    if (lefts != 0) low += at + static_cast<std::uint32_t>(__popc(lefts) - 1) * step + 1;
  }
  const std::uint32_t s0 = __shfl_sync(kEveryLane, low, base_lane);
  const std::uint32_t s1 = __shfl_sync(kEveryLane, low, base_lane + kPivots);
  const std::uint32_t s2 = __shfl_sync(kEveryLane, low, base_lane + 2 * kPivots);
  const std::uint32_t s3 = __shfl_sync(kEveryLane, low, base_lane + 3 * kPivots);
  if (threadIdx.x % kLanes == 0 && wanted < shape.tiles) {
    splits[tile] = make_uint4(s0, s1, s2, s3);
  }
}

}  // namespace sortscope::device::interval
