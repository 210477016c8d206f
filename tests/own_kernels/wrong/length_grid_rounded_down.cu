// Neighbours compare in n rounds; every call is checked, as courses teach it.
#include <cassert>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                  \
  do {                                                                               \
    cudaError_t error = (call);                                                      \
    if (error != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                                       \
    }                                                                                \
  } while (0)

__global__ void compare_neighbours(Key* keys, int n, int parity) {
  int i = 2 * (blockDim.x * blockIdx.x + threadIdx.x) + parity;
  if (i + 1 >= n) return;
  assert(i >= 0);
  if (keys[i + 1] < keys[i]) {
    Key smaller = keys[i + 1];
    keys[i + 1] = keys[i];
    keys[i] = smaller;
  }
}

void sort(Key* keys, unsigned n) {
  int threads = 32;
  int blocks = n < 64 ? 1 : n / 64;
  if (n < 2) return;
  for (unsigned round = 0; round < n; round++) {
    compare_neighbours<<<blocks, threads>>>(keys, n, round % 2);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaDeviceSynchronize());
}
