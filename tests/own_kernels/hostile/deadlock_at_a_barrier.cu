// Only the first of four blocks comes to the barrier of the grid, and waits there for ever.
#include <cooperative_groups.h>

__global__ void wait_for_nobody(Key* keys, unsigned n) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0) grid.sync();
  if (i + 1 < n && keys[i + 1] < keys[i]) keys[i] = keys[i + 1];
}

void sort(Key* keys, unsigned n) {
  void* arguments[] = {&keys, &n};
  cudaLaunchCooperativeKernel((void*)wait_for_nobody, dim3(4), dim3(32), arguments, 0, 0);
  cudaDeviceSynchronize();
}
