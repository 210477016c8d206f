// warp.cuh: what one warp does in the interval-based sort: sorts 1024 keys in registers,
// finds where an interval begins in two runs, and merges the interval's two windows.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "kernels/device/larger_key.cuh"
#include "kernels/device/unrolled.cuh"

namespace sortscope::device::interval {

/// Keys that a warp holds in its registers, 32 a lane: the shortest interval that is looked up.
inline constexpr std::uint32_t kUnit = 1024;
inline constexpr std::uint32_t kLaneKeys = 32;
/// Shared memory has one unused slot after every 32 keys, so that a lane can read or write 32
/// neighbouring keys, and the lanes of a warp neighbouring ones, without two in one bank.
inline constexpr std::uint32_t kRowSlots = 33;
inline constexpr std::uint32_t kUnitSlots = kUnit / 32 * kRowSlots;
inline constexpr std::uint32_t kEveryLane = 0xFFFFFFFFu;

/// A 64-bit key and the 32-bit place that travels with it, in order of both.
struct alignas(16) Placed64 {
  std::uint64_t word;
  std::uint64_t place;
};
__device__ __forceinline__ bool operator<(const Placed64& a, const Placed64& b) {
  return a.word < b.word || (a.word == b.word && a.place < b.place);
}

/// Comes after every key, or equals it.
template <typename Element>
__device__ __forceinline__ Element largest() {
  if constexpr (std::is_same_v<Element, Placed64>) {
    return {~std::uint64_t{0}, ~std::uint64_t{0}};
  } else {
    return static_cast<Element>(~Element{0});
  }
}

/// A comparator: the smaller to `lower`. The pipe for comparisons would be the narrow place: of
/// four neighbouring comparators two find the larger by multiplications, of 64-bit keys three.
template <std::uint32_t kNumber>
__device__ __forceinline__ void put_in_order(std::uint32_t& lower, std::uint32_t& upper) {
  const std::uint32_t a = lower;
  const std::uint32_t b = upper;
  lower = min(a, b);
  upper = kNumber % 4 < 2 ? other_of(a, b, lower) : max(a, b);
}
/// One comparison and selects of halves: the compiler would compare twice.
template <std::uint32_t kNumber>
__device__ __forceinline__ void put_in_order(std::uint64_t& lower, std::uint64_t& upper) {
  const auto a_low = static_cast<std::uint32_t>(lower);
  const auto a_high = static_cast<std::uint32_t>(lower >> 32);
  const auto b_low = static_cast<std::uint32_t>(upper);
  const auto b_high = static_cast<std::uint32_t>(upper >> 32);
  std::uint32_t low;
  std::uint32_t high;
  std::uint32_t other_low;
  std::uint32_t other_high;
  if constexpr (kNumber % 4 < 3) {
    asm("{\n .reg .pred exchange;\n setp.lt.u64 exchange, %3, %2;\n"
        " selp.b32 %0, %6, %4, exchange;\n selp.b32 %1, %7, %5, exchange;\n}"
        : "=&r"(low), "=r"(high)
        : "l"(lower), "l"(upper), "r"(a_low), "r"(a_high), "r"(b_low), "r"(b_high));
    other_low = other_of(a_low, b_low, low);
    other_high = other_of(a_high, b_high, high);
  } else {
    asm("{\n .reg .pred exchange;\n setp.lt.u64 exchange, %5, %4;\n"
        " selp.b32 %0, %8, %6, exchange;\n selp.b32 %1, %9, %7, exchange;\n"
        " selp.b32 %2, %6, %8, exchange;\n selp.b32 %3, %7, %9, exchange;\n}"
        : "=&r"(low), "=&r"(high), "=&r"(other_low), "=r"(other_high)
        : "l"(lower), "l"(upper), "r"(a_low), "r"(a_high), "r"(b_low), "r"(b_high));
  }
  lower = std::uint64_t{high} << 32 | low;
  upper = std::uint64_t{other_high} << 32 | other_low;
}
template <std::uint32_t kNumber>
__device__ __forceinline__ void put_in_order(Placed64& lower, Placed64& upper) {
  const bool exchange = upper < lower;
  const Placed64 a = lower;
  const Placed64 b = upper;
  lower = {exchange ? b.word : a.word, exchange ? b.place : a.place};
  upper = {exchange ? a.word : b.word, exchange ? a.place : b.place};
}

/// Comparators between keys e and e ^ kMask of a lane.
template <std::uint32_t kMask, typename Element>
__device__ __forceinline__ void compare_lane(Element (&keys)[kLaneKeys]) {
  unrolled<kLaneKeys / 2>([&](auto number) {
    constexpr std::uint32_t kDistance = std::bit_floor(kMask);
    constexpr std::uint32_t kLower = number / kDistance * 2 * kDistance + number % kDistance;
    put_in_order<number>(keys[kLower], keys[kLower ^ kMask]);
  });
}

/// The layers of distance kDistance, kDistance/2 ... 1 between a lane's keys.
template <std::uint32_t kDistance, typename Element>
__device__ __forceinline__ void merge_lane(Element (&keys)[kLaneKeys]) {
  compare_lane<kDistance>(keys);
  if constexpr (kDistance > 1) merge_lane<kDistance / 2>(keys);
}

/// Sorts each kSize neighbouring keys of a lane: bitonic with ascending comparators only, so that
/// the first layer of a merge compares e with its mirror image.
template <std::uint32_t kSize, typename Element>
__device__ __forceinline__ void sort_lane(Element (&keys)[kLaneKeys]) {
  if constexpr (kSize > 2) sort_lane<kSize / 2>(keys);
  compare_lane<kSize - 1>(keys);
  if constexpr (kSize > 2) merge_lane<kSize / 4>(keys);
}

/// Two ways to hold a unit: in *rows* lane l has keys 32 l + e, in *columns* keys l + 32 e.
template <typename Element>
__device__ __forceinline__ void store_rows(Element* unit, const Element (&keys)[kLaneKeys]) {
  Element* const row = unit + threadIdx.x % 32 * kRowSlots;
#pragma unroll
  for (std::uint32_t e = 0; e < kLaneKeys; ++e) row[e] = keys[e];
}
template <typename Element>
__device__ __forceinline__ void load_rows(const Element* unit, Element (&keys)[kLaneKeys]) {
  const Element* const row = unit + threadIdx.x % 32 * kRowSlots;
#pragma unroll
  for (std::uint32_t e = 0; e < kLaneKeys; ++e) keys[e] = row[e];
}
template <typename Element>
__device__ __forceinline__ void store_columns(Element* unit, const Element (&keys)[kLaneKeys]) {
  Element* const column = unit + threadIdx.x % 32;
#pragma unroll
  for (std::uint32_t e = 0; e < kLaneKeys; ++e) column[e * kRowSlots] = keys[e];
}
/// Loads from shared memory at an address and an offset in bytes known when compiling: as it
/// stands, where the compiler would merge the loads of two branches and compute every address.
template <std::int32_t kOffset>
__device__ __forceinline__ void load_at(std::uint32_t& key, std::uint32_t address) {
  asm volatile("ld.shared.u32 %0, [%1+%2];" : "=r"(key) : "r"(address), "n"(kOffset) : "memory");
}
template <std::int32_t kOffset>
__device__ __forceinline__ void load_at(std::uint64_t& key, std::uint32_t address) {
  asm volatile("ld.shared.u64 %0, [%1+%2];" : "=l"(key) : "r"(address), "n"(kOffset) : "memory");
}
template <std::int32_t kOffset>
__device__ __forceinline__ void load_at(Placed64& key, std::uint32_t address) {
  asm volatile("ld.shared.v2.u64 {%0, %1}, [%2+%3];"
               : "=l"(key.word), "=l"(key.place)
               : "r"(address), "n"(kOffset)
               : "memory");
}
__device__ __forceinline__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// Columns in which the upper half of every 64 kDistance keys is read backwards: two ascending runs
/// become a bitonic sequence.
template <std::uint32_t kDistance, typename Element>
__device__ __forceinline__ void load_bitonic_columns(const Element* unit,
                                                     Element (&keys)[kLaneKeys]) {
  const std::uint32_t column = shared_address(unit + threadIdx.x % 32);
  const std::uint32_t mirrored = shared_address(unit + (31 - threadIdx.x % 32));
  unrolled<kLaneKeys>([&](auto e) {
    constexpr bool kBackwards = (e & kDistance) != 0;
    constexpr std::uint32_t kRow = kBackwards ? e ^ (kDistance - 1) : e;
    load_at<kRow * kRowSlots * sizeof(Element)>(keys[e], kBackwards ? mirrored : column);
  });
}
/// The same for a `distance` known when running.
template <typename Element>
__device__ __forceinline__ void load_run_pairs(const Element* unit, std::uint32_t distance,
                                               Element (&keys)[kLaneKeys]) {
  switch (distance) {
    case 1:
      return load_bitonic_columns<1>(unit, keys);
    case 2:
      return load_bitonic_columns<2>(unit, keys);
    case 4:
      return load_bitonic_columns<4>(unit, keys);
    case 8:
      return load_bitonic_columns<8>(unit, keys);
    default:
      return load_bitonic_columns<16>(unit, keys);
  }
}

/// From bitonic in columns to sorted in rows: a whole unit (`distance` 16), or every 64 `distance`
/// keys of it. `unit` is shared memory of the warp, once before_store() has returned.
template <typename Element, typename BeforeStore>
__device__ __forceinline__ void merge_columns(Element* unit, std::uint32_t distance,
                                              Element (&keys)[kLaneKeys],
                                              BeforeStore before_store) {
  if (distance >= 16) compare_lane<16>(keys);
  if (distance >= 8) compare_lane<8>(keys);
  if (distance >= 4) compare_lane<4>(keys);
  if (distance >= 2) compare_lane<2>(keys);
  compare_lane<1>(keys);
  before_store();
  store_columns(unit, keys);
  __syncwarp();
  load_rows(unit, keys);
  merge_lane<16>(keys);
}

/// Merges pairs of runs of 32 kDistance keys, held in rows.
template <std::uint32_t kDistance, typename Element>
__device__ __forceinline__ void merge_run_pairs(Element* unit, Element (&keys)[kLaneKeys]) {
  store_rows(unit, keys);
  __syncwarp();
  load_bitonic_columns<kDistance>(unit, keys);
  __syncwarp();
  merge_columns(unit, kDistance, keys, [] {});
}

/// Sorts the 1024 keys of a warp, in whatever order they come; they end in rows. 55 layers.
template <typename Element>
__device__ __forceinline__ void sort_unit(Element* unit, Element (&keys)[kLaneKeys]) {
  sort_lane<kLaneKeys>(keys);
  if constexpr (sizeof(Element) == 4) {
    merge_run_pairs<1>(unit, keys);
    merge_run_pairs<2>(unit, keys);
    merge_run_pairs<4>(unit, keys);
    merge_run_pairs<8>(unit, keys);
    merge_run_pairs<16>(unit, keys);
  } else {
    // One copy of the code for all levels: five of these would not fit the instruction cache.
#pragma unroll 1
    for (std::uint32_t distance = 1; distance < kLaneKeys; distance *= 2) {
      store_rows(unit, keys);
      __syncwarp();
      load_run_pairs(unit, distance, keys);
      __syncwarp();
      merge_columns(unit, distance, keys, [] {});
    }
  }
}

/// An ascending run in shared memory: `count` keys from index `first` on.
struct Run {
  std::uint32_t first;
  std::uint32_t count;
};

/// The slot of a key: rows with the unused slot, or one key after the other.
template <bool kRows>
__device__ __forceinline__ std::uint32_t slot_of(std::uint32_t index) {
  return kRows ? index + index / 32 : index;
}

/// How many of the `rank` smallest keys of a and b are in a; equal keys of a come first. Each half
/// of the warp may ask for another rank. The first round probes around the place where the split is
/// if the runs are alike, every 16th key; every other round leaves a seventeenth.
template <bool kRows, typename Element>
__device__ __forceinline__ std::uint32_t rank_split(const Element* keys, Run a, Run b,
                                                    std::uint32_t rank) {
  constexpr std::int32_t kProbes = 16;
  const auto lane = static_cast<std::int32_t>(threadIdx.x % kProbes);
  const std::uint32_t half = threadIdx.x & kProbes;
  auto low = static_cast<std::int32_t>(rank > b.count ? rank - b.count : 0);
  auto high = static_cast<std::int32_t>(min(rank, a.count));
  std::int32_t step = kProbes;
  std::int32_t first =
      static_cast<std::int32_t>(
          __fdividef(static_cast<float>(rank * a.count), static_cast<float>(a.count + b.count))) -
      kProbes / 2 * step;
  while (__any_sync(kEveryLane, low < high)) {
    const std::int32_t probe = first + lane * step;
    bool in_left = probe < low;
    if (probe >= low && probe < high) {
      in_left = !(keys[slot_of<kRows>(b.first + rank - 1 - probe)] <
                  keys[slot_of<kRows>(a.first + probe)]);
    }
    const std::int32_t left = __popc(__ballot_sync(kEveryLane, in_left) >> half & 0xFFFFu) * step;
    if (left < kProbes * step) high = min(high, first + left);
    if (left > 0) low = max(low, first + left - step + 1);
    step = (high - low) / (kProbes + 1) + 1;
    first = low + step - 1;
  }
  return static_cast<std::uint32_t>(low);
}

/// Two loads of which each lane does one, as predicates: a choice between addresses would cost two
/// more instructions a key.
template <std::int32_t kOffset, std::int32_t kIndex>
__device__ __forceinline__ void load_either(std::uint32_t& key, std::uint32_t a, std::uint32_t b,
                                            std::int32_t a_left) {
  asm volatile(
      "{\n .reg .pred from_a;\n setp.gt.s32 from_a, %3, %4;\n"
      " @from_a ld.shared.u32 %0, [%1+%5];\n @!from_a ld.shared.u32 %0, [%2+%6];\n}"
      : "=r"(key)
      : "r"(a), "r"(b), "r"(a_left), "n"(kIndex), "n"(kOffset), "n"(-kOffset)
      : "memory");
}
template <std::int32_t kOffset, std::int32_t kIndex>
__device__ __forceinline__ void load_either(std::uint64_t& key, std::uint32_t a, std::uint32_t b,
                                            std::int32_t a_left) {
  asm volatile(
      "{\n .reg .pred from_a;\n setp.gt.s32 from_a, %3, %4;\n"
      " @from_a ld.shared.u64 %0, [%1+%5];\n @!from_a ld.shared.u64 %0, [%2+%6];\n}"
      : "=l"(key)
      : "r"(a), "r"(b), "r"(a_left), "n"(kIndex), "n"(kOffset), "n"(-kOffset)
      : "memory");
}
template <std::int32_t kOffset, std::int32_t kIndex>
__device__ __forceinline__ void load_either(Placed64& key, std::uint32_t a, std::uint32_t b,
                                            std::int32_t a_left) {
  asm volatile(
      "{\n .reg .pred from_a;\n setp.gt.s32 from_a, %4, %5;\n"
      " @from_a ld.shared.v2.u64 {%0, %1}, [%2+%6];\n"
      " @!from_a ld.shared.v2.u64 {%0, %1}, [%3+%7];\n}"
      : "=l"(key.word), "=l"(key.place)
      : "r"(a), "r"(b), "r"(a_left), "n"(kIndex), "n"(kOffset), "n"(-kOffset)
      : "memory");
}

/// Ranks [begin, end) of the merged runs a and b, at most 1024 of them, as a bitonic sequence in
/// columns (where there are fewer, up to 1024 keys behind b's window are read and not used): a's
/// window, then (where there are fewer) the largest key, then b's window backwards. By Theorem 3
/// (Zachmann 2011) this is the interval that all the halvings would have left here.
template <bool kRows, typename Element>
__device__ __forceinline__ void load_interval(const Element* shared, Run a, Run b,
                                              std::uint32_t begin, std::uint32_t end,
                                              Element (&keys)[kLaneKeys]) {
  const std::uint32_t lane = threadIdx.x % 32;
  const std::uint32_t split = rank_split<kRows>(shared, a, b, lane < 16 ? begin : end);
  const std::uint32_t a_begin = __shfl_sync(kEveryLane, split, 0);
  const std::uint32_t a_end = __shfl_sync(kEveryLane, split, 16);
  const Element* const a_keys = shared + slot_of<kRows>(a.first + a_begin + lane);
  const Element* const b_keys =
      shared + slot_of<kRows>(b.first + (begin - a_begin) + (kUnit - 1 - lane));
  const auto a_left = static_cast<std::int32_t>(a_end - a_begin) - static_cast<std::int32_t>(lane);
  const std::uint32_t a_address = shared_address(a_keys);
  const std::uint32_t b_address = shared_address(b_keys);
  unrolled<kLaneKeys>([&](auto e) {
    load_either<e*(kRows ? kRowSlots : 32) * sizeof(Element), e * 32>(keys[e], a_address, b_address,
                                                                      a_left);
  });
  if (end - begin == kUnit) return;
  // Between the windows a shorter interval has read whatever follows b's.
  const auto b_from = static_cast<std::int32_t>(kUnit - (end - a_end - (begin - a_begin)) - lane);
#pragma unroll
  for (std::int32_t e = 0; e < static_cast<std::int32_t>(kLaneKeys); ++e) {
    if (32 * e >= a_left && 32 * e < b_from) keys[e] = largest<Element>();
  }
}

}  // namespace sortscope::device::interval
