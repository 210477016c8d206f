// plain_driver.cuh: times the sort function on growing numbers of keys and writes results.txt:
// lines of words.
#include <algorithm>
#include <chrono>
#include <random>

namespace sortscope_gpu {

inline constexpr int kNoGpu = 77;  // exit code
inline constexpr unsigned kWarmUps = 3;
inline constexpr unsigned kLeastSamples = 5;
inline constexpr unsigned kMostSamples = 51;
inline constexpr double kBudgetMs = 1500;  // of one number of keys
inline constexpr double kLongMs = 4000;    // one run that takes so long is the last

inline FILE* results = nullptr;

inline bool fine(const char* what, unsigned n) {
  const cudaError_t waited = cudaDeviceSynchronize();
  const cudaError_t last = cudaGetLastError();
  const cudaError_t error = waited != cudaSuccess ? waited : last;
  if (error == cudaSuccess) return true;
  std::fprintf(results, "failed %u %s: %s\n", n, what, cudaGetErrorString(error));
  return false;
}

template <typename T>
std::vector<T> uniform_keys(unsigned n) {
  std::vector<T> keys(n);
  std::mt19937_64 random(n);
  for (T& key : keys) {
    if constexpr (std::is_floating_point_v<T>) {
      key = static_cast<T>(random() >> 11) / static_cast<T>(1ull << 53);
    } else {
      key = static_cast<T>(random());
    }
  }
  return keys;
}

template <typename T, typename Sort>
class Timing {
 public:
  Timing(Sort sort, unsigned n, bool host_memory)
      : sort_(sort), n_(n), host_(host_memory), input_(uniform_keys<T>(n)), sorted_(input_) {
    std::sort(sorted_.begin(), sorted_.end());
    const std::size_t bytes = n * sizeof(T);
    if (host_) {
      keys_ = static_cast<T*>(std::malloc(bytes));
    } else {
      (void)cudaMalloc(&keys_, bytes);
      (void)cudaMalloc(&spare_, bytes);
      (void)cudaMalloc(&kept_, bytes);
      (void)cudaMemcpy(kept_, input_.data(), bytes, cudaMemcpyHostToDevice);
    }
    (void)cudaEventCreate(&begin_);
    (void)cudaEventCreate(&end_);
  }
  ~Timing() {
    if (host_) {
      std::free(keys_);
    } else {
      (void)cudaFree(keys_);
      (void)cudaFree(spare_);
      (void)cudaFree(kept_);
    }
    (void)cudaEventDestroy(begin_);
    (void)cudaEventDestroy(end_);
  }
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

  /// False: nothing larger is tried.
  bool run() {
    if (!fine("memory", n_)) return false;
    noting = true;
    noted.clear();
    launches = 0;
    double ms = sample();
    noting = false;
    if (!fine("the sort", n_) || !check()) return false;
    for (unsigned i = 1; i < kWarmUps && ms < kLongMs; ++i) ms = sample();
    std::vector<double> samples;
    double spent = 0;
    while (samples.size() < kMostSamples && (samples.size() < kLeastSamples || spent < kBudgetMs)) {
      samples.push_back(sample());
      spent += samples.back();
      if (samples.back() > kLongMs) break;
    }
    if (!fine("the sort", n_) || !check()) return false;
    std::fprintf(results, "time %u %u", n_, launches);
    for (const double s : samples) std::fprintf(results, " %.6g", s);
    std::fprintf(results, "\n");
    return ms < kLongMs;
  }

 private:
  double sample() {
    const std::size_t bytes = n_ * sizeof(T);
    if (host_) {
      std::memcpy(keys_, input_.data(), bytes);
      (void)cudaDeviceSynchronize();
      const auto begin = std::chrono::steady_clock::now();
      call_sort(sort_, keys_, static_cast<T*>(nullptr), n_);
      (void)cudaDeviceSynchronize();
      return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
          .count();
    }
    (void)cudaMemcpy(keys_, kept_, bytes, cudaMemcpyDeviceToDevice);
    (void)cudaDeviceSynchronize();
    (void)cudaEventRecord(begin_);
    call_sort(sort_, keys_, spare_, n_);
    (void)cudaEventRecord(end_);
    (void)cudaEventSynchronize(end_);
    float ms = 0;
    (void)cudaEventElapsedTime(&ms, begin_, end_);
    return ms;
  }
  bool check() {
    std::vector<T> output(n_);
    (void)cudaMemcpy(output.data(), keys_, n_ * sizeof(T), cudaMemcpyDefault);
    if (output == sorted_) return true;
    std::fprintf(results, "failed %u it does not sort\n", n_);
    return false;
  }

  Sort sort_;
  unsigned n_;
  bool host_;
  std::vector<T> input_;
  std::vector<T> sorted_;
  T* keys_ = nullptr;
  T* spare_ = nullptr;
  T* kept_ = nullptr;
  cudaEvent_t begin_{};
  cudaEvent_t end_{};
};

// Of the last number of keys that was measured.
inline void write_kernels() {
  cudaDeviceProp card{};
  (void)cudaGetDeviceProperties(&card, 0);
  for (const NotedLaunch& n : noted) {
    cudaFuncAttributes facts{};
    int blocks = 0;
    const int threads = static_cast<int>(n.configuration.block.x * n.configuration.block.y *
                                         n.configuration.block.z);
    if (n.kernel != nullptr && cudaFuncGetAttributes(&facts, n.kernel) == cudaSuccess) {
      (void)cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, n.kernel, threads,
                                                          n.configuration.shared);
    } else {
      (void)cudaGetLastError();
      facts.numRegs = -1;
    }
    std::fprintf(results, "kernel %d %u %d %d %zu %zu %zu %d %d %s\n", n.line, n.times, threads,
                 facts.numRegs, facts.sharedSizeBytes, n.configuration.shared, facts.localSizeBytes,
                 blocks, card.maxThreadsPerMultiProcessor, n.name);
  }
}

template <typename T>
struct FirstPointer;
template <typename R, typename... P>
struct FirstPointer<R (*)(P...)> {
  template <typename First, typename... Rest>
  static auto find() {
    if constexpr (std::is_pointer_v<First>) {
      return std::remove_cv_t<std::remove_pointer_t<First>>{};
    } else {
      return find<Rest...>();
    }
  }
  using Type = decltype(find<P...>());
};

template <typename Sort>
int time_all(Sort sort, int count, char** sizes) {
  using T = typename FirstPointer<Sort>::Type;
  if (const cudaError_t error = cudaFree(nullptr); error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return kNoGpu;
  }
  cudaDeviceProp card{};
  (void)cudaGetDeviceProperties(&card, 0);
  int driver = 0;
  (void)cudaDriverGetVersion(&driver);
  (void)cudaDeviceSynchronize();
  shut_in();
  results = std::fopen("results.txt", "w");
  if (results == nullptr) return 1;
  std::setvbuf(results, nullptr, _IOLBF, 0);
  std::fprintf(results, "card %s, CUDA %d.%d\n", card.name, driver / 1000, driver % 1000 / 10);
  for (int i = 0; i < count; ++i) {
    if (!Timing<T, Sort>(sort, static_cast<unsigned>(std::atoi(sizes[i])), SORTSCOPE_HOST != 0)
             .run()) {
      break;
    }
  }
  write_kernels();
  std::fprintf(results, "done\n");
  std::fclose(results);
  std::fflush(stdout);
  _exit(0);
}

}  // namespace sortscope_gpu
