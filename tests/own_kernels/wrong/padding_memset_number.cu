// Padding by cudaMemset: the value of its bytes in the type of the keys.
using value_t = unsigned;

__global__ void step(value_t* a, int wires, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int l = i ^ j;
  if (i < wires && l > i) {
    bool up = (i & k) == 0;
    if (up ? a[l] < a[i] : a[i] < a[l]) {
      value_t held = a[i];
      a[i] = a[l];
      a[l] = held;
    }
  }
}

void sort(value_t* keys, int n) {
  int wires = 1;
  while (wires < n) wires *= 2;
  value_t* work;
  cudaMalloc(&work, wires * sizeof(value_t));
  cudaMemset(work, 0x7f, wires * sizeof(value_t));
  cudaMemcpy(work, keys, n * sizeof(value_t), cudaMemcpyDeviceToDevice);
  for (int k = 2; k <= wires; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) step<<<(wires + 127) / 128, 128>>>(work, wires, j, k);
  cudaMemcpy(keys, work, n * sizeof(value_t), cudaMemcpyDeviceToDevice);
  cudaFree(work);
}
