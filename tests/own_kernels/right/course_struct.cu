// Keys with values, compared by .k; helpers for structs.
#include <cuda_runtime.h>
#include <algorithm>
#include <vector>
struct Item {
  Key k;
  int v;
};
__device__ bool operator<(const Item& a, const Item& b) { return a.k < b.k; }
__device__ void swap_items(Item& a, Item& b) {
  Item t = a;
  a = b;
  b = t;
}
__global__ void load(Item* it, Key* keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    it[i].k = keys[i];
    it[i].v = i;
  }
}
__global__ void store(Item* it, Key* keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) keys[i] = it[i].k;
}
__global__ void oet(Item* it, int n) {
  int t = threadIdx.x;
  for (int r = 0; r < n; ++r) {
    for (int i = 2 * t + (r & 1); i + 1 < n; i += 2 * blockDim.x)
      if (it[i + 1] < it[i]) swap_items(it[i], it[i + 1]);
    __syncthreads();
  }
}
void sort(Key* keys, unsigned n) {
  Item* items;
  cudaMalloc(&items, n * sizeof(Item));
  load<<<(n + 127) / 128, 128>>>(items, keys, n);
  oet<<<1, 256>>>(items, n);
  store<<<(n + 127) / 128, 128>>>(items, keys, n);
  cudaFree(items);
}
