// kernels.cuh: the passes of the interval-based sort: tiles sorted, then four runs merged
// at a time. Sources: Zachmann 2011, Theorem 3.
#pragma once

#include "kernels/sorters/intervals/copy.cuh"
#include "kernels/sorters/intervals/split.cuh"
#include "kernels/sorters/intervals/warp.cuh"

namespace sortscope::device::interval {

/// Keys as the passes between the first and the last move them: a key and its place in one element.
template <typename ElementType>
struct PackedKeys {
  using Element = ElementType;
  Element* words;
  __device__ __forceinline__ Element load(std::uint32_t i) const { return words[i]; }
  __device__ __forceinline__ void store(std::uint32_t i, const Element& element) const {
    words[i] = element;
  }
};

/// Keys as the caller has them, places apart.
struct ApartKeys32 {
  using Element = std::uint64_t;
  std::uint32_t* words;
  std::uint32_t* places;
  __device__ __forceinline__ Element load(std::uint32_t i) const {
    return std::uint64_t{words[i]} << 32 | places[i];
  }
  __device__ __forceinline__ void store(std::uint32_t i, Element element) const {
    words[i] = static_cast<std::uint32_t>(element >> 32);
    places[i] = static_cast<std::uint32_t>(element);
  }
};
struct ApartKeys64 {
  using Element = Placed64;
  std::uint64_t* words;
  std::uint32_t* places;
  __device__ __forceinline__ Element load(std::uint32_t i) const { return {words[i], places[i]}; }
  __device__ __forceinline__ void store(std::uint32_t i, const Element& element) const {
    words[i] = element.word;
    places[i] = static_cast<std::uint32_t>(element.place);
  }
};

/// Reads a unit's `count` keys from index `first` on, in any order; the rest is the largest key.
template <typename Keys, typename Element>
__device__ __forceinline__ void load_unit(const Keys& keys, std::uint32_t first,
                                          std::uint32_t count, Element (&own)[kLaneKeys]) {
  const std::uint32_t lane = threadIdx.x % 32;
  if constexpr (sizeof(Element) == 4) {
    if (count == kUnit) {
      const uint4* const from = reinterpret_cast<const uint4*>(keys.words + first) + lane;
#pragma unroll
      for (std::uint32_t v = 0; v < kLaneKeys / 4; ++v) {
        const uint4 four = from[32 * v];
        own[4 * v] = four.x;
        own[4 * v + 1] = four.y;
        own[4 * v + 2] = four.z;
        own[4 * v + 3] = four.w;
      }
      return;
    }
  }
#pragma unroll
  for (std::uint32_t e = 0; e < kLaneKeys; ++e) {
    const std::uint32_t i = lane + 32 * e;
    own[e] = i < count ? keys.load(first + i) : largest<Element>();
  }
}

/// Writes the first `count` keys of a unit that the warp has stored in rows, to index `first` on.
template <typename Keys, typename Element>
__device__ __forceinline__ void store_unit(const Keys& keys, std::uint32_t first,
                                           std::uint32_t count, const Element* unit) {
  const std::uint32_t lane = threadIdx.x % 32;
  __syncwarp();
  if constexpr (sizeof(Element) == 4) {
    if (count == kUnit) {
      uint4* const to = reinterpret_cast<uint4*>(keys.words + first) + lane;
      const Element* const from = unit + slot_of<true>(4 * lane);
#pragma unroll
      for (std::uint32_t v = 0; v < kLaneKeys / 4; ++v) {
        const Element* const four = from + 4 * kRowSlots * v;
        to[32 * v] = make_uint4(four[0], four[1], four[2], four[3]);
      }
      return;
    }
  }
#pragma unroll
  for (std::uint32_t e = 0; e < kLaneKeys; ++e) {
    if (lane + 32 * e < count) keys.store(first + lane + 32 * e, unit[lane + kRowSlots * e]);
  }
}

/// Shared memory of sort_tiles and of merge_pass, in elements.
constexpr std::uint32_t sort_slots(std::uint32_t warps) { return warps * kUnitSlots; }
template <typename Element>
constexpr std::uint32_t window_slots(std::uint32_t warps) {
  return warps * kUnit + kRuns * 2 * (kAligned<Element> - 1);
}
/// The rows of merge_pass, one unit more than a tile has.
constexpr std::uint32_t row_slots(std::uint32_t warps) { return (warps + 1) * kUnitSlots; }
/// Rows, input, and what load_interval may read behind the last window: nothing is written there.
/// Of one warp `in_place` nothing is read behind the rows.
template <typename Element>
constexpr std::uint32_t merge_slots(std::uint32_t warps, bool in_place) {
  return row_slots(warps) + (in_place ? 0 : window_slots<Element>(warps) + kUnit);
}

/// Pass 0: every block sorts a tile of kWarps units.
template <std::uint32_t kWarps, std::uint32_t kBlocks, typename From, typename To>
static __global__ void __launch_bounds__(kWarps * 32, kBlocks)
    sort_tiles(From from, To to, std::uint32_t n, Stamp stamp) {
  const Stamped stamped(stamp);
  using Element = typename From::Element;
  extern __shared__ __align__(16) unsigned char memory[];
  Element* const rows = reinterpret_cast<Element*>(memory);
  const std::uint32_t warp = threadIdx.x / 32;
  Element* const unit = rows + warp * kUnitSlots;
  const std::uint32_t first = (blockIdx.x * kWarps + warp) * kUnit;
  const std::uint32_t count = first < n ? min(n - first, kUnit) : 0;
  Element own[kLaneKeys];
  load_unit(from, first, count, own);
  sort_unit(unit, own);
#pragma unroll 1
  for (std::uint32_t run = kUnit; run < kWarps * kUnit; run *= 2) {
    store_rows(unit, own);
    __syncthreads();
    const std::uint32_t pair = warp * kUnit / (2 * run) * (2 * run);
    const std::uint32_t begin = warp * kUnit - pair;
    load_interval<true>(rows, {pair, run}, {pair + run, run}, begin, begin + kUnit, own);
    __syncthreads();
    merge_columns(unit, 16, own, [] {});
  }
  store_rows(unit, own);
  store_unit(to, first, count, unit);
}

/// Where tile `tile` begins and ends in its runs.
template <typename Element>
__device__ __forceinline__ Windows find_windows(const PassShape& shape, std::uint32_t tile,
                                                const uint4* splits) {
  Windows windows;
  const std::uint32_t group = group_of(shape, tile);
  const bool ends_group = tile + 1 == shape.tiles || group_of(shape, tile + 1) != group;
  const uint4 begin = splits[tile];
  const uint4 end = splits[ends_group ? tile : tile + 1];
  const std::uint32_t begins[kRuns] = {begin.x, begin.y, begin.z, begin.w};
  const std::uint32_t ends[kRuns] = {end.x, end.y, end.z, end.w};
#pragma unroll
  for (std::uint32_t r = 0; r < kRuns; ++r) {
    windows.source[r] = group + (r << shape.run_log2) + begins[r];
    windows.runs[r].count = (ends_group ? run_count(shape, group, r) : ends[r]) - begins[r];
  }
  place_windows<Element>(windows);
  return windows;
}

/// Warps of merge_pass: one for each unit of a tile, and one more, which starts the copies and
/// takes the unit too many that two merges side by side have when neither ends with a unit.
constexpr std::uint32_t merge_warps(std::uint32_t warps) { return warps + 1; }

/// A pass: each block merges tiles of kWarps units, one after the other; the windows of the next
/// one are on their way while the block works. Two merge levels: runs a with b and c with d, each
/// by intervals of 1024 ranks, then the two results. kInPlace: the rows lie where the input was,
/// and the windows of a tile come when the one before it is done: half the shared memory.
template <std::uint32_t kWarps, std::uint32_t kBlocks, bool kInPlace, typename To>
static __global__ void __launch_bounds__(merge_warps(kWarps) * 32, kBlocks)
    merge_pass(const typename To::Element* from, To to, PassShape shape, const uint4* splits,
               Stamp stamp) {
  const Stamped stamped(stamp);
  using Element = typename To::Element;
  // Windows of whole vectors begin without a gap, so that the input and what is read behind it end
  // before the rows do.
  static_assert(!kInPlace || (kWarps == 1 && kAligned<Element> == 1));
  extern __shared__ __align__(16) unsigned char memory[];
  __shared__ Windows windows;
  __shared__ std::uint64_t arrived;  // a gate: the windows are there
  __shared__ std::uint64_t taken;    // a gate: the warps have read what they merge last
  Element* const rows = reinterpret_cast<Element*>(memory);
  Element* const input = kInPlace ? rows : rows + row_slots(kWarps);
  const std::uint32_t warp = threadIdx.x / 32;
  Element* const unit = rows + warp * kUnitSlots;
  constexpr std::uint32_t kCopier = kWarps * 32;
  const auto fetch = [&](std::uint32_t tile) {
    if (threadIdx.x != kCopier || tile >= shape.tiles) return;
    windows = find_windows<Element>(shape, tile, splits);
    start_copies(from, shape.n, windows, input, &arrived);
  };
  if (threadIdx.x == kCopier) {
    create_gate(&arrived, 1);
    create_gate(&taken, merge_warps(kWarps));
  }
  __syncthreads();
  if (!kInPlace) fetch(blockIdx.x);
  std::uint32_t time = 0;
#pragma unroll 1
  for (std::uint32_t tile = blockIdx.x; tile < shape.tiles; tile += gridDim.x, ++time) {
    const std::uint32_t first = tile * kWarps * kUnit;
    const std::uint32_t count = min(shape.n - first, kWarps * kUnit);
    if (kInPlace) {
      __syncthreads();  // the rows of the tile before are stored
      fetch(tile);
    }
    if (!SORTSCOPE_BULK_COPY) __syncthreads();
    await_gate(&arrived, time);
    if (!SORTSCOPE_BULK_COPY) {
      copy_now(from, windows, input);
      __syncthreads();
    }
    const std::uint32_t low_count = windows.runs[0].count + windows.runs[1].count;
    const std::uint32_t low_units = (low_count + kUnit - 1) / kUnit;
    const bool is_low = warp < low_units;
    Run a = windows.runs[is_low ? 0 : 2];
    Run b = windows.runs[is_low ? 1 : 3];
    std::uint32_t begin = (is_low ? warp : warp - low_units) * kUnit;  // the warp's ranks
    std::uint32_t end = is_low ? low_count : count - low_count;
    // Both levels by the same code, for the instruction cache.
#pragma unroll 1
    for (std::uint32_t level = 0; level < 2; ++level) {
      Element own[kLaneKeys];
      const bool works = begin < end;
      end = min(end, begin + kUnit);
      if (!works) {
        // Never looked at; without it the registers would be kept from level to level.
#pragma unroll
        for (std::uint32_t e = 0; e < kLaneKeys; ++e) own[e] = Element{};
      } else if (level == 0) {
        load_interval<false>(input, a, b, begin, end, own);
      } else {
        load_interval<true>(rows, a, b, begin, end, own);
      }
      // The last level's rows overwrite what other warps may still have to read. No warp waits
      // here, but after its next layers.
      if (level == 1) pass_gate(&taken);
      const auto before_rows = [&] {
        if (level == 1) await_gate(&taken, time);
      };
      // The input is read; here, where every warp comes by, and not within one of the branches.
      if (kInPlace && level == 0) __syncthreads();
      if (works) {
        merge_columns(unit, 16, own, before_rows);
        store_rows(unit, own);
      } else {
        before_rows();
      }
      if (level == 0) {
        __syncthreads();  // the input is read, the rows are written
        if (!kInPlace) fetch(tile + gridDim.x);
        a = {0, low_count};
        b = {low_units * kUnit, count - low_count};
        begin = warp * kUnit;
        end = warp < kWarps ? count : 0;
      } else if (works) {
        store_unit(to, first + begin, end - begin, unit);
        __syncwarp();
      }
    }
  }
}

}  // namespace sortscope::device::interval
