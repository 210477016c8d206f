// Two halves sorted in two streams, then merged by a kernel of ranks.
#include <cstdio>
#include <iostream>
#include <vector>

__global__ void oddEven(unsigned* data, unsigned n) {
  for (unsigned phase = 0; phase < n; ++phase) {
    for (unsigned i = 2 * threadIdx.x + phase % 2; i + 1 < n; i += 2 * blockDim.x) {
      if (data[i] > data[i + 1]) {
        unsigned temp = data[i];
        data[i] = data[i + 1];
        data[i + 1] = temp;
      }
    }
    __syncthreads();
  }
}

__global__ void merge_by_rank(const unsigned* a, unsigned na, const unsigned* b, unsigned nb,
                              unsigned* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < na) {
    unsigned rank = 0;
    while (rank < nb && b[rank] < a[i]) ++rank;
    out[i + rank] = a[i];
  }
  if (i < nb) {
    unsigned rank = 0;
    while (rank < na && !(b[i] < a[rank])) ++rank;
    out[i + rank] = b[i];
  }
}

void sort_in_streams(unsigned* host, unsigned n) {
  std::vector<cudaStream_t> streams(2);
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  unsigned half = n / 2, rest = n - half;
  unsigned *data, *merged;
  cudaMalloc(&data, n * sizeof(unsigned));
  cudaMalloc(&merged, n * sizeof(unsigned));
  cudaMemcpyAsync(data, host, half * sizeof(unsigned), cudaMemcpyHostToDevice, streams[0]);
  cudaMemcpyAsync(data + half, host + half, rest * sizeof(unsigned), cudaMemcpyHostToDevice,
                  streams[1]);
  if (half > 0) oddEven<<<1, 128, 0, streams[0]>>>(data, half);
  oddEven<<<1, 128, 0, streams[1]>>>(data + half, rest);
  for (cudaStream_t stream : streams) cudaStreamSynchronize(stream);
  merge_by_rank<<<(rest + 63) / 64, 64>>>(data, half, data + half, rest, merged);
  if (cudaGetLastError() != cudaSuccess) std::cerr << "the launch failed" << std::endl;
  cudaMemcpy(host, merged, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaFree(data);
  cudaFree(merged);
}
