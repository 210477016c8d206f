// plain.cuh: stands before a person's file that is timed: no recording, Key is the plain type,
// launches are what they are. Only which kernels were launched is noted, in a run that is not
// timed.
#if SORTSCOPE_GROUPS
#include <cooperative_groups.h>
#endif
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

using Key = SORTSCOPE_KEY;

namespace sortscope_gpu {

using MemberKey = Key;
__host__ __device__ constexpr Key highest_key() {
  constexpr Key kHighest = std::numeric_limits<Key>::max();
  return kHighest;
}
template <typename T>
__device__ __forceinline__ void shared_variable(T&, unsigned) {}

struct Configuration {
  dim3 grid;
  dim3 block;
  std::size_t shared;
  cudaStream_t stream;
};
struct NotedLaunch {
  int line;
  const char* name;
  const void* kernel;  // null: not known
  Configuration configuration;
  unsigned times;
};
inline bool noting = false;
inline std::vector<NotedLaunch> noted;
inline unsigned launches = 0;

class Launch {
 public:
  Launch(int line, const char* name, dim3 grid, dim3 block, std::size_t shared = 0,
         cudaStream_t stream = nullptr)
      : line_(line), name_(name), configuration_{grid, block, shared, stream} {}
  Launch& at(const void* kernel) {
    kernel_ = kernel;
    return *this;
  }
  template <typename Kernel>
  struct Bound {
    const Launch& launch;
    Kernel kernel;
    template <typename... Arguments>
    void operator()(Arguments... arguments) const {
      if (noting) launch.note();
      kernel(launch.configuration_, arguments...);
    }
  };
  template <typename Kernel>
  Bound<Kernel> of(Kernel kernel) const {
    return {*this, kernel};
  }

 private:
  void note() const {
    ++launches;
    for (NotedLaunch& n : noted) {
      if (n.line != line_ || n.configuration.block.x != configuration_.block.x) continue;
      ++n.times;
      return;
    }
    noted.push_back({line_, name_, kernel_, configuration_, 1});
  }
  int line_;
  const char* name_;
  const void* kernel_ = nullptr;
  Configuration configuration_;
};

template <typename Kernel>
cudaError_t cooperative(int line, Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                        std::size_t shared = 0, cudaStream_t stream = nullptr) {
  const auto* address = reinterpret_cast<const void*>(kernel);
  Launch(line, "kernel", grid, block, shared).at(address).of([](auto&&...) {})();
  return ::cudaLaunchCooperativeKernel(address, grid, block, arguments, shared, stream);
}

}  // namespace sortscope_gpu

template <typename T>
__host__ __device__ __forceinline__ void sortscope_swap(T& a, T& b) {
  T held(static_cast<T&&>(a));
  a = static_cast<T&&>(b);
  b = static_cast<T&&>(held);
}

#if CUDART_VERSION >= 13000  // which no longer knows what older books call
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadExit cudaDeviceReset
#endif
#define cudaLaunchCooperativeKernel(...) ::sortscope_gpu::cooperative(__LINE__, __VA_ARGS__)
