// Warp: comparators inside a warp exchange keys by shuffles, without memory and without barriers.
//
// A lane holds one key in a register. Distances below 32 are shuffles, and many layers share a
// launch. Distances from 32 on take a launch each, as in V0.
//
// Sortscope puts the type Key in front of this file. To compile the file alone, add a line such as
//     using Key = unsigned;
#include <limits>

constexpr unsigned kThreads = 128;  // threads in a block: four warps
constexpr unsigned kLanes = 32;
constexpr unsigned kAllLanes = 0xffffffff;

// Copies n keys and fills the places from n to wires with padding.
__global__ void pad(const Key* keys, Key* padded, unsigned n, unsigned wires, Key padding) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < wires) padded[i] = i < n ? keys[i] : padding;
}

// One layer with a distance of 32 or more, a comparator a thread.
__global__ void layer(Key* keys, unsigned wires, unsigned k, unsigned j) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= wires / 2) return;
  unsigned i = 2 * t - (t & (j - 1));  // the lower wire: t with a zero put in at the place of bit j
  unsigned low = (i & k) == 0 ? i : i ^ j;
  unsigned high = low ^ j;
  if (keys[low] > keys[high]) {
    Key held = keys[low];
    keys[low] = keys[high];
    keys[high] = held;
  }
}

// The layers of phases first_k to last_k with distances below 32.
// wires is a multiple of 32, so a warp has keys for all of its lanes or for none.
__global__ void layers_of_warps(Key* keys, unsigned wires, unsigned first_k, unsigned last_k) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= wires) return;
  Key mine = keys[i];
  for (unsigned k = first_k; k <= last_k; k *= 2) {
    for (unsigned j = min(k, kLanes) / 2; j > 0; j /= 2) {
      Key other = __shfl_xor_sync(kAllLanes, mine, j);
      // Both lanes of a pair compare; one keeps the smaller key and the other the larger one.
      bool keeps_smaller = ((i & j) == 0) == ((i & k) == 0);
      if (keeps_smaller ? other < mine : mine < other) mine = other;
    }
  }
  keys[i] = mine;
}

void sort(Key* keys, unsigned n) {
  // A power of two, and whole warps. Padding is larger than all keys, so it ends behind them.
  unsigned wires = kLanes;
  while (wires < n) wires *= 2;
  unsigned blocks = (wires + kThreads - 1) / kThreads;  // a thread a wire
  Key* work = keys;
  if (wires > n) {
    cudaMalloc(&work, wires * sizeof(Key));
    pad<<<blocks, kThreads>>>(keys, work, n, wires, std::numeric_limits<Key>::max());
  }

  layers_of_warps<<<blocks, kThreads>>>(work, wires, 2, kLanes);  // sorts 32 keys in each warp
  for (unsigned k = 2 * kLanes; k <= wires; k *= 2) {
    // Half as many comparators as wires, so half as many blocks.
    for (unsigned j = k / 2; j >= kLanes; j /= 2) {
      layer<<<(blocks + 1) / 2, kThreads>>>(work, wires, k, j);
    }
    layers_of_warps<<<blocks, kThreads>>>(work, wires, k, k);
  }

  if (wires > n) {
    cudaMemcpy(keys, work, n * sizeof(Key), cudaMemcpyDeviceToDevice);
    cudaFree(work);
  }
}
