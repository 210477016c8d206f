// plain_driver.cuh: measures the sort function for the program that started it, case by case:
// requests come and answers go as lines through file number 3.
//   case N INPUTS TRANSFERS WARM, then the inputs' bytes   -> kernel .. , case LAUNCHES
//   sample INPUT                                           -> time NS UPLOAD_NS DOWNLOAD_NS
//   check                                                  -> output DESCENTS HASH
// or "failed WHY", "memory WHY". First of all it says "hello 1 TYPE L2_BYTES CARD".
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdarg>
#include <cstdint>

namespace sortscope_gpu {

inline constexpr int kNoGpu = 77;  // exit code
inline constexpr int kTalk = 3;    // file number

inline void put(const char* from, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t done = ::write(kTalk, from, bytes);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) ::_exit(0);
    from += done;
    bytes -= static_cast<std::size_t>(done);
  }
}
inline void say(const char* format, ...) {
  char line[900];
  va_list words;
  va_start(words, format);
  const int wanted = std::vsnprintf(line, sizeof line - 1, format, words);
  va_end(words);
  const auto length = std::min<std::size_t>(wanted < 0 ? 0 : wanted, sizeof line - 2);
  std::replace(line, line + length, '\n', ' ');
  line[length] = '\n';
  put(line, length + 1);
}
// Whoever asked is gone: so is this.
inline void hear(void* to, std::size_t bytes) {
  auto* next = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = ::read(kTalk, next, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) ::_exit(0);
    next += got;
    bytes -= static_cast<std::size_t>(got);
  }
}
inline void hear_line(char* line, std::size_t most) {
  for (std::size_t at = 0;; ++at) {
    if (at == most) ::_exit(1);
    hear(line + at, 1);
    if (line[at] != '\n') continue;
    line[at] = 0;
    return;
  }
}

inline bool fine(cudaError_t error, const char* what) {
  const cudaError_t last = cudaGetLastError();
  if (error == cudaSuccess) error = last;
  if (error == cudaSuccess) return true;
  say("%s %s: %s", error == cudaErrorMemoryAllocation ? "memory" : "failed", what,
      cudaGetErrorString(error));
  return false;
}

// The finalizer of SplitMix64, summed: the same for every permutation.
inline std::uint64_t mixed(std::uint64_t word) {
  word += 0x9e3779b97f4a7c15U;
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9U;
  word = (word ^ word >> 27) * 0x94d049bb133111ebU;
  return word ^ word >> 31;
}

inline const cudaDeviceProp& card() {
  static const cudaDeviceProp kCard = [] {
    cudaDeviceProp found{};
    (void)cudaGetDeviceProperties(&found, 0);
    return found;
  }();
  return kCard;
}

inline void say_kernels() {
  for (const NotedLaunch& n : noted) {
    cudaFuncAttributes facts{};
    int blocks = 0;
    const int threads = static_cast<int>(n.configuration.block.x * n.configuration.block.y *
                                         n.configuration.block.z);
    if (n.kernel != nullptr && cudaFuncGetAttributes(&facts, n.kernel) == cudaSuccess) {
      (void)cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, n.kernel, threads,
                                                          n.configuration.shared);
    } else {
      facts.numRegs = -1;
    }
    (void)cudaGetLastError();
    say("kernel %d %u %d %d %zu %zu %zu %d %d %s", n.line, n.times, threads, facts.numRegs,
        facts.sharedSizeBytes, n.configuration.shared, facts.localSizeBytes, blocks,
        card().maxThreadsPerMultiProcessor, n.name);
  }
}

// Memory of one size, given back at the end.
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    if (pinned_) {
      (void)cudaFreeHost(data_);
    } else {
      (void)cudaFree(data_);
    }
  }
  cudaError_t allocate(std::size_t bytes, bool pinned = false) {
    pinned_ = pinned;
    if (bytes == 0) return cudaSuccess;
    return pinned ? cudaMallocHost(&data_, bytes) : cudaMalloc(&data_, bytes);
  }
  template <typename T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  bool pinned_ = false;
};

