// larger_key.cuh: the larger of two keys without the pipe that compares them.
#pragma once

#include <cstdint>

namespace sortscope::device {

/// 1 and -1 where the compiler cannot know them: a sum by them is a multiplication, which has its
/// own pipe, beside the one of comparisons and selections.
static __constant__ std::uint32_t multipliers[2] = {1, 0xFFFFFFFFu};

/// a + b - c modulo 2^32: what is left of a and b when c is one of them.
__device__ __forceinline__ std::uint32_t other_of(std::uint32_t a, std::uint32_t b,
                                                  std::uint32_t c) {
  std::uint32_t sum;
  std::uint32_t other;
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(multipliers[0]), "r"(b));
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(other) : "r"(c), "r"(multipliers[1]), "r"(sum));
  return other;
}

/// `to` becomes `from`, if `moves`.
__device__ __forceinline__ void take_if(bool moves, std::uint32_t& to, std::uint32_t from) {
  asm("{\n .reg .pred moves;\n setp.ne.u32 moves, %2, 0;\n @moves mad.lo.u32 %0, %1, %3, 0;\n}"
      : "+r"(to)
      : "r"(from), "r"(static_cast<std::uint32_t>(moves)), "r"(multipliers[0]));
}

__device__ __forceinline__ void take_if(bool moves, std::uint64_t& to, std::uint64_t from) {
  auto low = static_cast<std::uint32_t>(to);
  auto high = static_cast<std::uint32_t>(to >> 32);
  take_if(moves, low, static_cast<std::uint32_t>(from));
  take_if(moves, high, static_cast<std::uint32_t>(from >> 32));
  to = std::uint64_t{high} << 32 | low;
}

}  // namespace sortscope::device
