// interval_passes.cuh: what interval_launch.cuh declares, for one type of keys; instantiated by
// interval_*.cu.
#pragma once

#include <algorithm>
#include <bit>
#include <type_traits>

#include "kernels/interval_kernels.cuh"
#include "kernels/interval_launch.cuh"

namespace sortscope::device::interval {

/// Sizes that were fastest on an H200. Two tiles of pass 0, one twice as long as the other, so that
/// any number of merge levels is left even.
template <typename Element>
struct Sizes;
template <>
struct Sizes<std::uint32_t> {
  static constexpr std::uint32_t kSmallSort = 4;  // warps of pass 0: this, or twice as many
  static constexpr std::uint32_t kLargeSort = 8;
  static constexpr std::uint32_t kSmallMerge = 4;
  static constexpr std::uint32_t kLargeMerge = 8;
  static constexpr std::uint32_t kLargeFrom = 1u << 21;
  static constexpr std::uint32_t kSortThreads = 1024;  // of a multiprocessor, at least
  static constexpr std::uint32_t kMergeUnits = 24;     // of a multiprocessor, at once
};
template <>
struct Sizes<std::uint64_t> {
  static constexpr std::uint32_t kSmallSort = 4;
  static constexpr std::uint32_t kLargeSort = 8;
  static constexpr std::uint32_t kSmallMerge = 4;
  static constexpr std::uint32_t kLargeMerge = 4;
  static constexpr std::uint32_t kLargeFrom = 1u << 21;
  static constexpr std::uint32_t kSortThreads = 512;
  static constexpr std::uint32_t kMergeUnits = 12;
};
template <>
struct Sizes<Placed64> {
  static constexpr std::uint32_t kSmallSort = 2;
  static constexpr std::uint32_t kLargeSort = 2;
  static constexpr std::uint32_t kSmallMerge = 2;
  static constexpr std::uint32_t kLargeMerge = 2;
  static constexpr std::uint32_t kLargeFrom = 1;
  static constexpr std::uint32_t kSortThreads = 128;
  static constexpr std::uint32_t kMergeUnits = 4;
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

/// Calls run(number of warps as a constant).
template <std::uint32_t kFirst, std::uint32_t... kRest, typename Run>
cudaError_t with_warps(std::uint32_t warps, Run run) {
  if (warps == kFirst) return run(std::integral_constant<std::uint32_t, kFirst>{});
  if constexpr (sizeof...(kRest) > 0) return with_warps<kRest...>(warps, run);
  return cudaErrorInvalidValue;
}
template <typename Size, typename Run>
cudaError_t with_sort_warps(std::uint32_t warps, Run run) {
  return with_warps<Size::kSmallSort, Size::kLargeSort, 2 * Size::kLargeSort>(warps, run);
}
template <typename Size, typename Run>
cudaError_t with_merge_warps(std::uint32_t warps, Run run) {
  return with_warps<Size::kSmallMerge, Size::kLargeMerge>(warps, run);
}

template <std::uint32_t kWarps, typename From, typename To>
constexpr auto* sort_kernel() {
  using Size = Sizes<typename From::Element>;
  return sort_tiles<kWarps, std::max(1u, Size::kSortThreads / (kWarps * 32)), From, To>;
}
template <std::uint32_t kWarps, typename To>
constexpr auto* merge_kernel() {
  return merge_pass<kWarps, Sizes<typename To::Element>::kMergeUnits / kWarps, To>;
}
template <std::uint32_t kWarps, typename Element>
constexpr std::size_t sort_bytes() {
  return sort_slots(kWarps) * sizeof(Element);
}
template <std::uint32_t kWarps, typename Element>
constexpr std::size_t merge_bytes() {
  return merge_slots<Element>(kWarps) * sizeof(Element);
}

template <typename Word, bool kPlaces>
Plan plan_for(std::uint32_t n) {
  using Size = typename Types<Word, kPlaces>::Size;
  const bool large = n >= Size::kLargeFrom;
  Plan plan{n, large ? Size::kLargeSort : Size::kSmallSort,
            large ? Size::kLargeMerge : Size::kSmallMerge, 0, 0};
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

template <typename Kernel>
cudaError_t allow_shared(Kernel* kernel, std::size_t bytes) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
}

template <typename Word, bool kPlaces>
cudaError_t ready(Plan& plan) {
  using T = Types<Word, kPlaces>;
  using Element = typename T::Element;
  int device = 0;
  int processors = 0;
  cudaError_t result = cudaGetDevice(&device);
  if (result == cudaSuccess) {
    result = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  }
  if (result != cudaSuccess) return result;
  result = with_sort_warps<typename T::Size>(plan.sort_warps, [&](auto warps) {
    constexpr std::size_t kBytes = sort_bytes<warps, Element>();
    const cudaError_t whole =
        allow_shared(sort_kernel<warps, typename T::Apart, typename T::Apart>(), kBytes);
    if (whole != cudaSuccess) return whole;
    return allow_shared(sort_kernel<warps, typename T::Apart, typename T::Packed>(), kBytes);
  });
  if (result != cudaSuccess) return result;
  return with_merge_warps<typename T::Size>(plan.merge_warps, [&](auto warps) {
    constexpr std::size_t kBytes = merge_bytes<warps, Element>();
    const cudaError_t last = allow_shared(merge_kernel<warps, typename T::Apart>(), kBytes);
    if (last != cudaSuccess) return last;
    auto* const kernel = merge_kernel<warps, typename T::Packed>();
    const cudaError_t others = allow_shared(kernel, kBytes);
    if (others != cudaSuccess) return others;
    int blocks = 0;
    const cudaError_t counted = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, merge_warps(warps) * 32, kBytes);
    plan.merge_blocks = static_cast<std::uint32_t>(blocks * processors);
    return counted == cudaSuccess && blocks == 0 ? cudaErrorInvalidConfiguration : counted;
  });
}

/// Four runs of 2^run_log2 elements each become one, everywhere.
template <typename Element, typename To>
cudaError_t launch_merge(const Plan& plan, std::uint32_t run_log2, const Element* from, To to,
                         uint4* splits, Stamp stamp, cudaStream_t stream) {
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
  return with_merge_warps<Sizes<Element>>(plan.merge_warps, [&](auto warps) {
    merge_kernel<warps, To>()<<<std::min(shape.tiles, plan.merge_blocks), merge_warps(warps) * 32,
                                merge_bytes<warps, Element>(), stream>>>(from, to, shape, splits,
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
    constexpr std::size_t kBytes = sort_bytes<warps, Element>();
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
