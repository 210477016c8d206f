// layer_outcomes.cuh: outcomes of the comparators that a thread does in registers.
#pragma once

#include <cstdint>

#include "kernels/device/comparator.cuh"
#include "kernels/device/larger_key.cuh"

namespace sortscope::device {

/// The outcomes of a thread's comparators of a layer, 16 at most, in the last bits of a float that
/// stays between 2^23 and 2^24: they are added by a pipe that comparators of integers leave idle.
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

/// Puts two held keys in order; the upper one comes by the pipe of multiplications. True if it
/// exchanged them.
template <typename Word, bool kPlaces>
__device__ __forceinline__ bool order_recorded(Key<Word, kPlaces>& lower,
                                               Key<Word, kPlaces>& upper) {
  if constexpr (kPlaces) {
    return order_held(lower, upper);
  } else {
    const bool exchange = lower.word > upper.word;
    const Word first = lower.word;
    lower.word = exchange ? upper.word : first;
    take_if(exchange, upper.word, first);
    return exchange;
  }
}

}  // namespace sortscope::device
