// structs.cu: keys with a word beside them.
struct Pair {
  Key key;
  unsigned place;
};
__global__ void pattern(Key* keys) {
  __shared__ Pair s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t].key = keys[i];
  __syncthreads();
  keys[i] = s[255 - t].key;
}

void sort(Key* keys, unsigned n) { pattern<<<n / 256, 256>>>(keys); }
