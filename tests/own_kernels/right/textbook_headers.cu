// Several files: the kernels stand in a header beside this one.
#include "beside/block_kernels.cuh"

void launch_all(int* d_keys, int n) {
  for (int k = 2; k / 2 < n; k *= 2) {
    merge_layer<<<blocks_for(n), THREADS>>>(d_keys, n, k - 1);
    for (int j = k / 4; j > 0; j /= 2) merge_layer<<<blocks_for(n), THREADS>>>(d_keys, n, j);
  }
}
