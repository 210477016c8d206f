// Batcher's odd-even mergesort for any n, as Knuth's Algorithm M, a launch a layer.
template <typename T>
__global__ void layer(T* keys, unsigned n, unsigned p, unsigned k) {
  const unsigned t = threadIdx.x + blockDim.x * blockIdx.x;
  const unsigned i = k % p + t / k * (2 * k) + t % k;
  if (i + k >= n) return;
  if (i / (2 * p) != (i + k) / (2 * p)) return;  // only within a run
  const T a = keys[i], b = keys[i + k];
  keys[i] = min(a, b);
  keys[i + k] = max(a, b);
}

void sort(Key* keys, unsigned n) {
  const unsigned threads = 96;
  const unsigned blocks = (n / 2 + threads) / threads;
  for (unsigned p = 1; p < n; p *= 2) {
    for (unsigned k = p; k >= 1; k /= 2) {
      layer<Key><<<blocks, threads>>>(keys, n, p, k);
    }
  }
}
