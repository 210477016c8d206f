// The exercise as it is set: one block, a thread a key, everything in shared memory. More keys than
// a block has threads are sorted by neighbours.
constexpr unsigned kMost = 1024;

__global__ void bitonic(Key* keys, unsigned n, unsigned wires, Key padding) {
  __shared__ Key s[kMost];
  unsigned t = threadIdx.x;
  if (t < n) {
    s[t] = keys[t];
  } else {
    s[t] = padding;
  }
  __syncthreads();
  for (unsigned k = 2; k <= wires; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned partner = t ^ j;
      if (t < partner) {
        bool up = (t & k) == 0;
        if (up ? s[t] > s[partner] : s[t] < s[partner]) {
          Key held = s[t];
          s[t] = s[partner];
          s[partner] = held;
        }
      }
      __syncthreads();
    }
  }
  if (t < n) keys[t] = s[t];
}

__global__ void neighbours(Key* keys, unsigned n, unsigned first) {
  unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + first;
  if (i + 1 < n && keys[i] > keys[i + 1]) {
    Key held = keys[i];
    keys[i] = keys[i + 1];
    keys[i + 1] = held;
  }
}

void sort(Key* keys, unsigned n) {
  if (n > kMost) {
    for (unsigned r = 0; r < n; ++r) neighbours<<<n / 512 + 1, 256>>>(keys, n, r % 2);
    return;
  }
  unsigned wires = 1;
  while (wires < n) wires *= 2;
  bitonic<<<1, wires>>>(keys, n, wires, Key::highest());
}
