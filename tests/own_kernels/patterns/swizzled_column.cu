// swizzled_column.cu: a column of a square whose rows are turned by their number.
__global__ void pattern(Key* keys) {
  __shared__ Key s[1024];
  unsigned t = threadIdx.x, row = t / 32, column = t % 32;
  s[row * 32 + (column ^ row)] = keys[t];
  __syncthreads();
  keys[t] = s[column * 32 + (row ^ column)];
}

void sort(Key* keys, unsigned n) { pattern<<<n / 1024, 1024>>>(keys); }
