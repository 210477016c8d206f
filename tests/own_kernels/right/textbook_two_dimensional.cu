// Rows and columns: blocks of 16 x 16 threads, a grid of two dimensions, odd-even merge by stages.
#include <cuda_runtime.h>
#include <math.h>

#define TX 16
#define TY 16

__global__ void mergeStage(unsigned int* data, unsigned int n, unsigned int p, unsigned int k) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned int id = y * gridDim.x * blockDim.x + x;
  // Pairs (a, a + k) of Batcher's merge, as Knuth's algorithm M lists them.
  unsigned int j = k % p + id / k * 2 * k;
  unsigned int a = j + id % k;
  unsigned int b = a + k;
  if (b < n && a / (2 * p) == b / (2 * p)) {
    unsigned int u = data[a];
    unsigned int v = data[b];
    if (u > v) {
      data[a] = v;
      data[b] = u;
    }
  }
}

void batcher(unsigned int* data, unsigned int n) {
  dim3 block(TX, TY);
  unsigned int side = (unsigned int)ceil(sqrt((double)n / (TX * TY)));
  if (side == 0) side = 1;
  dim3 grid(side, side);
  for (unsigned int p = 1; p < n; p *= 2)
    for (unsigned int k = p; k >= 1; k /= 2) mergeStage<<<grid, block>>>(data, n, p, k);
}
