// std::swap in device code, as nvcc takes it with --expt-relaxed-constexpr.
#include <algorithm>
#include <utility>

__global__ void transpose_neighbours(float* v, int n, int odd) {
  for (int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd; i + 1 < n;
       i += 2 * gridDim.x * blockDim.x) {
    if (v[i + 1] < v[i]) {
      std::swap(v[i], v[i + 1]);
    }
  }
}

void sort_floats(float* v, int n) {
  for (int round = 0; round < n; round++) {
    transpose_neighbours<<<std::max(1, n / 128), 64>>>(v, n, round & 1);
  }
}
