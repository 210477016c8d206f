// Chunks in pinned memory, a stream for each: copied, sorted in shared memory, copied back, merged.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

constexpr int kStreams = 4;

// Selection by a block: odd-even transposition of up to 1024 keys in shared memory.
__global__ void sortChunk(float* chunk, int count) {
  extern __shared__ float buffer[];
  int t = threadIdx.x;
  if (2 * t < count) buffer[2 * t] = chunk[2 * t];
  if (2 * t + 1 < count) buffer[2 * t + 1] = chunk[2 * t + 1];
  __syncthreads();
  for (int phase = 0; phase < count; ++phase) {
    int left = 2 * t + (phase & 1);
    if (left + 1 < count && buffer[left] > buffer[left + 1]) {
      float swap = buffer[left];
      buffer[left] = buffer[left + 1];
      buffer[left + 1] = swap;
    }
    __syncthreads();
  }
  if (2 * t < count) chunk[2 * t] = buffer[2 * t];
  if (2 * t + 1 < count) chunk[2 * t + 1] = buffer[2 * t + 1];
}

void sortInChunks(float* values, int n) {
  float *pinned, *device;
  CHECK(cudaHostAlloc((void**)&pinned, n * sizeof(float), cudaHostAllocDefault));
  CHECK(cudaMalloc((void**)&device, n * sizeof(float)));
  memcpy(pinned, values, n * sizeof(float));
  cudaStream_t streams[kStreams];
  for (auto& stream : streams) CHECK(cudaStreamCreate(&stream));
  int size = (n + kStreams - 1) / kStreams;
  for (int s = 0; s < kStreams; ++s) {
    int first = s * size;
    int count = n - first < size ? n - first : size;
    if (count <= 0) break;
    size_t bytes = count * sizeof(float);
    CHECK(
        cudaMemcpyAsync(device + first, pinned + first, bytes, cudaMemcpyHostToDevice, streams[s]));
    sortChunk<<<1, (count + 1) / 2, count * sizeof(float), streams[s]>>>(device + first, count);
    CHECK(
        cudaMemcpyAsync(pinned + first, device + first, bytes, cudaMemcpyDeviceToHost, streams[s]));
  }
  CHECK(cudaDeviceSynchronize());
  // The host merges the runs.
  std::vector<int> at(kStreams);
  for (int s = 0; s < kStreams; ++s) at[s] = s * size;
  for (int i = 0; i < n; ++i) {
    int best = -1;
    for (int s = 0; s < kStreams; ++s) {
      int end = (s + 1) * size < n ? (s + 1) * size : n;
      if (at[s] < end && (best < 0 || pinned[at[s]] < pinned[at[best]])) best = s;
    }
    values[i] = pinned[at[best]++];
  }
  for (auto& stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(device));
}
