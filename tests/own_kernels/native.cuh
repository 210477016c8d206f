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

// Kinds of inputs; of a file whose padding comes back as a key also the largest keys there are.
#ifdef NATIVE_LARGEST_KEYS
constexpr unsigned kNativeKinds = 6;
#else
constexpr unsigned kNativeKinds = 5;
#endif

static std::vector<Key> native_keys(unsigned n, unsigned kind) {
  std::vector<Key> keys(n);
#ifdef NATIVE_LARGEST_KEYS
  if (kind == 5) {
    for (unsigned i = 0; i < n; ++i)
      keys[i] = std::numeric_limits<Key>::max() - static_cast<Key>(i);
    return keys;
  }
#endif
  std::mt19937 random(n + kind);
  for (unsigned i = 0; i < n; ++i) {
    const unsigned of_kind[] = {i, n - i, static_cast<unsigned>(random() % 1000000007u),
                                static_cast<unsigned>(random() % 2), 7u};
    keys[i] = static_cast<Key>(of_kind[kind] % 16777216u);
  }
  return keys;
}

// Keys in device memory, and the time of the function alone as the lab takes it: the input
// restored, twice L2 overwritten, then events around the sort.
class NativeCase {
 public:
  explicit NativeCase(const std::vector<Key>& keys) : n_(static_cast<unsigned>(keys.size())) {
    cudaDeviceProp card{};
    cudaGetDeviceProperties(&card, 0);
    evicted_bytes_ = 2 * static_cast<std::size_t>(card.l2CacheSize);
    const std::size_t bytes = n_ * sizeof(Key);
    cudaMalloc(&kept_, bytes);
    cudaMalloc(&device_, bytes);
    cudaMalloc(&spare_, bytes);
    cudaMalloc(&evicted_, evicted_bytes_);
    cudaMemcpy(kept_, keys.data(), bytes, cudaMemcpyHostToDevice);
    cudaEventCreate(&begin_);
    cudaEventCreate(&end_);
  }
  ~NativeCase() {
    cudaFree(kept_);
    cudaFree(device_);
    cudaFree(spare_);
    cudaFree(evicted_);
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  double sample_ms() {
    cudaMemcpyAsync(device_, kept_, n_ * sizeof(Key), cudaMemcpyDeviceToDevice);
    cudaMemsetAsync(evicted_, 0, evicted_bytes_);
    cudaEventRecord(begin_);
    native_call(NATIVE_ENTRY, device_, spare_, n_);
    cudaEventRecord(end_);
    cudaEventSynchronize(end_);
    cudaDeviceSynchronize();
    float ms = 0;
    cudaEventElapsedTime(&ms, begin_, end_);
    return ms;
  }
  bool sorted() {
    std::vector<Key> keys(n_);
    cudaMemcpy(keys.data(), device_, n_ * sizeof(Key), cudaMemcpyDeviceToHost);
    return std::is_sorted(keys.begin(), keys.end()) && cudaGetLastError() == cudaSuccess;
  }

 private:
  unsigned n_;
  std::size_t evicted_bytes_ = 0;
  Key *kept_ = nullptr, *device_ = nullptr, *spare_ = nullptr;
  char* evicted_ = nullptr;
  cudaEvent_t begin_{}, end_{};
};

// Lines come, lines go: "case N" and the keys' bytes; "sample"; "check".
[[maybe_unused]] static int native_serve() {
  NativeCase* open = nullptr;
  char line[100];
  while (std::fgets(line, sizeof line, stdin) != nullptr) {
    unsigned n = 0;
    if (std::sscanf(line, "case %u", &n) == 1) {
      delete open;
      std::vector<Key> keys(n);
      if (std::fread(keys.data(), sizeof(Key), n, stdin) != n) return 1;
      open = new NativeCase(keys);
      std::printf("case\n");
    } else if (line[0] == 's' && open != nullptr) {
      std::printf("time %.17g\n", open->sample_ms() * 1e6);
    } else if (line[0] == 'c' && open != nullptr) {
      std::printf("%s\n", open->sorted() ? "sorted" : "not sorted");
    }
    std::fflush(stdout);
  }
  delete open;
  return 0;
}

// PROGRAM serve: answers plain_ratio.py.
// PROGRAM N...: "sorted", or the first n that does not come out sorted, or CUDA's error.
int main(int argc, char** argv) {
#ifndef NATIVE_HOST
  if (argc == 2 && argv[1][0] == 's') return native_serve();
#endif
  for (int a = 1; a < argc; ++a) {
    const unsigned n = static_cast<unsigned>(std::atoi(argv[a]));
    for (unsigned kind = 0; kind < kNativeKinds; ++kind) {
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
