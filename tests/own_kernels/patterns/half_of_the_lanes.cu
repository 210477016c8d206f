// half_of_the_lanes.cu: every second lane has left.
__global__ void pattern(Key* keys) {
  __shared__ Key s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = keys[i];
  __syncthreads();
  if (t % 2 == 0) keys[i] = s[t];
}

void sort(Key* keys, unsigned n) { pattern<<<n / 256, 256>>>(keys); }
