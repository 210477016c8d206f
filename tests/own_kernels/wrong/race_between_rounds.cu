// A hand-in with int keys and int indices, odd-even transposition in one block's shared memory
// where the keys fit, else a launch a round.
#include <stdio.h>
#include <stdlib.h>

#define MAX_SHARED 1024

__global__ void sort_in_block(int* values, int n) {
  __shared__ int local[MAX_SHARED];
  int t = threadIdx.x;
  if (t < n) local[t] = values[t];
  __syncthreads();
  for (int round = 0; round < n; round++) {
    int left = t;
    if (left % 2 == round % 2 && left + 1 < n) {
      if (local[left] > local[left + 1]) {
        int tmp = local[left];
        local[left] = local[left + 1];
        local[left + 1] = tmp;
      }
    }
  }
  if (t < n) values[t] = local[t];
}

__global__ void one_round(int* values, int n, int round) {
  int left = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + round % 2;
  if (left + 1 < n && values[left] > values[left + 1]) {
    int tmp = values[left];
    values[left] = values[left + 1];
    values[left + 1] = tmp;
  }
}

void odd_even_sort(int* values, int n) {
  int* d;
  cudaMalloc((void**)&d, n * sizeof(int));
  cudaMemcpy(d, values, n * sizeof(int), cudaMemcpyHostToDevice);
  if (n <= MAX_SHARED) {
    sort_in_block<<<1, n>>>(d, n);
  } else {
    for (int round = 0; round < n; round++) one_round<<<n / 512 + 1, 256>>>(d, n, round);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(values, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d);
}

int main() {
  int values[300];
  for (int i = 0; i < 300; i++) values[i] = rand() % 1000;
  odd_even_sort(values, 300);
  for (int i = 1; i < 300; i++) {
    if (values[i - 1] > values[i]) return printf("not sorted at %d\n", i), 1;
  }
  return 0;
}
