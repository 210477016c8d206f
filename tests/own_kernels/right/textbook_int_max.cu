// Padded with INT_MAX on the device, as most exercises with int keys do it.
#include <climits>

__global__ void pad(int* data, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n && i < size) data[i] = INT_MAX;
}

__global__ void bitonic_step(int* data, int size, int j, int k) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= size / 2) return;
  int i = 2 * t - (t & (j - 1));
  int p = i + j;
  bool down = i & k;
  int a = data[i], b = data[p];
  if ((a > b) != down && a != b) {
    data[i] = b;
    data[p] = a;
  }
}

void bitonic_sort(int* d_keys, int n) {
  int size = 1;
  while (size < n) size <<= 1;
  int* d_work;
  cudaMalloc((void**)&d_work, size * sizeof(int));
  cudaMemcpy(d_work, d_keys, n * sizeof(int), cudaMemcpyDeviceToDevice);
  const int threads = 128, blocks = (size + threads - 1) / threads;
  pad<<<blocks, threads>>>(d_work, n, size);
  for (int k = 2; k <= size; k <<= 1) {
    for (int j = k >> 1; j > 0; j >>= 1) bitonic_step<<<blocks, threads>>>(d_work, size, j, k);
  }
  cudaMemcpy(d_keys, d_work, n * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaFree(d_work);
}
