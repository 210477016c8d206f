// Bitonic sort in shared memory that waits only for whom it must: a tile of 32 within a warp, the
// block above.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void compareSwap(Key* s, unsigned i, unsigned j, unsigned k) {
  unsigned ixj = i ^ j;
  if (ixj > i) {
    bool up = (i & k) == 0;
    if ((s[i] > s[ixj]) == up) {
      Key t = s[i];
      s[i] = s[ixj];
      s[ixj] = t;
    }
  }
}

__global__ void bitonicShared(Key* data, unsigned n, unsigned size) {
  extern __shared__ Key s[];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  unsigned i = threadIdx.x;
  s[i] = i < n ? data[i] : Key::highest();
  block.sync();
  for (unsigned k = 2; k <= size; k *= 2) {
    unsigned j = k / 2;
    // Partners of other warps.
    for (; j >= 32; j /= 2) {
      compareSwap(s, i, j, k);
      block.sync();
    }
    // Partners of the same warp: first by the tile, the last two steps by the intrinsic.
    for (; j > 2; j /= 2) {
      compareSwap(s, i, j, k);
      warp.sync();
    }
    for (; j > 0; j /= 2) {
      compareSwap(s, i, j, k);
      __syncwarp();
    }
    if (k >= 32) block.sync();
  }
  if (i < n) data[i] = s[i];
}

__global__ void globalStep(Key* data, unsigned n, unsigned mask) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ mask;
  if (i < partner && partner < n && data[i] > data[partner]) {
    Key t = data[i];
    data[i] = data[partner];
    data[partner] = t;
  }
}

void sort(Key* keys, unsigned n) {
  unsigned size = 32;
  while (size < n) size *= 2;
  if (size > 1024) {  // one block holds no more
    for (unsigned k = 2; k / 2 < n; k *= 2) {
      globalStep<<<(n + 255) / 256, 256>>>(keys, n, k - 1);
      for (unsigned j = k / 4; j > 0; j /= 2) globalStep<<<(n + 255) / 256, 256>>>(keys, n, j);
    }
    return;
  }
  bitonicShared<<<1, size, size * sizeof(Key)>>>(keys, n, size);
  cudaDeviceSynchronize();
}
