// last_warp_in_part.cu: blocks of 100 threads: three warps and four lanes.
__global__ void pattern(Key* keys) {
  __shared__ Key s[100];
  unsigned t = threadIdx.x, i = blockIdx.x * 100 + t;
  s[t] = keys[i];
  __syncthreads();
  keys[i] = s[99 - t];
}

void sort(Key* keys, unsigned n) { pattern<<<n / 100, 100>>>(keys); }
