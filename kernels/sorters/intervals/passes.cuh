// passes.cuh: what launch.cuh declares, for one type of keys; instantiated by
// type.cu.in.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include "kernels/device/limits.cuh"
#include "kernels/sorters/intervals/kernels.cuh"
#include "kernels/sorters/intervals/launch.cuh"

namespace sortscope::device::interval {

/// Tiles of a merge pass: warps, blocks of a multiprocessor at once, and whether rows lie where the
/// input was.
struct MergeShape {
  std::uint32_t warps;
  std::uint32_t blocks;
  bool in_place;
};

/// Sizes that were fastest on an H200, and smaller ones for GPUs whose blocks have less shared
/// memory than those take. Two tiles of pass 0, one twice as long as the other, so that any number
/// of merge levels is left even.
template <typename Element>
struct Sizes;
template <>
struct Sizes<std::uint32_t> {
  static constexpr std::uint32_t kLeastSort = 4;  // warps of pass 0: this, or twice as many
  static constexpr std::uint32_t kSmallSort = 4;
  static constexpr std::uint32_t kLargeSort = 8;
  static constexpr std::array<MergeShape, 2> kMerges = {{{8, 3, false}, {4, 6, false}}};
  static constexpr std::uint32_t kSmallMerge = 1;  // of kMerges
  static constexpr std::uint32_t kLargeFrom = 1u << 21;
  static constexpr std::uint32_t kSortThreads = 1024;  // of a multiprocessor, at least
};
template <>
struct Sizes<std::uint64_t> {
  static constexpr std::uint32_t kLeastSort = 2;
  static constexpr std::uint32_t kSmallSort = 4;
  static constexpr std::uint32_t kLargeSort = 8;
  static constexpr std::array<MergeShape, 3> kMerges = {
      {{4, 3, false}, {2, 5, false}, {1, 7, false}}};
  static constexpr std::uint32_t kSmallMerge = 0;
  static constexpr std::uint32_t kLargeFrom = 1u << 21;
  static constexpr std::uint32_t kSortThreads = 512;
};
template <>
struct Sizes<Placed64> {
  static constexpr std::uint32_t kLeastSort = 1;
  static constexpr std::uint32_t kSmallSort = 2;
  static constexpr std::uint32_t kLargeSort = 2;
  static constexpr std::array<MergeShape, 2> kMerges = {{{2, 2, false}, {1, 3, true}}};
  static constexpr std::uint32_t kSmallMerge = 0;
  static constexpr std::uint32_t kLargeFrom = 1;
  static constexpr std::uint32_t kSortThreads = 128;
};

/// Up to here a whole warp looks for the begin of each tile: it waits for fewer loads.
inline constexpr std::uint32_t kFewTiles = 512;
inline constexpr std::uint32_t kSplitThreads = 128;

template <typename Word, bool kPlaces>
struct Types {
  using Apart =
      std::conditional_t<kPlaces, std::conditional_t<sizeof(Word) == 4, ApartKeys32, ApartKeys64>,
                         PackedKeys<Word>>;
  using Element = typename Apart::Element;
  using Packed = PackedKeys<Element>;
  using Size = Sizes<Element>;

