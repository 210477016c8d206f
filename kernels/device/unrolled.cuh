// unrolled.cuh: loops whose numbers are known when compiling.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace sortscope::device {

/// Calls body(number) for the numbers 0 to kCount - 1, each known when compiling.
template <std::uint32_t kCount, typename Body>
__device__ __forceinline__ void unrolled(Body body) {
  [&]<std::uint32_t... kNumbers>(std::integer_sequence<std::uint32_t, kNumbers...>) {
    (body(std::integral_constant<std::uint32_t, kNumbers>{}), ...);
  }
  (std::make_integer_sequence<std::uint32_t, kCount>{});
}

}  // namespace sortscope::device
