// Cooperative groups: a tile of 32 threads sorts 32 keys in registers, blocks go on in memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <typename T>
__global__ void sort_tiles(T* data, unsigned n, T padding) {
  auto block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  T mine = i < n ? data[i] : padding;
  for (unsigned k = 2; k <= 32; k <<= 1) {
    for (unsigned mask = k - 1; mask > 0; mask = mask == k - 1 ? k / 4 : mask / 2) {
      T other = tile.shfl_xor(mine, mask);
      bool lower = tile.thread_rank() < (tile.thread_rank() ^ mask);
      mine = lower ? min(mine, other) : max(mine, other);
    }
  }
  if (i < n) data[i] = mine;
}

template <typename T>
__global__ void global_step(T* data, unsigned n, unsigned mask) {
  cg::grid_group grid = cg::this_grid();
  unsigned i = grid.thread_rank();
  unsigned partner = i ^ mask;
  if (i < partner && partner < n) {
    T a = data[i], b = data[partner];
    data[i] = min(a, b);
    data[partner] = max(a, b);
  }
}

void sort(Key* keys, unsigned n) {
  const unsigned threads = 128, blocks = (n + threads - 1) / threads;
  sort_tiles<Key><<<blocks, threads>>>(keys, n, Key::highest());
  for (unsigned k = 64; k / 2 < n; k <<= 1) {
    global_step<<<blocks, threads>>>(keys, n, k - 1);
    for (unsigned j = k / 4; j > 0; j >>= 1) global_step<<<blocks, threads>>>(keys, n, j);
  }
}
