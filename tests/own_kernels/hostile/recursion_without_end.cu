// Halves a run that it can halve no more.
// The rest sorts: odd-even transposition in one block.
__global__ void sort_in_block(Key* keys, unsigned n) {
  for (unsigned round = 0; round < n; ++round) {
    for (unsigned i = 2 * threadIdx.x + round % 2; i + 1 < n; i += 2 * blockDim.x) {
      if (keys[i + 1] < keys[i]) {
        Key held = keys[i];
        keys[i] = keys[i + 1];
        keys[i + 1] = held;
      }
    }
    __syncthreads();
  }
}

static unsigned sort_run(Key* keys, unsigned begin, unsigned end) {
  unsigned middle = (begin + end) / 2;
  volatile unsigned runs[64];
  runs[0] = sort_run(keys, begin, middle);
  return runs[0] + sort_run(keys, middle, end);
}

void sort(Key* keys, unsigned n) {
  sort_run(keys, 0, n);
  sort_in_block<<<1, 32>>>(keys, n);
}
