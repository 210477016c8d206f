// All layers in one cooperative launch, with barriers of the whole grid between them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void wait_for_all(cg::grid_group grid, cg::thread_block block) {
  if (gridDim.x == 1) {
    block.sync();
  } else {
    grid.sync();
  }
}

__global__ void sort_by_grid(Key* keys, Key* work, unsigned n, unsigned wires, Key padding) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  unsigned first = blockIdx.x * blockDim.x + block.thread_rank();
  unsigned threads = gridDim.x * blockDim.x;

  for (unsigned i = first; i < wires; i += threads) work[i] = i < n ? keys[i] : padding;
  wait_for_all(grid, block);
  for (unsigned k = 2; k <= wires; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      for (unsigned t = first; t < wires / 2; t += threads) {
        unsigned i = 2 * t - (t & (j - 1));
        bool ascending = (i & k) == 0;
        if (ascending ? work[i ^ j] < work[i] : work[i] < work[i ^ j]) {
          Key held = work[i];
          work[i] = work[i ^ j];
          work[i ^ j] = held;
        }
      }
      wait_for_all(grid, block);
    }
  }
  for (unsigned i = first; i < n; i += threads) keys[i] = work[i];
}

void sort(Key* keys, unsigned n) {
  unsigned wires = 1;
  while (wires < n) wires *= 2;
  Key* work = nullptr;
  Key padding = Key::highest();
  unsigned threads = 64;
  unsigned blocks = min((wires / 2 + threads) / threads, 8u);  // all of them at once on any GPU
  void* arguments[] = {&keys, &work, &n, &wires, &padding};
  cudaLaunchCooperativeKernel((void*)sort_by_grid, blocks, threads, arguments, 0, 0);
  cudaFree(work);
}
