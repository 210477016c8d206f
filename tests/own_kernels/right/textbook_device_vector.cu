// Memory by Thrust, kernels by hand: device_vector owns the keys, raw_pointer_cast hands them over.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <climits>
#include <cstdio>
#include <cstdlib>

__global__ void bitonicStep(int* v, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int ixj = i ^ j;
  if (ixj > i) {
    bool up = (i & k) == 0;
    if (up ? v[i] > v[ixj] : v[i] < v[ixj]) {
      int t = v[i];
      v[i] = v[ixj];
      v[ixj] = t;
    }
  }
}

void sort_vector(int* values, int n) {
  int size = 1;
  while (size < n) size *= 2;
  thrust::host_vector<int> h(values, values + n);
  thrust::device_vector<int> d(size, INT_MAX);
  thrust::copy(h.begin(), h.end(), d.begin());
  int threads = size < 256 ? size : 256;
  for (int k = 2; k <= size; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      bitonicStep<<<size / threads, threads>>>(thrust::raw_pointer_cast(d.data()), j, k);
    }
  }
  thrust::copy(d.begin(), d.begin() + n, values);
}

int main() {
  thrust::host_vector<int> v(1 << 16);
  for (size_t i = 0; i < v.size(); i++) v[i] = rand();
  sort_vector(v.data(), (int)v.size());
  for (size_t i = 1; i < v.size(); i++) {
    if (v[i - 1] > v[i]) printf("wrong at %zu\n", i);
  }
  return 0;
}
