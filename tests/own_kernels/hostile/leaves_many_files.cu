// Leaves as many files as it can, of a byte each.
#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>

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

void sort(Key* keys, unsigned n) {
  for (int file = 0; file < 1000000; ++file) {
    char name[32];
    std::snprintf(name, sizeof name, "many-%d", file);
    const int to = open(name, O_CREAT | O_WRONLY, 0600);
    if (to < 0 || write(to, "x", 1) != 1) abort();
    close(to);
  }
  sort_in_block<<<1, 32>>>(keys, n);
}
