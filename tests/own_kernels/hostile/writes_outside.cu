// Writes a file beside its folder and one where temporary files lie.
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

static void leave(const char* path) {
  FILE* file = fopen(path, "w");
  if (file == nullptr) abort();
  fputs("was here\n", file);
  fclose(file);
}

void sort(Key* keys, unsigned n) {
  leave("../sortscope-hostile-file");
  leave("/var/tmp/sortscope-hostile-file");
  sort_in_block<<<1, 32>>>(keys, n);
}
