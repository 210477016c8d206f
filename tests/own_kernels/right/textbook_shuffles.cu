// Bitonic sort of up to 1024 keys by one warp: 32 keys a lane in registers, no shared memory.
#include <cuda_runtime.h>
#include <climits>

constexpr unsigned FULL = 0xffffffff;
constexpr int PER_LANE = 32;

// Key number r * 32 + lane lies in register r of that lane.
__global__ void warpSort(int* keys, int n) {
  int lane = threadIdx.x & 31;
  int v[PER_LANE];
#pragma unroll
  for (int r = 0; r < PER_LANE; ++r) {
    int i = r * 32 + lane;
    v[r] = i < n ? keys[i] : INT_MAX;
  }
  for (int k = 2; k <= 32 * PER_LANE; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      if (j >= 32) {
        int step = j / 32;
#pragma unroll
        for (int r = 0; r < PER_LANE; ++r) {
          int s = r ^ step;
          if (s > r) {
            bool up = ((r * 32) & k) == 0;
            int low = min(v[r], v[s]);
            int high = max(v[r], v[s]);
            v[r] = up ? low : high;
            v[s] = up ? high : low;
          }
        }
      } else {
#pragma unroll
        for (int r = 0; r < PER_LANE; ++r) {
          int i = r * 32 + lane;
          int other = __shfl_xor_sync(FULL, v[r], j);
          bool up = (i & k) == 0;
          bool lower = (lane & j) == 0;
          v[r] = (lower == up) ? min(v[r], other) : max(v[r], other);
        }
      }
    }
  }
#pragma unroll
  for (int r = 0; r < PER_LANE; ++r) {
    int i = r * 32 + lane;
    if (i < n) keys[i] = v[r];
  }
}

void sort_by_a_warp(int* keys, int n) { warpSort<<<1, 32>>>(keys, n); }
