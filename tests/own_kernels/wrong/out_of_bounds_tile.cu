// V2: as V1, with the chunks in shared memory.
//
// A block loads its chunk once, does all layers that stay inside it there, and writes it back.
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

// The lower wire of comparator t at distance j: t with a zero put in at the place of bit j.
__device__ unsigned lower_wire(unsigned t, unsigned j) { return 2 * t - (t & (j - 1)); }

__device__ void compare(Key& first, Key& second, bool ascending) {
  if (ascending ? first > second : second > first) {
    Key held = first;
    first = second;
    second = held;
  }
}

// One layer whose distance is longer than a chunk, in global memory.
__global__ void layer(Key* keys, unsigned wires, unsigned k, unsigned j) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= wires / 2) return;
  unsigned i = lower_wire(t, j);
  compare(keys[i], keys[i ^ j], (i & k) == 0);
}

// The layers of phases first_k to last_k that stay inside chunks, in shared memory.
__global__ void layers_of_chunks(Key* keys, unsigned wires, unsigned first_k, unsigned last_k) {
  __shared__ Key tile[kThreads];
  unsigned t = threadIdx.x;
  unsigned begin = blockIdx.x * kChunk;  // the chunk's first wire
  unsigned length = min(kChunk, wires);
  for (unsigned i = t; i < length; i += kThreads) tile[i] = keys[begin + i];
  __syncthreads();

  for (unsigned k = first_k; k <= last_k; k *= 2) {
    for (unsigned j = min(k, length) / 2; j > 0; j /= 2) {
      if (t < length / 2) {
        unsigned i = lower_wire(t, j);
        // The direction follows from the wire in the whole array, not from the place in the tile.
        compare(tile[i], tile[i ^ j], ((begin + i) & k) == 0);
      }
      __syncthreads();  // the next layer reads what other threads have written
    }
  }

  for (unsigned i = t; i < length; i += kThreads) keys[begin + i] = tile[i];
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

  unsigned chunk = min(kChunk, wires);
  layers_of_chunks<<<blocks, kThreads>>>(work, wires, 2, chunk);  // sorts every chunk
  for (unsigned k = 2 * chunk; k <= wires; k *= 2) {
    for (unsigned j = k / 2; j >= chunk; j /= 2) layer<<<blocks, kThreads>>>(work, wires, k, j);
    layers_of_chunks<<<blocks, kThreads>>>(work, wires, k, k);
  }

  if (wires > n) {
    cudaMemcpy(keys, work, n * sizeof(Key), cudaMemcpyDeviceToDevice);
    cudaFree(work);
  }
}
