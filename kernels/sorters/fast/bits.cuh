// bits.cuh: outcome bits of threads that do 16 comparators of a layer each in registers.
#pragma once

#include <cstdint>

#include "kernels/device/comparator.cuh"
#include "kernels/device/layer_outcomes.cuh"

namespace sortscope::device {

/// Which bit of the 32 lanes' words transpose_bits() leaves in this lane: bit 31 - q.
__device__ __forceinline__ std::uint32_t transposed_bit() {
  return (threadIdx.x + kWarp - 1) % kWarp;
}
/// Several words of each lane, transposed at once: lane i's bit 31 - q becomes bit i of the lane of
/// which transposed_bit() is q. 32 lanes. Rows are turned by their number, columns moved by theirs
/// and rows turned again: nothing but the turns depends on the lane.
template <std::uint32_t kWords>
__device__ __forceinline__ void transpose_bits(std::uint32_t (&words)[kWords]) {
  const std::uint32_t lane = threadIdx.x % kWarp;
#pragma unroll
  for (std::uint32_t& word : words) word = __funnelshift_l(word, word, lane);
#pragma unroll
  for (std::uint32_t distance = 1; distance < kWarp; distance *= 2) {
    // Bits whose number lacks the bit of `distance` stay.
    const std::uint32_t stay = 0xFFFFFFFFu / ((1u << distance) + 1);
#pragma unroll
    for (std::uint32_t& word : words) {
      const std::uint32_t other = __shfl_sync(kAllLanes, word, lane + distance);
      word = (word & stay) | (other & ~stay);
    }
  }
#pragma unroll
  for (std::uint32_t& word : words) word = __funnelshift_l(word, word, lane);
}

/// Stores a word that nobody reads soon, if `stores`: without a branch, so that what addresses have
/// in common is made once.
__device__ __forceinline__ void store_if(bool stores, std::uint32_t* to, std::uint32_t word) {
  asm volatile(
      "{\n .reg .pred stores;\n setp.ne.u32 stores, %2, 0;\n @stores st.global.cs.u32 [%0], %1;\n}"
      :
      : "l"(to), "r"(word), "r"(static_cast<std::uint32_t>(stores)));
}

}  // namespace sortscope::device
