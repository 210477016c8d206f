// As courses hand it out: main, host memory, timing; the keys are declared as Key.
#include <stdio.h>
#include <stdlib.h>

#define THREADS 256

__global__ void fill(Key* dev_values, int from, int to, Key value) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= from && i < to) dev_values[i] = value;
}

__global__ void bitonic_sort_step(Key* dev_values, int size, int j, int k) {
  int i, ixj;
  i = threadIdx.x + blockDim.x * blockIdx.x;
  ixj = i ^ j;
  if (ixj > i && i < size) {
    if ((i & k) == 0) {
      if (dev_values[i] > dev_values[ixj]) {
        Key temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
    if ((i & k) != 0) {
      if (dev_values[i] < dev_values[ixj]) {
        Key temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
  }
}

void bitonic_sort(Key* values, int n) {
  Key* dev_values;
  int size = 1, blocks, j, k;
  while (size < n) size = size * 2;
  blocks = (size + THREADS - 1) / THREADS;
  cudaMalloc((void**)&dev_values, size * sizeof(Key));
  cudaMemcpy(dev_values, values, n * sizeof(Key), cudaMemcpyHostToDevice);
  fill<<<blocks, THREADS>>>(dev_values, n, size, Key::highest());
  for (k = 2; k <= size; k <<= 1) {
    for (j = k >> 1; j > 0; j = j >> 1) {
      bitonic_sort_step<<<blocks, THREADS>>>(dev_values, size, j, k);
    }
  }
  cudaMemcpy(values, dev_values, n * sizeof(Key), cudaMemcpyDeviceToHost);
  cudaFree(dev_values);
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1024;
  Key* values = (Key*)malloc(n * sizeof(Key));
  cudaEvent_t start, stop;
  float ms;
  for (int i = 0; i < n; i++) values[i] = (Key)rand();
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  bitonic_sort(values, n);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);
  printf("%d keys: %.3f ms\n", n, ms);
  free(values);
  return 0;
}
