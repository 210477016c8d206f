// stride_32.cu: a column of a square: all lanes in one bank.
__global__ void pattern(Key* keys) {
  __shared__ Key s[1024];
  unsigned t = threadIdx.x;
  s[t] = keys[t];
  __syncthreads();
  keys[t] = s[t % 32 * 32 + t / 32];
}

void sort(Key* keys, unsigned n) { pattern<<<n / 1024, 1024>>>(keys); }