  static Apart caller(const Buffers& buffers) {
    if constexpr (kPlaces) {
      return {static_cast<Word*>(buffers.words), buffers.places};
    } else {
      return {static_cast<Word*>(buffers.words)};
    }
  }
};

/// Calls run(number of warps of pass 0 as a constant): kLeastSort to twice kLargeSort.
template <typename Size, std::uint32_t kWarps = Size::kLeastSort, typename Run>
static cudaError_t with_sort_warps(std::uint32_t warps, Run run) {
  if (warps == kWarps) return run(std::integral_constant<std::uint32_t, kWarps>{});
  if constexpr (kWarps < 2 * Size::kLargeSort) return with_sort_warps<Size, 2 * kWarps>(warps, run);
  return cudaErrorInvalidValue;
}
/// Calls run(index in kMerges as a constant).
template <typename Size, std::uint32_t kIndex = 0, typename Run>
static cudaError_t with_merge(std::uint32_t index, Run run) {
  if (index == kIndex) return run(std::integral_constant<std::uint32_t, kIndex>{});
  if constexpr (kIndex + 1 < Size::kMerges.size()) return with_merge<Size, kIndex + 1>(index, run);
  return cudaErrorInvalidValue;
}

template <std::uint32_t kWarps, typename From, typename To>
static constexpr auto* sort_kernel() {
  using Size = Sizes<typename From::Element>;
  return sort_tiles<kWarps, std::max(1u, Size::kSortThreads / (kWarps * 32)), From, To>;
}
template <std::uint32_t kIndex, typename To>
static constexpr auto* merge_kernel() {
  constexpr MergeShape kShape = Sizes<typename To::Element>::kMerges[kIndex];
  return merge_pass<kShape.warps, kShape.blocks, kShape.in_place, To>;
}
template <typename Element>
static constexpr std::uint32_t sort_bytes(std::uint32_t warps) {
  return sort_slots(warps) * sizeof(Element);
}
template <typename Element>
static constexpr std::uint32_t merge_bytes(const MergeShape& shape) {
  return merge_slots<Element>(shape.warps, shape.in_place) * sizeof(Element);
}
/// Of merge_pass, beside its rows and input.
inline constexpr std::uint32_t kDeclaredBytes = 128;

template <typename Word, bool kPlaces>
Plan plan_for(std::uint32_t n, std::uint32_t shared_bytes) {
  using Size = typename Types<Word, kPlaces>::Size;
  using Element = typename Types<Word, kPlaces>::Element;
  const bool large = n >= Size::kLargeFrom;
  Plan plan{};
  plan.n = n;
  plan.sort_warps = large ? Size::kLargeSort : Size::kSmallSort;
  while (plan.sort_warps > Size::kLeastSort &&
         sort_bytes<Element>(2 * plan.sort_warps) > shared_bytes) {
    plan.sort_warps /= 2;
  }
  plan.merge = large ? 0 : Size::kSmallMerge;
  const auto merge_needs = [&] {
    return merge_bytes<Element>(Size::kMerges[plan.merge]) + kDeclaredBytes;
  };
  while (plan.merge + 1 < Size::kMerges.size() && merge_needs() > shared_bytes) ++plan.merge;
  plan.merge_warps = Size::kMerges[plan.merge].warps;
  plan.shared_bytes = std::max(merge_needs(), sort_bytes<Element>(2 * plan.sort_warps));
  const std::uint32_t units = (n + kUnit - 1) / kUnit;
  const auto levels_of = [&] {
    return static_cast<std::uint32_t>(
        std::bit_width((units + plan.sort_warps - 1) / plan.sort_warps - 1));
  };
  if (levels_of() % 2 != 0) plan.sort_warps *= 2;
  plan.merges = levels_of() / 2;
  return plan;
}

template <typename Word, bool kPlaces>
std::uint32_t element_bytes() {
  return sizeof(typename Types<Word, kPlaces>::Element);
}

template <typename Word, bool kPlaces>
cudaError_t ready(Plan& plan) {
  using T = Types<Word, kPlaces>;
  using Element = typename T::Element;
  DeviceLimits limits;
  cudaError_t result = find_device_limits(limits);
  if (result != cudaSuccess) return result;
  result = with_sort_warps<typename T::Size>(plan.sort_warps, [&](auto warps) {
    constexpr std::uint32_t kBytes = sort_bytes<Element>(warps);
    const cudaError_t whole =
        allow_shared(sort_kernel<warps, typename T::Apart, typename T::Apart>(), kBytes);
    if (whole != cudaSuccess) return whole;
    return allow_shared(sort_kernel<warps, typename T::Apart, typename T::Packed>(), kBytes);
  });
  if (result != cudaSuccess) return result;
  return with_merge<typename T::Size>(plan.merge, [&](auto index) {
    constexpr MergeShape kShape = T::Size::kMerges[index];
    constexpr std::uint32_t kBytes = merge_bytes<Element>(kShape);
    const cudaError_t last = allow_shared(merge_kernel<index, typename T::Apart>(), kBytes);
    if (last != cudaSuccess) return last;
    auto* const kernel = merge_kernel<index, typename T::Packed>();
    const cudaError_t others = allow_shared(kernel, kBytes);
    if (others != cudaSuccess) return others;
    int blocks = 0;
    const cudaError_t counted = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, merge_warps(kShape.warps) * 32, kBytes);
    plan.merge_blocks = static_cast<std::uint32_t>(blocks) * limits.multiprocessors;
    return counted == cudaSuccess && blocks == 0 ? cudaErrorInvalidConfiguration : counted;
  });
}

