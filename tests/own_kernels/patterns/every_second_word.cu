// every_second_word.cu: global words two apart.
__global__ void pattern(Key* keys, Key* spare) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i >= 512) return;
  Key held = keys[2 * i];
  spare[i] = held;
}

void sort(Key* keys, Key* spare, unsigned n) { pattern<<<n / 256, 256>>>(keys, spare); }