template <typename T, typename Sort>
class Case {
 public:
  Case(Sort sort, unsigned n, unsigned inputs, bool transfers, bool warm)
      : sort_(sort), n_(n), transfers_(transfers), warm_(warm), inputs_(inputs) {
    (void)cudaEventCreate(&begin_);
    (void)cudaEventCreate(&uploaded_);
    (void)cudaEventCreate(&sorted_);
    (void)cudaEventCreate(&end_);
    for (auto& input : inputs_) {
      input.resize(n_);
      hear(input.data(), bytes());
    }
  }
  ~Case() {
    for (cudaEvent_t event : {begin_, uploaded_, sorted_, end_}) (void)cudaEventDestroy(event);
  }
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;

  bool prepare() {
    const std::size_t all = kHost ? 0 : bytes() * inputs_.size();
    if (!fine(evicted_.allocate(evicted_bytes()), "memory to empty the cache") ||
        !fine(kept_.allocate(all), "memory for the inputs") ||
        !fine(spare_.allocate(kHost ? 0 : bytes()), "spare memory") ||
        !fine(staged_.allocate(transfers_ && !kHost ? bytes() : 0, true), "memory to copy from")) {
      return false;
    }
    if (kHost) {
      host_keys_.resize(n_);
    } else if (!fine(keys_.allocate(bytes()), "memory for the keys")) {
      return false;
    }
    for (std::size_t i = 0; !kHost && i < inputs_.size(); ++i) {
      if (!fine(cudaMemcpy(kept_.template as<T>() + i * n_, inputs_[i].data(), bytes(),
                           cudaMemcpyHostToDevice),
                "the inputs")) {
        return false;
      }
    }
    // Untimed: what it launches.
    noting = true;
    noted.clear();
    launches = 0;
    const bool ran = run(0);
    noting = false;
    if (!ran) return false;
    say_kernels();
    say("case %u", launches);
    return true;
  }

  bool sample(unsigned slot) {
    if (slot >= inputs_.size()) ::_exit(1);
    if (!run(slot)) return false;
    say("time %.17g %.17g %.17g", elapsed_ms_ * 1e6, upload_ms_ * 1e6, download_ms_ * 1e6);
    return true;
  }

  bool check() {
    std::vector<T> device_output(kHost ? 0 : n_);
    if (!kHost && !fine(cudaMemcpy(device_output.data(), keys_.template as<T>(), bytes(),
                                   cudaMemcpyDeviceToHost),
                        "the output")) {
      return false;
    }
    const std::vector<T>& output = kHost ? host_keys_ : device_output;
    std::uint64_t descents = 0;
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (i > 0 && output[i] < output[i - 1]) ++descents;
      std::uint64_t word = 0;
      std::memcpy(&word, &output[i], sizeof(T));
      hash += mixed(mixed(word));
    }
    say("output %llu %llu", static_cast<unsigned long long>(descents),
        static_cast<unsigned long long>(hash));
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr bool kHost = SORTSCOPE_HOST != 0;
  [[nodiscard]] std::size_t bytes() const { return std::size_t{n_} * sizeof(T); }
  [[nodiscard]] static std::size_t evicted_bytes() {
    return 2 * static_cast<std::size_t>(std::max(card().l2CacheSize, 1 << 20));
  }
  void evict() { (void)cudaMemsetAsync(evicted_.template as<char>(), 0, evicted_bytes()); }
  static double ms_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  }

  // As the lab runs its own: the input restored, the cache emptied (warm: before), and no waiting
  // in between, so that launches come while the device is still busy.
  bool run(unsigned slot) { return kHost ? run_on_host(slot) : run_on_device(slot); }

  bool run_on_host(unsigned slot) {
    if (warm_) evict();
    std::copy(inputs_[slot].begin(), inputs_[slot].end(), host_keys_.begin());
    if (!warm_) evict();
    if (!fine(cudaDeviceSynchronize(), "restoring the input")) return false;
    const auto begin = Clock::now();
    call_sort(sort_, host_keys_.data(), static_cast<T*>(nullptr), n_);
    const cudaError_t error = cudaDeviceSynchronize();
    elapsed_ms_ = ms_since(begin);
    return fine(error, "the sort");
  }

  bool run_on_device(unsigned slot) {
    T* const keys = keys_.template as<T>();
    T* const staged = staged_.template as<T>();
    if (warm_) evict();
    (void)cudaMemcpyAsync(keys, kept_.template as<T>() + std::size_t{slot} * n_, bytes(),
                          cudaMemcpyDeviceToDevice);
    if (transfers_) (void)cudaMemcpyAsync(staged, keys, bytes(), cudaMemcpyDeviceToHost);
    if (!warm_) evict();
    if (!fine(cudaSuccess, "restoring the input")) return false;
    (void)cudaEventRecord(begin_);
    if (transfers_) {
      (void)cudaMemcpyAsync(keys, staged, bytes(), cudaMemcpyHostToDevice);
      (void)cudaEventRecord(uploaded_);
    }
    call_sort(sort_, keys, spare_.template as<T>(), n_);
    if (transfers_) {
      (void)cudaEventRecord(sorted_);
      (void)cudaMemcpyAsync(staged, keys, bytes(), cudaMemcpyDeviceToHost);
    }
    (void)cudaEventRecord(end_);
    cudaError_t error = cudaEventSynchronize(end_);
    const auto ended = Clock::now();
    if (const cudaError_t rest = cudaDeviceSynchronize(); error == cudaSuccess) error = rest;
    const double rest_ms = ms_since(ended);
    if (!fine(error, "the sort")) return false;
    elapsed_ms_ = between(begin_, end_);
    // Streams that do not wait for the usual one went on behind the event.
    if (rest_ms > 0.05 + 0.05 * elapsed_ms_) elapsed_ms_ += rest_ms;
    upload_ms_ = transfers_ ? between(begin_, uploaded_) : 0;
    download_ms_ = transfers_ ? between(sorted_, end_) : 0;
    return true;
  }
  static double between(cudaEvent_t from, cudaEvent_t to) {
    float ms = 0;
    (void)cudaEventElapsedTime(&ms, from, to);
    return ms;
  }

  Sort sort_;
  unsigned n_;
  bool transfers_;
  bool warm_;
  std::vector<std::vector<T>> inputs_;
  std::vector<T> host_keys_;
  Memory keys_, spare_, kept_, evicted_, staged_;
  cudaEvent_t begin_{}, uploaded_{}, sorted_{}, end_{};
  double elapsed_ms_ = 0, upload_ms_ = 0, download_ms_ = 0;
};

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

