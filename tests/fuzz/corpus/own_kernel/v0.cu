// V0: bitonic sort, one launch for every layer.
//
// Sortscope puts the type Key in front of this file. To compile the file alone, add a line such as
//     using Key = unsigned;
#include <limits>

constexpr unsigned kThreads = 256;  // threads in a block

// Copies n keys and fills the places from n to wires with padding.
__global__ void pad(const Key* keys, Key* padded, unsigned n, unsigned wires, Key padding) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < wires) padded[i] = i < n ? keys[i] : padding;
}

// One layer. It belongs to the phase that makes sorted runs of k keys, and compares keys that are j
// apart. Each thread has one comparator, so a layer takes wires / 2 threads.
__global__ void layer(Key* keys, unsigned wires, unsigned k, unsigned j) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= wires / 2) return;
  unsigned i = 2 * t - (t & (j - 1));  // the lower wire: t with a zero put in at the place of bit j
  unsigned partner = i ^ j;

  // Runs go up and down in turns. The smaller key goes to wire `low`.
  bool ascending = (i & k) == 0;
  unsigned low = ascending ? i : partner;
  unsigned high = ascending ? partner : i;
  if (keys[low] > keys[high]) {
    Key held = keys[low];
    keys[low] = keys[high];
    keys[high] = held;
  }
}

void sort(Key* keys, unsigned n) {
  // A bitonic sort needs a power of two. Padding is larger than all keys, so it ends behind them.
  unsigned wires = 1;
  while (wires < n) wires *= 2;
  unsigned blocks = (wires / 2 + kThreads - 1) / kThreads;  // a thread a comparator
  Key* work = keys;
  if (wires > n) {
    cudaMalloc(&work, wires * sizeof(Key));
    pad<<<2 * blocks, kThreads>>>(keys, work, n, wires, std::numeric_limits<Key>::max());
  }

  // A launch begins when the one before it is done. That is the barrier between two layers.
  for (unsigned k = 2; k <= wires; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) layer<<<blocks, kThreads>>>(work, wires, k, j);
  }

  if (wires > n) {
    cudaMemcpy(keys, work, n * sizeof(Key), cudaMemcpyDeviceToDevice);
    cudaFree(work);
  }
}
