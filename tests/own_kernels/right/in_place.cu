// The textbook's bitonic sort: a thread a wire, a launch a layer, in place.
#define TID (blockIdx.x * blockDim.x + threadIdx.x)
#define THREADS 128

__global__ void copy_and_pad(Key* to, const Key* from, unsigned n, unsigned size, Key padding) {
  unsigned i = TID;
  if (i >= size) return;
  to[i] = i < n ? from[i] : padding;
}

__global__ void bitonic_step(Key* a, unsigned size, unsigned j, unsigned k) {
  unsigned i = TID;
  unsigned ixj = i ^ j;
  if (i < size && ixj > i) {
    if ((i & k) == 0) {
      if (a[i] > a[ixj]) {
        Key temp = a[i];
        a[i] = a[ixj];
        a[ixj] = temp;
      }
    }
    if ((i & k) != 0) {
      if (a[i] < a[ixj]) {
        Key temp = a[i];
        a[i] = a[ixj];
        a[ixj] = temp;
      }
    }
  }
}

void sort(Key* keys, unsigned n) {
  unsigned size = 1;
  while (size < n) size <<= 1;
  dim3 blocks((size + THREADS - 1) / THREADS);
  dim3 threads(THREADS);

  Key* a = nullptr;
  cudaMalloc((void**)&a, size * sizeof(Key));
  copy_and_pad<<<blocks, threads>>>(a, keys, n, size, Key::highest());
  for (unsigned k = 2; k <= size; k <<= 1) {
    for (unsigned j = k >> 1; j > 0; j >>= 1) {
      bitonic_step<<<blocks, threads>>>(a, size, j, k);
    }
  }
  cudaMemcpy(keys, a, n * sizeof(Key), cudaMemcpyDeviceToDevice);
  cudaFree(a);
}
