// Radix sort, a bit a launch: one block counts zeros, then sends keys with a zero to the front.
constexpr unsigned kThreads = 128;
constexpr unsigned kWarps = kThreads / 32;

__device__ bool has_bit(Key key, unsigned bit) { return (static_cast<unsigned>(key) >> bit) & 1; }

// How many threads of the block before this one say `yes`; total: how many of all.
__device__ unsigned before_me(bool yes, unsigned* warp_counts, unsigned& total) {
  unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned votes = __ballot_sync(0xffffffff, yes);
  if (lane == 0) warp_counts[warp] = __popc(votes);
  __syncthreads();
  unsigned before = __popc(votes & ((1u << lane) - 1));
  total = 0;
  for (unsigned w = 0; w < kWarps; ++w) {
    if (w < warp) before += warp_counts[w];
    total += warp_counts[w];
  }
  __syncthreads();
  return before;
}

__global__ void split(const Key* from, Key* to, unsigned n, unsigned bit) {
  __shared__ unsigned warp_counts[kWarps];
  unsigned zeros = 0, total;
  for (unsigned begin = 0; begin < n; begin += kThreads) {
    unsigned i = begin + threadIdx.x;
    before_me(i < n && !has_bit(from[i], bit), warp_counts, total);
    zeros += total;
  }
  unsigned next_zero = 0, next_one = zeros;
  for (unsigned begin = 0; begin < n; begin += kThreads) {
    unsigned i = begin + threadIdx.x;
    bool zero = i < n && !has_bit(from[i], bit);
    unsigned place = before_me(zero, warp_counts, total);
    if (zero) to[next_zero + place] = from[i];
    if (i < n && !zero) to[next_one + threadIdx.x - place] = from[i];
    next_zero += total;
    next_one += min(kThreads, n - begin) - total;
  }
}

void sort(Key* keys, Key* spare, unsigned n) {
  for (unsigned bit = 0; bit < 32; bit += 2) {
    split<<<1, kThreads>>>(keys, spare, n, bit);
    split<<<1, kThreads>>>(spare, keys, n, bit + 1);
  }
}
