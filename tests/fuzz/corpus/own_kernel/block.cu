// Block: one block of threads sorts everything, in one launch.
//
// Up to 4096 keys lie in shared memory. More keys stay in global memory: still right, but slow,
// because one block keeps only one multiprocessor of the GPU busy.
//
// Sortscope puts the type Key in front of this file. To compile the file alone, add a line such as
//     using Key = unsigned;
#include <limits>

constexpr unsigned kMostThreads = 512;
constexpr unsigned kMostShared = 4096;  // keys

// All layers of a bitonic sort. Each thread does every blockDim.x-th comparator of a layer.
__device__ void sort_in(Key* row, unsigned wires) {
  for (unsigned k = 2; k <= wires; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      for (unsigned t = threadIdx.x; t < wires / 2; t += blockDim.x) {
        unsigned i =
            2 * t - (t & (j - 1));  // the lower wire: t with a zero put in at the place of bit j
        unsigned low = (i & k) == 0 ? i : i ^ j;  // where the smaller key goes
        unsigned high = low ^ j;
        if (row[low] > row[high]) {
          Key held = row[low];
          row[low] = row[high];
          row[high] = held;
        }
      }
      __syncthreads();  // a layer ends when all threads have come here
    }
  }
}

// work: `wires` keys in global memory, for what does not fit into shared memory.
__global__ void sort_by_one_block(Key* keys, Key* work, unsigned n, unsigned wires, Key padding) {
  __shared__ Key tile[kMostShared];
  Key* row = wires <= kMostShared ? tile : work;
  // A bitonic sort needs a power of two. Padding is larger than all keys, so it ends behind them.
  for (unsigned i = threadIdx.x; i < wires; i += blockDim.x) row[i] = i < n ? keys[i] : padding;
  __syncthreads();
  sort_in(row, wires);
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) keys[i] = row[i];
}

void sort(Key* keys, unsigned n) {
  unsigned wires = 2;
  while (wires < n) wires *= 2;
  Key* work = nullptr;
  if (wires > kMostShared) cudaMalloc(&work, wires * sizeof(Key));
  unsigned threads = wires / 2 < kMostThreads ? wires / 2 : kMostThreads;
  sort_by_one_block<<<1, threads>>>(keys, work, n, wires, std::numeric_limits<Key>::max());
  cudaFree(work);  // waits for the kernel
}
