// small_kernel.h: a CUDA file of a person's own, for tests that open one.
#pragma once

#include <string_view>

namespace sortscope {

/// Odd-even transposition in two loops: n launches.
inline constexpr std::string_view kSmallKernel =
    R"(__global__ void step(Key* keys, unsigned n, unsigned first) {
  unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + first;
  if (i + 1 < n && keys[i] > keys[i + 1]) {
    Key held = keys[i];
    keys[i] = keys[i + 1];
    keys[i + 1] = held;
  }
}
void sort(Key* keys, unsigned n) {
  for (unsigned k = 0; k < n; ++k) step<<<(n + 63) / 64, 32>>>(keys, n, k % 2);
}
)";

}  // namespace sortscope
