// copy.cuh: windows of global memory into shared memory while the block goes on working:
// bulk copies (sm_90), or loads and stores where there are none.
#pragma once

#include <cstdint>

#include "kernels/sorters/intervals/split.cuh"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define SORTSCOPE_BULK_COPY 1
#else
#define SORTSCOPE_BULK_COPY 0
#endif

namespace sortscope::device::interval {

/// Elements of 16 bytes: what a bulk copy is aligned to.
template <typename Element>
inline constexpr std::uint32_t kAligned = 16 / sizeof(Element);

/// A tile's windows: pieces of global memory, and the runs in shared memory that they become.
struct Windows {
  std::uint32_t source[kRuns];  // index of the first key in global memory
  Run runs[kRuns];
};

/// Lays the windows one after the other, each as far from a 16-byte boundary as it is in global
/// memory. Takes at most kRuns * 2 * (kAligned - 1) slots more than keys.
template <typename Element>
__device__ __forceinline__ void place_windows(Windows& windows) {
  constexpr std::uint32_t kMask = kAligned<Element> - 1;
  std::uint32_t at = 0;
#pragma unroll
  for (std::uint32_t r = 0; r < kRuns; ++r) {
    windows.runs[r].first = at + (windows.source[r] & kMask);
    const std::uint32_t end = windows.runs[r].first + windows.runs[r].count;
    if (windows.runs[r].count > 0) at = (end + kMask) & ~kMask;
  }
}

/// A barrier in shared memory at which no one has to wait where it is passed: it opens when
/// `passes` warps, or one and the bytes of its copies, have passed, and then begins anew. Where
/// there are no such barriers, the whole block waits at pass_gate.
__device__ __forceinline__ void create_gate(std::uint64_t* gate, std::uint32_t passes) {
#if SORTSCOPE_BULK_COPY
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(gate)), "r"(passes)
               : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}
/// All threads of a warp. One lane passes for all: racecheck, which does not follow that, reports
/// hazards between what comes before and after.
__device__ __forceinline__ void pass_gate(std::uint64_t* gate) {
#if SORTSCOPE_BULK_COPY
  __syncwarp();
  if (threadIdx.x % 32 == 0) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(gate)) : "memory");
  }
#else
  __syncthreads();
#endif
}
/// Waits until the gate has opened for the `time`-th time, counted from 0.
__device__ __forceinline__ void await_gate(std::uint64_t* gate, std::uint32_t time) {
#if SORTSCOPE_BULK_COPY
  asm volatile(
      "{\n .reg .pred open;\nagain:\n"
      " mbarrier.try_wait.parity.shared::cta.b64 open, [%0], %1;\n"
      " @open bra finished;\n bra again;\nfinished:\n}" ::"r"(shared_address(gate)),
      "r"(time & 1)
      : "memory");
#endif
}

/// One thread starts the copies of `windows`; `n`: keys in `keys`, after which nothing is read.
template <typename Element>
__device__ __forceinline__ void start_copies(const Element* keys, std::uint32_t n,
                                             const Windows& windows, Element* shared,
                                             std::uint64_t* arrival) {
#if SORTSCOPE_BULK_COPY
  constexpr std::uint32_t kMask = kAligned<Element> - 1;
  const std::uint32_t whole = n & ~kMask;
  std::uint32_t bytes = 0;
  std::uint32_t ends[kRuns];
#pragma unroll
  for (std::uint32_t r = 0; r < kRuns; ++r) {
    const Run run = windows.runs[r];
    const std::uint32_t begin = windows.source[r] & ~kMask;
    const std::uint32_t end = windows.source[r] + run.count;
    ends[r] = run.count > 0 ? max(min((end + kMask) & ~kMask, whole), begin) : begin;
    bytes += (ends[r] - begin) * static_cast<std::uint32_t>(sizeof(Element));
#pragma unroll 1
    for (std::uint32_t i = max(ends[r], windows.source[r]); i < end; ++i) {
      shared[run.first + i - windows.source[r]] = keys[i];
    }
  }
  // Earlier ordinary accesses to `shared` come before the copies' writes.
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(arrival)),
      "r"(bytes)
      : "memory");
#pragma unroll
  for (std::uint32_t r = 0; r < kRuns; ++r) {
    const std::uint32_t begin = windows.source[r] & ~kMask;
    if (ends[r] == begin) continue;
    const std::uint32_t to = windows.runs[r].first - (windows.source[r] & kMask);
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(shared_address(shared + to)),
        "l"(__cvta_generic_to_global(keys + begin)),
        "r"((ends[r] - begin) * static_cast<std::uint32_t>(sizeof(Element))),
        "r"(shared_address(arrival))
        : "memory");
  }
#endif
}

/// Without bulk copies: all threads of the block copy; call it where all may write `shared`.
template <typename Element>
__device__ __forceinline__ void copy_now(const Element* keys, const Windows& windows,
                                         Element* shared) {
#if !SORTSCOPE_BULK_COPY
#pragma unroll
  for (std::uint32_t r = 0; r < kRuns; ++r) {
#pragma unroll 1
    for (std::uint32_t i = threadIdx.x; i < windows.runs[r].count; i += blockDim.x) {
      shared[windows.runs[r].first + i] = keys[windows.source[r] + i];
    }
  }
#endif
}

}  // namespace sortscope::device::interval
