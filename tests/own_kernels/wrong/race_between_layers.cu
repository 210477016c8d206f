// A thread owns eight neighbours in registers; longer distances go through shared memory, the
// longest through global memory. Every comparator puts the smaller key on the lower wire.
constexpr unsigned kThreads = 64;
constexpr unsigned kEach = 8;
constexpr unsigned kTile = kThreads * kEach;

// A gap after every 32 keys: lanes that are 8 keys apart then meet different banks.
__host__ __device__ constexpr unsigned slot(unsigned i) { return i + i / 32; }

__device__ void order(Key& low, Key& high) {
  if (high < low) {
    Key held = low;
    low = high;
    high = held;
  }
}

template <unsigned kMask>
__device__ void order_own(Key (&own)[kEach]) {
#pragma unroll
  for (unsigned r = 0; r < kEach; ++r) {
    if (r < (r ^ kMask)) order(own[r], own[r ^ kMask]);
  }
}

// What is left of a phase when its distances are below kEach; all of the first phases.
__device__ void in_registers(Key* tile, bool first) {
  Key own[kEach];
  const unsigned begin = threadIdx.x * kEach;
#pragma unroll
  for (unsigned r = 0; r < kEach; ++r) own[r] = tile[slot(begin + r)];
  if (first) {
    order_own<1>(own);
    order_own<3>(own);
    order_own<1>(own);
    order_own<7>(own);
  } else {
    order_own<4>(own);
  }
  order_own<2>(own);
  order_own<1>(own);
#pragma unroll
  for (unsigned r = 0; r < kEach; ++r) tile[slot(begin + r)] = own[r];
  __syncthreads();
}

__device__ void in_tile(Key* tile, unsigned top, unsigned mask) {
  for (unsigned t = threadIdx.x; t < kTile / 2; t += kThreads) {
    unsigned i = 2 * t - (t & (top - 1));
    order(tile[slot(i)], tile[slot(i ^ mask)]);
  }
}

// The distances below kTile of the phase of runs of k keys; of all phases up to k if `all`.
__global__ void tiles(Key* keys, unsigned n, unsigned k, bool all, Key padding) {
  extern __shared__ Key tile[];
  const unsigned begin = blockIdx.x * kTile;
  for (unsigned i = threadIdx.x; i < kTile; i += kThreads) {
    tile[slot(i)] = begin + i < n ? keys[begin + i] : padding;
  }
  __syncthreads();
  if (all) in_registers(tile, true);
  for (unsigned run = all ? 2 * kEach : k; run <= k; run *= 2) {
    if (all) in_tile(tile, run / 2, run - 1);
    for (unsigned j = all ? run / 4 : kTile / 2; j >= kEach; j /= 2) in_tile(tile, j, j);
    in_registers(tile, false);
  }
  for (unsigned i = threadIdx.x; i < kTile; i += kThreads) {
    if (begin + i < n) keys[begin + i] = tile[slot(i)];
  }
}

__global__ void far_layer(Key* keys, unsigned n, unsigned top, unsigned mask) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned i = 2 * t - (t & (top - 1));
  if ((i ^ mask) < n) order(keys[i], keys[i ^ mask]);
}

void sort(Key* keys, unsigned n) {
  const unsigned blocks = (n + kTile - 1) / kTile;
  const size_t bytes = slot(kTile) * sizeof(Key);
  const Key padding = Key::highest();
  tiles<<<blocks, kThreads, bytes>>>(keys, n, kTile, true, padding);
  for (unsigned k = 2 * kTile; k / 2 < n; k *= 2) {
    far_layer<<<blocks * kEach, kThreads>>>(keys, n, k / 2, k - 1);
    for (unsigned j = k / 4; j >= kTile; j /= 2) {
      far_layer<<<blocks * kEach, kThreads>>>(keys, n, j, j);
    }
    tiles<<<blocks, kThreads, bytes>>>(keys, n, k, false, padding);
  }
}
