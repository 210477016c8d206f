// bits.cuh: outcome bits of threads that do 16 comparators of a layer each in registers.
#pragma once

#include <cstdint>

#include "kernels/device/comparator.cuh"

namespace sortscope::device {

/// The outcomes of a thread's 16 comparators of a layer, in the last bits of a float that stays
/// between 2^23 and 2^24: they are added by a pipe that comparators of integers leave idle.
class LayerOutcomes {
 public:
  /// Bit kBit: it exchanged its keys.
  template <std::uint32_t kBit>
  __device__ __forceinline__ void add(bool exchanged) {
    asm("{\n .reg .pred exchanged;\n setp.ne.u32 exchanged, %1, 0;\n"
        " @exchanged add.rn.f32 %0, %0, %2;\n}"
        : "+f"(sum_)
        : "r"(static_cast<std::uint32_t>(exchanged)), "f"(static_cast<float>(1u << kBit)));
  }
  /// In its lower half; what is above is no outcome.
  [[nodiscard]] __device__ __forceinline__ std::uint32_t bits() const {
    return __float_as_uint(sum_);
  }

 private:
  float sum_ = static_cast<float>(1u << 23);
};

/// Those of `upper` above those of `lower`.
__device__ __forceinline__ std::uint32_t both(const LayerOutcomes& upper,
                                              const LayerOutcomes& lower) {
  return __byte_perm(lower.bits(), upper.bits(), 0x5410);
}

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

}  // namespace sortscope::device
