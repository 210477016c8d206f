#pragma once
#include "compare_exchange.cuh"

#define THREADS 128

static int blocks_for(int n) { return (n + THREADS - 1) / THREADS; }

template <typename T>
__global__ void merge_layer(T* keys, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int partner = i ^ mask;
  if (i < partner && partner < n) compare_exchange(keys, i, partner);
}
