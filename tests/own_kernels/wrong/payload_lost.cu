// Double-buffered: a layer reads one array and writes the other; then they change places.
//
// No place is read and written in the same launch, so threads cannot get in each other's way.
// Every wire has a thread, which writes this wire alone.
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

__global__ void layer(const Key* from, Key* to, unsigned wires, unsigned k, unsigned j) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= wires) return;
  Key mine = from[i];
  Key other = from[i ^ j];
  // Of two equal keys each thread keeps its own, so none is lost.
  bool keeps_smaller = ((i & j) == 0) == ((i & k) == 0);
  bool exchange = keeps_smaller ? other <= mine : mine < other;
  to[i] = exchange ? other : mine;
}

void sort(Key* keys, unsigned n) {
  // A bitonic sort needs a power of two. Padding is larger than all keys, so it ends behind them.
  unsigned wires = 1;
  while (wires < n) wires *= 2;
  unsigned blocks = (wires + kThreads - 1) / kThreads;
  Key* from;
  Key* to;
  cudaMalloc(&from, wires * sizeof(Key));
  cudaMalloc(&to, wires * sizeof(Key));
  pad<<<blocks, kThreads>>>(keys, from, n, wires, std::numeric_limits<Key>::max());

  for (unsigned k = 2; k <= wires; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      layer<<<blocks, kThreads>>>(from, to, wires, k, j);
      Key* written = to;  // the next layer reads what this one wrote
      to = from;
      from = written;
    }
  }

  cudaMemcpy(keys, from, n * sizeof(Key), cudaMemcpyDeviceToDevice);
  cudaFree(from);
  cudaFree(to);
}
