// misaligned.cu: a warp's words begin one word behind a sector.
__global__ void pattern(Key* keys, Key* spare) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i + 1 >= 1024) return;
  Key held = keys[i + 1];
  spare[i] = held;
}

void sort(Key* keys, Key* spare, unsigned n) { pattern<<<n / 256, 256>>>(keys, spare); }
