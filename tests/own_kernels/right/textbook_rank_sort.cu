// Rank sort as the chapter on shared memory does it: every thread counts the keys before its own,
// tile by tile.
#include <cstdio>
#define TILE 128

__global__ void rankSort(const int* in, int* out, int n) {
  __shared__ int tile[TILE];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = 0;
  if (i < n) mine = in[i];
  int rank = 0;
  for (int start = 0; start < n; start += TILE) {
    if (start + threadIdx.x < n) tile[threadIdx.x] = in[start + threadIdx.x];
    __syncthreads();
    if (i < n) {
      for (int t = 0; t < TILE && start + t < n; t++) {
        if (tile[t] < mine || (tile[t] == mine && start + t < i)) rank++;
      }
    }
    __syncthreads();
  }
  if (i < n) out[rank] = mine;
}

void sort_on_gpu(int* h_data, int n) {
  int *d_in, *d_out;
  size_t bytes = n * sizeof(int);
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, h_data, bytes, cudaMemcpyHostToDevice);
  rankSort<<<(n + TILE - 1) / TILE, TILE>>>(d_in, d_out, n);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) printf("%s\n", cudaGetErrorString(err));
  cudaMemcpy(h_data, d_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}
