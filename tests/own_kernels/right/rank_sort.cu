// Counts for every key how many stand before it. Two-dimensional blocks, atomics, a scatter.
__global__ void count(const Key* keys, unsigned* rank, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned other = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || other >= n) return;
  bool before = keys[other] < keys[i] || (!(keys[i] < keys[other]) && other < i);
  if (before) atomicAdd(&rank[i], 1u);
}

__global__ void scatter(const Key* keys, Key* sorted, const unsigned* rank, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sorted[rank[i]] = keys[i];
}

void sort(Key* keys, Key* spare, unsigned n) {
  unsigned* rank;
  cudaMalloc(&rank, n * sizeof(unsigned));
  cudaMemset(rank, 0, n * sizeof(unsigned));
  dim3 block(16, 8);
  dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  count<<<grid, block>>>(keys, rank, n);
  scatter<<<(n + 127) / 128, 128>>>(keys, spare, rank, n);
  cudaMemcpy(keys, spare, n * sizeof(Key), cudaMemcpyDeviceToDevice);
  cudaFree(rank);
}
