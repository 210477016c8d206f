// Keys with their old places: a struct in dynamic shared memory, sorted by (key, place), so stable.
#include <cuda_runtime.h>
#include <climits>

struct Item {
  int key;
  int index;
};

__device__ bool comes_before(const Item& a, const Item& b) {
  if (a.key < b.key) return true;
  if (b.key < a.key) return false;
  return a.index < b.index;
}

__global__ void sort_items(int* keys, int n, int size) {
  extern __shared__ Item items[];
  for (int i = threadIdx.x; i < size; i += blockDim.x) {
    items[i].key = i < n ? keys[i] : INT_MAX;
    items[i].index = i;
  }
  __syncthreads();
  for (int k = 2; k <= size; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) {
      for (int i = threadIdx.x; i < size; i += blockDim.x) {
        int partner = i ^ j;
        if (partner > i) {
          bool up = (i & k) == 0;
          if (up == comes_before(items[partner], items[i])) {
            Item tmp = items[i];
            items[i] = items[partner];
            items[partner] = tmp;
          }
        }
      }
      __syncthreads();
    }
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) keys[i] = items[i].key;
}

void stable_sort(int* d_keys, int n) {
  int size = 1;
  while (size < n) size <<= 1;
  sort_items<<<1, 512, size * sizeof(Item)>>>(d_keys, n, size);
  cudaDeviceSynchronize();
}
