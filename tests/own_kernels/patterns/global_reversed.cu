// global_reversed.cu: global words from behind.
__global__ void pattern(Key* keys, Key* spare) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  Key held = keys[1023 - i];
  spare[i] = held;
}

void sort(Key* keys, Key* spare, unsigned n) { pattern<<<n / 256, 256>>>(keys, spare); }