/// Four runs of 2^run_log2 elements each become one, everywhere.
template <typename Element, typename To>
static cudaError_t launch_merge(const Plan& plan, std::uint32_t run_log2, const Element* from,
                                To to, uint4* splits, Stamp stamp, cudaStream_t stream) {
  const std::uint32_t tile = plan.merge_warps * kUnit;
  const PassShape shape{plan.n, run_log2, static_cast<std::uint32_t>(std::countr_zero(tile)),
                        (plan.n - 1) / tile + 1};
  const auto split_blocks = [&](std::uint32_t lanes) {
    return (shape.tiles - 1) / (kSplitThreads / lanes) + 1;
  };
  if (shape.tiles <= kFewTiles) {
    split_runs<Element, 32>
        <<<split_blocks(32), kSplitThreads, 0, stream>>>(from, shape, splits, stamp);
  } else {
    split_runs<Element, 16>
        <<<split_blocks(16), kSplitThreads, 0, stream>>>(from, shape, splits, stamp);
  }
  const cudaError_t split = cudaGetLastError();
  if (split != cudaSuccess) return split;
  return with_merge<Sizes<Element>>(plan.merge, [&](auto index) {
    constexpr MergeShape kShape = Sizes<Element>::kMerges[index];
    merge_kernel<index,
                 To>()<<<std::min(shape.tiles, plan.merge_blocks), merge_warps(kShape.warps) * 32,
                         merge_bytes<Element>(kShape), stream>>>(from, to, shape, splits,
                                                                 after(stamp));
    return cudaGetLastError();
  });
}

template <typename Word, bool kPlaces>
cudaError_t launch(const Plan& plan, const Buffers& buffers, cudaStream_t stream) {
  using T = Types<Word, kPlaces>;
  using Element = typename T::Element;
  const auto elements = [&](std::uint32_t pass) {
    // The last pass but one writes the second buffer: of keys without places the last one is to
    // end in the first.
    return typename T::Packed{static_cast<Element*>(buffers.elements[(plan.merges - pass) % 2])};
  };
  Stamp stamp{buffers.stamps};
  const cudaError_t sorted = with_sort_warps<typename T::Size>(plan.sort_warps, [&](auto warps) {
    const std::uint32_t blocks = (plan.n - 1) / (warps * kUnit) + 1;
    constexpr std::uint32_t kBytes = sort_bytes<Element>(warps);
    if (plan.merges == 0) {
      sort_kernel<warps, typename T::Apart,
                  typename T::Apart>()<<<blocks, warps * 32, kBytes, stream>>>(
          T::caller(buffers), T::caller(buffers), plan.n, stamp);
    } else {
      sort_kernel<warps, typename T::Apart,
                  typename T::Packed>()<<<blocks, warps * 32, kBytes, stream>>>(
          T::caller(buffers), elements(0), plan.n, stamp);
    }
    return cudaGetLastError();
  });
  if (sorted != cudaSuccess) return sorted;
  stamp = after(stamp);
  auto run_log2 = static_cast<std::uint32_t>(std::countr_zero(plan.sort_warps * kUnit));
  for (std::uint32_t pass = 1; pass <= plan.merges; ++pass, run_log2 += 2) {
    const Element* const from = elements(pass - 1).words;
    const cudaError_t merged =
        pass == plan.merges
            ? launch_merge(plan, run_log2, from, T::caller(buffers), buffers.splits, stamp, stream)
            : launch_merge(plan, run_log2, from, elements(pass), buffers.splits, stamp, stream);
    if (merged != cudaSuccess) return merged;
    stamp = after(after(stamp));
  }
  return cudaSuccess;
}

}  // namespace sortscope::device::interval
