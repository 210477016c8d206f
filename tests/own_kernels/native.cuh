// native.cuh: a person's kernel as nvcc alone compiles it, held against std::sort. It stands in
// front of the file (NATIVE_BEGIN) and behind it (NATIVE_END); no code of Sortscope has a part in
// it.
#ifndef NATIVE_END
#include <cooperative_groups.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>
#ifndef NATIVE_KEY
#define NATIVE_KEY unsigned
#endif
using Key = NATIVE_KEY;
#else
#ifndef NATIVE_ENTRY
#define NATIVE_ENTRY sort
#endif

// The file's function takes keys, perhaps spare keys, and a number, in any order.
template <typename P>
P native_argument(Key*& keys, Key*& spare, unsigned n) {
  if constexpr (std::is_pointer_v<P>) {
    Key* given = keys;
    keys = spare;
    return given;
  } else {
    return static_cast<P>(n);
  }
}
template <typename R, typename... P>
void native_call(R (*function)(P...), Key* keys, Key* spare, unsigned n) {
  struct Call {
    Call(R (*f)(P...), P... given) { (void)f(given...); }
  } call{function, native_argument<P>(keys, spare, n)...};
  (void)call;
}

static std::vector<Key> native_keys(unsigned n, unsigned kind) {
  std::vector<Key> keys(n);
  std::mt19937 random(n + kind);
  for (unsigned i = 0; i < n; ++i) {
    const unsigned of_kind[] = {i, n - i, static_cast<unsigned>(random() % 1000000007u),
                                static_cast<unsigned>(random() % 2), 7u};
    keys[i] = static_cast<Key>(of_kind[kind] % 16777216u);
  }
  return keys;
}

// The median time of the function alone, keys in device memory, as `--bench` takes it.
[[maybe_unused]] static double native_median_ms(unsigned n) {
  const std::vector<Key> keys = native_keys(n, 2);
  const std::size_t bytes = n * sizeof(Key);
  Key *kept = nullptr, *device = nullptr, *spare = nullptr;
  cudaMalloc(&kept, bytes);
  cudaMalloc(&device, bytes);
  cudaMalloc(&spare, bytes);
  cudaMemcpy(kept, keys.data(), bytes, cudaMemcpyHostToDevice);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<float> samples;
  for (int i = 0; i < 54; ++i) {
    cudaMemcpy(device, kept, bytes, cudaMemcpyDeviceToDevice);
    cudaDeviceSynchronize();
    cudaEventRecord(begin);
    native_call(NATIVE_ENTRY, device, spare, n);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    if (i >= 3) samples.push_back(ms);
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

// PROGRAM time N: the median in milliseconds.
// PROGRAM N...: "sorted", or the first n that does not come out sorted, or CUDA's error.
int main(int argc, char** argv) {
#ifndef NATIVE_HOST
  if (argc == 3 && argv[1][0] == 't') {
    return std::printf("%.4f\n", native_median_ms(static_cast<unsigned>(std::atoi(argv[2])))), 0;
  }
#endif
  for (int a = 1; a < argc; ++a) {
    const unsigned n = static_cast<unsigned>(std::atoi(argv[a]));
    for (unsigned kind = 0; kind < 5; ++kind) {
      std::vector<Key> keys = native_keys(n, kind), expected = keys;
      std::sort(expected.begin(), expected.end());
#ifdef NATIVE_HOST
      native_call(NATIVE_ENTRY, keys.data(), nullptr, n);
#else
      Key *device = nullptr, *spare = nullptr;
      const std::size_t bytes = n * sizeof(Key);
      if (cudaMalloc(&device, bytes) != cudaSuccess || cudaMalloc(&spare, bytes) != cudaSuccess) {
        return std::puts("no memory"), 3;
      }
      cudaMemcpy(device, keys.data(), bytes, cudaMemcpyHostToDevice);
      native_call(NATIVE_ENTRY, device, spare, n);
      cudaMemcpy(keys.data(), device, bytes, cudaMemcpyDeviceToHost);
      cudaFree(device);
      cudaFree(spare);
#endif
      cudaDeviceSynchronize();
      const cudaError_t error = cudaGetLastError();
      if (keys != expected) {
        std::printf("not sorted: n = %u, input %u; %s\n", n, kind, cudaGetErrorString(error));
        return 1;
      }
      if (error != cudaSuccess) return std::printf("%s\n", cudaGetErrorString(error)), 2;
    }
  }
  std::puts("sorted");
  return 0;
}
#endif
