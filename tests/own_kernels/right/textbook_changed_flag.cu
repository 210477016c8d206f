// Odd-even transposition until nothing changes: a flag on the device says whether to go on.
#include <cuda_runtime.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 128

__global__ void oddEvenPass(float* a, int n, int parity, int* changed) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + parity;
  if (i + 1 < n) {
    float x = a[i];
    float y = a[i + 1];
    if (x > y) {
      a[i] = y;
      a[i + 1] = x;
      *changed = 1;
    }
  }
}

void odd_even_sort(float* host, int n) {
  float* dev;
  int* dev_changed;
  int changed;
  cudaMalloc((void**)&dev, n * sizeof(float));
  cudaMalloc((void**)&dev_changed, sizeof(int));
  cudaMemcpy(dev, host, n * sizeof(float), cudaMemcpyHostToDevice);
  int blocks = (n / 2 + BLOCK) / BLOCK;
  do {
    changed = 0;
    cudaMemcpy(dev_changed, &changed, sizeof(int), cudaMemcpyHostToDevice);
    oddEvenPass<<<blocks, BLOCK>>>(dev, n, 0, dev_changed);
    oddEvenPass<<<blocks, BLOCK>>>(dev, n, 1, dev_changed);
    cudaMemcpy(&changed, dev_changed, sizeof(int), cudaMemcpyDeviceToHost);
  } while (changed);
  cudaMemcpy(host, dev, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(dev);
  cudaFree(dev_changed);
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  float* a = (float*)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) a[i] = (float)rand() / RAND_MAX;
  odd_even_sort(a, n);
  for (int i = 0; i + 1 < n; i++)
    if (a[i] > a[i + 1]) printf("not sorted at %d\n", i);
  free(a);
  return 0;
}
