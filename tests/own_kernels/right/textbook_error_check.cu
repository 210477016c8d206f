// Bitonic sort with the error check and the timing that answers on the web show.
#include <cfloat>
#include <cstdio>

#define gpuErrchk(ans) \
  { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char* file, int line, bool abort = true) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    if (abort) exit(code);
  }
}

__global__ void bitonic_sort_step(float* dev_values, int j, int k) {
  unsigned int i, ixj; /* Sorting partners: i and ixj */
  i = threadIdx.x + blockDim.x * blockIdx.x;
  ixj = i ^ j;
  if (ixj > i) {
    if ((i & k) == 0) {
      if (dev_values[i] > dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
    if ((i & k) != 0) {
      if (dev_values[i] < dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
  }
}

void bitonic_sort(float* values, int n) {
  int wires = 1;
  while (wires < n) wires <<= 1;
  float* dev_values;
  gpuErrchk(cudaMalloc((void**)&dev_values, wires * sizeof(float)));
  float* padded = (float*)malloc(wires * sizeof(float));
  for (int i = 0; i < wires; i++) padded[i] = i < n ? values[i] : FLT_MAX;
  gpuErrchk(cudaMemcpy(dev_values, padded, wires * sizeof(float), cudaMemcpyHostToDevice));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  int threads = wires < 512 ? wires : 512;
  dim3 blocks(wires / threads, 1);
  dim3 block(threads, 1);
  for (int k = 2; k <= wires; k <<= 1) {
    for (int j = k >> 1; j > 0; j = j >> 1) {
      bitonic_sort_step<<<blocks, block>>>(dev_values, j, k);
      gpuErrchk(cudaPeekAtLastError());
    }
  }
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, start, stop);
  gpuErrchk(cudaDeviceSynchronize());
  gpuErrchk(cudaMemcpy(padded, dev_values, wires * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) values[i] = padded[i];
  free(padded);
  cudaFree(dev_values);
}