template <typename T>
const char* type_kind() {
  if (std::is_floating_point_v<T>) return "float";
  if (!std::is_integral_v<T>) return "other";
  return std::is_signed_v<T> ? "int" : "uint";
}

template <typename Sort>
int serve(Sort sort) {
  using T = typename FirstPointer<Sort>::Type;
  if (const cudaError_t error = cudaFree(nullptr); error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return kNoGpu;
  }
  int driver = 0;
  (void)cudaDriverGetVersion(&driver);
  // What CUDA opens for these it has to open before.
  void* first = nullptr;
  if (cudaMallocHost(&first, 4096) == cudaSuccess) (void)cudaFreeHost(first);
  if (cudaMalloc(&first, 4096) == cudaSuccess) {
    (void)cudaMemset(first, 0, 4096);
    (void)cudaFree(first);
  }
  (void)cudaDeviceSynchronize();
  (void)cudaGetLastError();
  const int l2_bytes = card().l2CacheSize;
  shut_in();
  say("hello 1 %s%zu %d %s, CUDA %d.%d", type_kind<T>(), 8 * sizeof(T), l2_bytes, card().name,
      driver / 1000, driver % 1000 / 10);
  Case<T, Sort>* open = nullptr;
  for (;;) {
    char line[200];
    hear_line(line, sizeof line);
    unsigned n = 0, inputs = 0, transfers = 0, warm = 0;
    if (std::sscanf(line, "case %u %u %u %u", &n, &inputs, &transfers, &warm) == 4) {
      delete open;
      open = new Case<T, Sort>(sort, n, inputs, transfers != 0, warm != 0);
      if (!open->prepare()) {
        delete open;
        open = nullptr;
      }
    } else if (std::sscanf(line, "sample %u", &inputs) == 1 && open != nullptr) {
      open->sample(inputs);
    } else if (std::strcmp(line, "check") == 0 && open != nullptr) {
      open->check();
    } else if (std::strcmp(line, "drop") == 0) {
      delete open;
      open = nullptr;
    } else {
      ::_exit(1);
    }
  }
}

}  // namespace sortscope_gpu
