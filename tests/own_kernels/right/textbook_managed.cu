// Odd-even transposition on memory that both sides see, as introductions to unified memory write
// it.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void oddEvenStep(int* data, int n, int phase) {
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  int left = 2 * tid + phase;
  if (left + 1 < n) {
    if (data[left] > data[left + 1]) {
      int tmp = data[left];
      data[left] = data[left + 1];
      data[left + 1] = tmp;
    }
  }
}

void oddEvenSort(int* values, int n) {
  int* data = nullptr;
  cudaMallocManaged(&data, n * sizeof(int));
  for (int i = 0; i < n; i++) data[i] = values[i];
  int threads = 128;
  int blocks = (n / 2 + threads - 1) / threads;
  if (blocks == 0) blocks = 1;
  for (int phase = 0; phase < n; phase++) {
    oddEvenStep<<<blocks, threads>>>(data, n, phase % 2);
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) values[i] = data[i];
  cudaFree(data);
}

int main() {
  const int n = 1000;
  int* values = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) values[i] = rand() % 1000;
  oddEvenSort(values, n);
  for (int i = 1; i < n; i++) {
    if (values[i - 1] > values[i]) printf("wrong at %d\n", i);
  }
  free(values);
  return 0;
}
