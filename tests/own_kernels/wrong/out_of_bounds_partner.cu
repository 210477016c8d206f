// A lane a key; layers inside a warp are shuffles, unrolled by templates.
constexpr unsigned kWarp = 32;
constexpr unsigned kWarps = 4;  // of a block

template <unsigned kMask>
__device__ __forceinline__ Key exchange(Key mine, unsigned i, unsigned n) {
  Key other = __shfl_xor_sync(0xffffffffu, mine, kMask);
  unsigned partner = i ^ kMask;
  if (partner >= n || i >= n) return mine;
  if (i < partner) return other < mine ? other : mine;
  return mine < other ? other : mine;
}

template <unsigned kDistance>
__device__ __forceinline__ Key halves(Key mine, unsigned i, unsigned n) {
  if constexpr (kDistance > 0) {
    mine = exchange<kDistance>(mine, i, n);
    mine = halves<kDistance / 2>(mine, i, n);
  }
  return mine;
}

template <unsigned kRun>
__device__ __forceinline__ Key phases(Key mine, unsigned i, unsigned n) {
  if constexpr (kRun > 2) mine = phases<kRun / 2>(mine, i, n);
  mine = exchange<kRun - 1>(mine, i, n);
  return halves<kRun / 4>(mine, i, n);
}

__global__ void __launch_bounds__(kWarp* kWarps) sort_warps(Key* keys, unsigned n, Key padding) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Key mine = i < n ? keys[i] : padding;
  mine = phases<kWarp>(mine, i, n);
  if (i < n) keys[i] = mine;
}

__global__ void __launch_bounds__(kWarp* kWarps)
    merge_in_warps(Key* keys, unsigned n, Key padding) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Key mine = i < n ? keys[i] : padding;
  mine = halves<kWarp / 2>(mine, i, n);
  if (i < n) keys[i] = mine;
}

// A comparator a thread: wires i and i ^ mask, where bit `top` is the highest of mask.
__global__ void far_layer(Key* keys, unsigned n, unsigned top, unsigned mask) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned i = 2 * t - (t & (top - 1));
  unsigned partner = i ^ mask;
  Key a = keys[i], b = keys[partner];
  if (b < a) {
    keys[i] = b;
    keys[partner] = a;
  }
}

void sort(Key* keys, unsigned n) {
  const unsigned threads = kWarp * kWarps, blocks = (n + threads - 1) / threads;
  const Key padding = Key::highest();  // for lanes beyond n
  sort_warps<<<blocks, threads>>>(keys, n, padding);
  for (unsigned k = 2 * kWarp; k / 2 < n; k *= 2) {
    far_layer<<<blocks, threads>>>(keys, n, k / 2, k - 1);
    for (unsigned j = k / 4; j >= kWarp; j /= 2) far_layer<<<blocks, threads>>>(keys, n, j, j);
    merge_in_warps<<<blocks, threads>>>(keys, n, padding);
  }
}
