// V1: bitonic sort, where layers inside a block share a launch.
//
// A block owns a chunk of keys. A layer whose comparators stay inside chunks needs no new launch:
// a barrier of the block is enough. Only longer distances take a launch each.
//
// Sortscope puts the type Key in front of this file. To compile the file alone, add a line such as
//     using Key = unsigned;
#include <limits>

constexpr unsigned kThreads = 256;         // threads in a block
constexpr unsigned kChunk = 2 * kThreads;  // keys of a block: a thread has one comparator

// Copies n keys and fills the places from n to wires with padding.
__global__ void pad(const Key* keys, Key* padded, unsigned n, unsigned wires, Key padding) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < wires) padded[i] = i < n ? keys[i] : padding;
}

// Thread t's comparator in the layer (k, j).
__device__ void compare(Key* keys, unsigned t, unsigned k, unsigned j) {
  unsigned i = 2 * t - (t & (j - 1));  // the lower wire: t with a zero put in at the place of bit j
  unsigned partner = i ^ j;
  bool ascending = (i & k) == 0;
  unsigned low = ascending ? i : partner;
  unsigned high = ascending ? partner : i;
  if (keys[low] > keys[high]) {
    Key held = keys[low];
    keys[low] = keys[high];
    keys[high] = held;
  }
}

// One layer whose distance is longer than a chunk.
__global__ void layer(Key* keys, unsigned wires, unsigned k, unsigned j) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < wires / 2) compare(keys, t, k, j);
}

// All phases up to runs of `last_k` keys that begin with runs of `first_k`, as far as they stay
// inside chunks.
__global__ void layers_of_chunks(Key* keys, unsigned wires, unsigned first_k, unsigned last_k,
                                 unsigned longest_j) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned k = first_k; k <= last_k; k *= 2) {
    for (unsigned j = min(k / 2, longest_j); j > 0; j /= 2) {
      if (t < wires / 2) compare(keys, t, k, j);
      __syncthreads();  // all threads come here, also those without a comparator
    }
  }
}

void sort(Key* keys, unsigned n) {
  // A bitonic sort needs a power of two. Padding is larger than all keys, so it ends behind them.
  unsigned wires = 1;
  while (wires < n) wires *= 2;
  unsigned blocks = (wires + kChunk - 1) / kChunk;
  Key* work = keys;
  if (wires > n) {
    cudaMalloc(&work, wires * sizeof(Key));
    pad<<<2 * blocks, kThreads>>>(keys, work, n, wires, std::numeric_limits<Key>::max());
  }

  unsigned chunk = min(2u, wires);
  layers_of_chunks<<<blocks, kThreads>>>(work, wires, 2, chunk, chunk / 2);  // sorts every chunk
  for (unsigned k = 2 * chunk; k <= wires; k *= 2) {
    for (unsigned j = k / 2; j >= chunk; j /= 2) layer<<<blocks, kThreads>>>(work, wires, k, j);
    layers_of_chunks<<<blocks, kThreads>>>(work, wires, k, k, chunk / 2);
  }

  if (wires > n) {
    cudaMemcpy(keys, work, n * sizeof(Key), cudaMemcpyDeviceToDevice);
    cudaFree(work);
  }
}
