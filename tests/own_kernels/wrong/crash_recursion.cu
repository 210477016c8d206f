// Bitonic sort for any n by recursion on the host; each call of merge launches one kernel.
__global__ void compare_at(Key* keys, unsigned pairs, unsigned distance, bool up) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= pairs) return;
  Key* low = up ? keys + t : keys + t + distance;
  Key* high = up ? keys + t + distance : keys + t;
  if (*low > *high) {
    Key held = *low;
    *low = *high;
    *high = held;
  }
}

static void merge(Key* keys, unsigned n, bool up) {
  if (n < 2) return;
  unsigned distance = 1;
  while (2 * distance < n) distance *= 2;
  unsigned pairs = n - distance;
  compare_at<<<(pairs + 31) / 32, 32>>>(keys, pairs, distance, up);
  merge(keys, distance, up);
  merge(keys + distance, n - distance, up);
}

static void sort_run(Key* keys, unsigned n, bool up) {
  if (n < 1) return;
  unsigned half = n / 2;
  sort_run(keys, half, !up);
  sort_run(keys + half, n - half, up);
  merge(keys, n, up);
}

void sort(Key* keys, unsigned n) {
  sort_run(keys, n, true);
  cudaDeviceSynchronize();
}
