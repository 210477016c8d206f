// fast_bits.cuh: outcome bits of threads that do 16 comparators of a layer each in registers.
#pragma once

#include <cstdint>

#include "kernels/comparator.cuh"

namespace sortscope::device {

/// Shifts `outcomes` left and appends whether lower <= upper, the opposite of an exchange: the
/// carry of a subtraction, without the predicate that a comparison would take.
__device__ __forceinline__ void append_kept(std::uint32_t& outcomes, std::uint32_t lower,
                                               std::uint32_t upper) {
  asm("{\n .reg .u32 difference;\n sub.cc.u32 difference, %2, %1;\n addc.u32 %0, %0, %0;\n}"
      : "+r"(outcomes)
      : "r"(lower), "r"(upper));
}

/// Bit l of lane i becomes bit i of lane l. 32 lanes.
__device__ __forceinline__ std::uint32_t transpose_bits(std::uint32_t word) {
  const std::uint32_t lane = threadIdx.x % kWarp;
#pragma unroll
  for (std::uint32_t s = 16; s > 0; s /= 2) {
    const std::uint32_t low = 0xFFFFFFFFu / ((1u << s) + 1);  // bits whose number lacks bit s
    const std::uint32_t other = __shfl_xor_sync(kAllLanes, word, s);
    const bool upper = (lane & s) != 0;
    const std::uint32_t keep = upper ? ~low : low;
    const std::uint32_t moved = __funnelshift_l(other, other, upper ? kWarp - s : s);
    word = (word & keep) | (moved & ~keep);
  }
  return word;
}

}  // namespace sortscope::device
