// A name that nobody declared.
__global__ void sort_in_block(Key* keys, unsigned n) {
  for (unsigned round = 0; round < n; ++round) {
    unsigned i = 2 * threadIdx.x + round % 2;
    if (i + 1 < n && keys[i + 1] < keys[i]) swap_keys(keys, i);
    __syncthreads();
  }
}

void sort(Key* keys, unsigned n) { sort_in_block<<<1, (n + 1) / 2>>>(keys, n); }
