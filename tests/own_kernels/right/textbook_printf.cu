// A kernel that tells what it does: printf on both sides, assert, clock.
#include <assert.h>
#include <stdio.h>
#include <time.h>
#define N_THREADS 64

__global__ void brick_sort(int* arr, int length, int odd) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index == 0 && odd == 0 && length == 3) printf("round of %d numbers\n", length);
  int at = index * 2 + odd;
  if (at >= length - 1) return;
  assert(at + 1 < length);
  int a = arr[at], b = arr[at + 1];
  if (b < a) {
    arr[at] = b;
    arr[at + 1] = a;
  }
}

extern "C" void brickSort(int* arr, int length) {
  clock_t begin = clock();
  for (int i = 0; i < length; i++) {
    brick_sort<<<length / (2 * N_THREADS) + 1, N_THREADS>>>(arr, length, i % 2);
    cudaThreadSynchronize();
  }
  printf("%d numbers: %.3f s\n", length, (double)(clock() - begin) / CLOCKS_PER_SEC);
}

int main(int argc, char** argv) {
  int *d_arr, n = argc > 1 ? atoi(argv[1]) : 100;
  cudaMalloc(&d_arr, n * sizeof(int));
  brickSort(d_arr, n);
  cudaFree(d_arr);
  return 0;
}
