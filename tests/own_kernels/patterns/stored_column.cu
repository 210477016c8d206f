// stored_column.cu: stores in the order of columns, eight rows high.
__global__ void pattern(Key* keys) {
  __shared__ Key s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t % 8 * 32 + t / 8] = keys[i];
  __syncthreads();
  keys[i] = s[t];
}

void sort(Key* keys, unsigned n) { pattern<<<n / 256, 256>>>(keys); }
