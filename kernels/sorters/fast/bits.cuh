// bits.cuh: outcome bits of threads that do 16 comparators of a layer each in registers.
#pragma once

#include <cstdint>

#include "kernels/device/comparator.cuh"

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
  const auto partner = [&](std::uint32_t distance) {
    return __shfl_xor_sync(kAllLanes, word, distance);
  };
  // Halves and bytes by permuting bytes.
  word = __byte_perm(word, partner(16), (lane & 16) == 0 ? 0x5410 : 0x3276);
  word = __byte_perm(word, partner(8), (lane & 8) == 0 ? 0x6240 : 0x3715);
#pragma unroll
  for (std::uint32_t s = 4; s > 0; s /= 2) {
    const std::uint32_t low = 0xFFFFFFFFu / ((1u << s) + 1);  // bits whose number lacks bit s
    const std::uint32_t other = partner(s);
    const bool upper = (lane & s) != 0;
    const std::uint32_t keep = upper ? ~low : low;
    const std::uint32_t moved = __funnelshift_l(other, other, upper ? kWarp - s : s);
    word = (word & keep) | (moved & ~keep);
  }
  return word;
}

}  // namespace sortscope::device
