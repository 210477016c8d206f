// square_block.cu: a block of 16 x 16 threads reads columns.
__global__ void pattern(Key* keys) {
  __shared__ Key s[256];
  unsigned t = threadIdx.y * 16 + threadIdx.x, i = blockIdx.x * 256 + t;
  s[t] = keys[i];
  __syncthreads();
  keys[i] = s[threadIdx.x * 16 + threadIdx.y];
}

void sort(Key* keys, unsigned n) { pattern<<<n / 256, dim3(16, 16)>>>(keys); }
