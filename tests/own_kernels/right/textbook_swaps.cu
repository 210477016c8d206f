// Swaps of libraries: thrust::swap in device code, std::swap of pointers on the host.
#include <thrust/swap.h>
#include <algorithm>
#include <climits>
#include <utility>
#include <vector>

__global__ void step(int* a, int n, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int l = i ^ j;
  if (i < n && l > i && l < n) {
    bool up = (i & k) == 0;
    if ((a[i] > a[l]) == up) thrust::swap(a[i], a[l]);
  }
}

void bitonic(int* a, int n) {
  int wires = 1;
  while (wires < n) wires *= 2;
  int *padded, *d_a = a;
  cudaMalloc(&padded, wires * sizeof(int));
  std::vector<int> most(wires, INT_MAX);
  cudaMemcpy(padded, most.data(), wires * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(padded, d_a, n * sizeof(int), cudaMemcpyDeviceToDevice);
  std::swap(padded, d_a);
  int blocks = std::max(1, wires / 256);
  for (int k = 2; k <= wires; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) step<<<blocks, 256>>>(d_a, wires, j, k);
  cudaMemcpy(a, d_a, n * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaFree(d_a);
}
