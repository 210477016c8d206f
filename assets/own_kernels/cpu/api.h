// api.h: what host code calls: memory, copies, streams, events, launches.
#include <cmath>
#include <ctime>

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidMemcpyDirection = 21,
  cudaErrorNotReady = 600,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchOutOfResources = 701,
  cudaErrorCooperativeLaunchTooLarge = 720,
  cudaErrorUnknown = 999
};
using cudaError = cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
using cudaStream_t = struct SortscopeStream*;
struct SortscopeEvent {
  double ms;
};
using cudaEvent_t = SortscopeEvent*;
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrCooperativeLaunch = 95
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1 };
struct cudaDeviceProp {
  char name[256];
  std::size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, cooperativeLaunch;
};
inline constexpr unsigned cudaHostAllocDefault = 0;
inline constexpr unsigned cudaMemAttachGlobal = 1;
inline constexpr unsigned cudaStreamNonBlocking = 1;

namespace sortscope_cpu {

inline cudaError_t last_error = cudaSuccess;
inline std::size_t most_dynamic = 48 * 1024;

inline cudaError_t failed(cudaError_t error, int line) {
  last_error = error;
  if (Entry e = thread_entry(Kind::kFault, static_cast<u32>(line))) {
    e->flags = static_cast<u8>(Fault::kApiError);
    e->key = static_cast<u32>(error);
  }
  return error;
}

inline char* allocate(std::size_t bytes, bool is_managed, Array array, int line) {
  const std::size_t taken = (bytes + 255) / 256 * 256 + kGap;
  if (allocation_count == kMostAllocations || heap_used + taken + kGap > kHeapBytes) {
    return nullptr;
  }
  char* p = heap + kGap + heap_used;
  heap_used += taken;
  allocations[allocation_count++] = {p, bytes, is_managed, true};
  std::memset(p, 0xa5, bytes);
  if (Entry e = next_entry(Kind::kAllocate, static_cast<u32>(line))) {
    e->space = Space::kGlobal;
    e->place = reinterpret_cast<u64>(p);
    e->place_b = bytes;
    e->flags = static_cast<u8>(array);
  }
  return p;
}

// Keys that were copied as bytes keep who they are: each is a write by the host. In the host's own
// memory they know from where they came.
inline void note_copy(void* to, const void* from, std::size_t bytes, int line) {
  if (!recording) return;
  const Where w = where(to);
  const Where source = where(from);
  if (w.space == Space::kNone && source.space == Space::kNone) return;
  for (std::size_t i = 0; i + 4 <= bytes; i += 4) {
    u32 handle = 0;
    char* copy = static_cast<char*>(to) + i;
    std::memcpy(&handle, copy, 4);
    if (handle - kFirstHandle >= instance_count) continue;
    Instance key = instance_of(handle);
    if (source.space != Space::kNone) {
      key.space = source.space;
      key.home = reinterpret_cast<u64>(from) + i;
      log_access(Kind::kRead, reinterpret_cast<const void*>(key.home), source.space,
                 static_cast<u32>(line), key.key, 0, Space::kNone, kNoPlace);
    }
    if (w.space != Space::kNone) {
      const u32 identity = own_identity(key.key, key.home);
      log_access(Kind::kWrite, copy, w.space, static_cast<u32>(line), identity, 0, key.space,
                 key.home);
      if (identity != key.key) {
        handle = handle_of(identity, key.space, key.home);
        std::memcpy(copy, &handle, 4);
      }
    } else {
      handle = handle_of(key.key, key.space, key.home);
      std::memcpy(copy, &handle, 4);
    }
  }
}

inline bool fits(const void* p, std::size_t bytes) {
  const char* first = static_cast<const char*>(p);
  if (first < heap || first >= heap + kHeapBytes) return true;
  for (u32 i = 0; i < allocation_count; ++i) {
    const Allocation& a = allocations[i];
    if (first >= a.first && first + bytes <= a.first + a.bytes) return a.live;
  }
  return false;
}
inline bool of_device(const void* p) {
  return static_cast<const char*>(p) >= heap && static_cast<const char*>(p) < heap + kHeapBytes;
}

inline cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                        int line) {
  if (bytes == 0) return cudaSuccess;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (kind != cudaMemcpyDefault && !managed(to) && !managed(from) &&
      (to_device != of_device(to) || from_device != of_device(from))) {
    return failed(cudaErrorInvalidValue, line);
  }
  if (!fits(to, bytes) || !fits(from, bytes)) return failed(cudaErrorInvalidValue, line);
  std::memmove(to, from, bytes);
  note_copy(to, from, bytes, line);
  return cudaSuccess;
}

inline u32 names = 0;
inline u32 name_number(const char* name) {
  const u64 bytes = std::strlen(name);
  if (!recording || head->bytes + kMostPacked + bytes + kKeptBytes >= head->room) return ~0u;
  if (Entry e = next_entry(Kind::kName, 0)) {
    e->key = names;
    e->key_b = static_cast<u32>(bytes);
  }
  std::memcpy(log_bytes + head->bytes, name, bytes);
  head->bytes += bytes;
  return names++;
}

inline double now_ms() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

inline constexpr double kShortLaunchMs = 200;
inline u64 launches_begun = 0;
inline u64 most_blocks = 0;  // of a launch that is written down
inline double launch_began_ms = 0;
inline int launch_line = 0;

/// `name<<<grid, block, shared, stream>>>`: of(kernel) gives what takes the arguments.
class Launch {
 public:
  Launch(int line, const char* name, dim3 grid, dim3 block, std::size_t shared = 0,
         const void* = nullptr)
      : line_(line), name_(name), grid_(grid), block_(block), shared_(shared) {}
  Launch(int line, const char* name, dim3 grid, dim3 block, std::size_t shared, long)
      : Launch(line, name, grid, block, shared) {}
  Launch& together() {
    cooperative_ = true;
    return *this;
  }

  template <typename Kernel>
  struct Bound {
    const Launch& launch;
    Kernel kernel;
    template <typename... Arguments>
    void operator()(Arguments... arguments) const {
      const auto thread = [&] { kernel(arguments...); };
      launch.run([](void* data) { (*static_cast<decltype(&thread)>(data))(); },
                 const_cast<void*>(static_cast<const void*>(&thread)));
    }
  };
  template <typename Kernel>
  Bound<Kernel> of(Kernel kernel) const {
    return {*this, kernel};
  }

  cudaError_t run(void (*what)(void*), void* data) const {
    if (current != nullptr) return failed(cudaErrorUnknown, line_);  // a launch by a thread
    const u64 threads = u64{block_.x} * block_.y * block_.z;
    const u64 blocks = u64{grid_.x} * grid_.y * grid_.z;
    cudaError_t error = cudaSuccess;
    if (threads == 0 || blocks == 0 || threads > kMostThreads || block_.z > 64 || grid_.y > 65535 ||
        grid_.z > 65535 || grid_.x > 0x7fffffffu) {
      error = cudaErrorInvalidConfiguration;
    } else if (shared_ > most_dynamic) {
      error = cudaErrorInvalidValue;
    } else if (cooperative_ && blocks * threads > kMostFibers) {
      error = cudaErrorCooperativeLaunchTooLarge;
    }
    if (error != cudaSuccess) {
      last_error = error;
      if (Entry e = thread_entry(Kind::kFault, static_cast<u32>(line_))) {
        e->flags = static_cast<u8>(Fault::kLaunchRefused);
        e->key = static_cast<u32>(error);
        e->place = threads;
        e->place_b = shared_;
        e->key_b = static_cast<u32>(blocks > 0xffffffffu ? 0xffffffffu : blocks);
      }
      return error;
    }
    const u32 name = name_number(name_);
    if (Entry e = thread_entry(Kind::kLaunch, static_cast<u32>(line_))) {
      e->place = grid_.x | u64{grid_.y} << 32;
      e->block = grid_.z;
      e->place_b = block_.x | u64{block_.y} << 16 | u64{block_.z} << 32;
      e->key = static_cast<u32>(shared_);
      e->key_b = name;
      if (blocks > most_blocks) most_blocks = blocks;
    }
    ++launches_begun;
    launch_began_ms = now_ms();
    launch_line = line_;
    gridDim = grid_;
    blockDim = block_;
    dynamic_bytes = static_cast<u32>(shared_);
    job = what;
    job_data = data;
    run_grid(cooperative_);
    if (Entry e = next_entry(Kind::kLaunchEnd, static_cast<u32>(line_))) {
      e->flags = cooperative_ ? 1 : 0;
    }
    return cudaSuccess;
  }

 private:
  int line_;
  const char* name_;
  dim3 grid_, block_;
  std::size_t shared_;
  bool cooperative_ = false;
};

template <typename... Parameters, std::size_t... I>
cudaError_t launch_of(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                      std::size_t shared, bool together, int line, std::index_sequence<I...>) {
  Launch launch(line, "kernel", grid, block, shared);
  if (together) launch.together();
  const auto thread = [&] {
    kernel(*static_cast<std::remove_reference_t<Parameters>*>(arguments[I])...);
  };
  return launch.run([](void* data) { (*static_cast<decltype(&thread)>(data))(); },
                    const_cast<void*>(static_cast<const void*>(&thread)));
}

}  // namespace sortscope_cpu

template <typename... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared = 0,
                                        cudaStream_t = nullptr, SORTSCOPE_AT) {
  return sortscope_cpu::launch_of(kernel, grid, block, arguments, shared, true, line_,
                                  std::index_sequence_for<P...>());
}
template <typename... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                             std::size_t shared = 0, cudaStream_t = nullptr, SORTSCOPE_AT) {
  return sortscope_cpu::launch_of(kernel, grid, block, arguments, shared, false, line_,
                                  std::index_sequence_for<P...>());
}

template <typename T>
cudaError_t cudaMalloc(T** p, std::size_t bytes, SORTSCOPE_AT) {
  *p = reinterpret_cast<T*>(
      sortscope_cpu::allocate(bytes, false, sortscope_log::Array::kOwn, line_));
  return *p == nullptr ? sortscope_cpu::failed(cudaErrorMemoryAllocation, line_) : cudaSuccess;
}
template <typename T>
cudaError_t cudaMallocManaged(T** p, std::size_t bytes, unsigned = 1, SORTSCOPE_AT) {
  *p =
      reinterpret_cast<T*>(sortscope_cpu::allocate(bytes, true, sortscope_log::Array::kOwn, line_));
  return *p == nullptr ? sortscope_cpu::failed(cudaErrorMemoryAllocation, line_) : cudaSuccess;
}
template <typename T>
cudaError_t cudaMallocAsync(T** p, std::size_t bytes, cudaStream_t, SORTSCOPE_AT) {
  return cudaMalloc(p, bytes, line_);
}
inline cudaError_t cudaFree(void* p, SORTSCOPE_AT) {
  using namespace sortscope_cpu;
  if (p == nullptr) return cudaSuccess;
  for (u32 i = 0; i < allocation_count; ++i) {
    if (allocations[i].first == p && allocations[i].live) {
      allocations[i].live = false;
      if (Entry e = next_entry(Kind::kFree, static_cast<u32>(line_))) {
        e->space = Space::kGlobal;
        e->place = reinterpret_cast<u64>(p);
      }
      return cudaSuccess;
    }
  }
  return failed(cudaErrorInvalidValue, line_);
}
inline cudaError_t cudaFreeAsync(void* p, cudaStream_t, SORTSCOPE_AT) { return cudaFree(p, line_); }
template <typename T>
cudaError_t cudaMallocHost(T** p, std::size_t bytes, unsigned = 0) {
  *p = static_cast<T*>(std::malloc(bytes));
  return cudaSuccess;
}
template <typename T>
cudaError_t cudaHostAlloc(T** p, std::size_t bytes, unsigned = 0) {
  return cudaMallocHost(p, bytes);
}
inline cudaError_t cudaFreeHost(void* p) {
  std::free(p);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                              SORTSCOPE_AT) {
  return sortscope_cpu::copy(to, from, bytes, kind, line_);
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t = nullptr, SORTSCOPE_AT) {
  return sortscope_cpu::copy(to, from, bytes, kind, line_);
}
inline cudaError_t cudaMemset(void* p, int byte, std::size_t bytes, SORTSCOPE_AT) {
  if (!sortscope_cpu::fits(p, bytes)) return sortscope_cpu::failed(cudaErrorInvalidValue, line_);
  std::memset(p, byte, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void* p, int byte, std::size_t bytes, cudaStream_t = nullptr,
                                   SORTSCOPE_AT) {
  return cudaMemset(p, byte, bytes, line_);
}
template <typename T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes,
                               std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) {
  std::memcpy(reinterpret_cast<char*>(&symbol) + offset, from, bytes);
  return cudaSuccess;
}
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes,
                                 std::size_t offset = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  std::memcpy(to, reinterpret_cast<const char*>(&symbol) + offset, bytes);
  return cudaSuccess;
}

inline cudaError_t cudaGetLastError() {
  const cudaError_t e = sortscope_cpu::last_error;
  sortscope_cpu::last_error = cudaSuccess;
  return e;
}
inline cudaError_t cudaPeekAtLastError() { return sortscope_cpu::last_error; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaThreadSynchronize() { return cudaSuccess; }
inline cudaError_t cudaDeviceReset() { return cudaSuccess; }
inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
inline cudaError_t cudaGetDevice(int* d) {
  *d = 0;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceCount(int* n) {
  *n = 1;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int) {
  std::memset(static_cast<void*>(p), 0, sizeof *p);
  std::strcpy(p->name, "Sortscope, on the CPU");
  p->totalGlobalMem = sortscope_cpu::kHeapBytes;
  p->sharedMemPerBlock = 48 * 1024;
  p->sharedMemPerBlockOptin = sortscope_cpu::kDynamicShared;
  p->sharedMemPerMultiprocessor = 228 * 1024;
  p->regsPerBlock = 65536;
  p->warpSize = 32;
  p->maxThreadsPerBlock = 1024;
  p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
  p->maxThreadsDim[2] = 64;
  p->maxGridSize[0] = 0x7fffffff;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->clockRate = 1000000;
  p->major = 9;
  p->multiProcessorCount = 8;
  p->maxThreadsPerMultiProcessor = 2048;
  p->cooperativeLaunch = 1;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* v, cudaDeviceAttr a, int) {
  *v = a == cudaDevAttrMaxThreadsPerBlock        ? 1024
       : a == cudaDevAttrMaxSharedMemoryPerBlock ? 48 * 1024
       : a == cudaDevAttrWarpSize                ? 32
       : a == cudaDevAttrMultiProcessorCount     ? 8
                                                 : 1;
  return cudaSuccess;
}
template <typename Kernel>
cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute a, int v, SORTSCOPE_AT) {
  if (a != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  if (v < 0 || static_cast<std::size_t>(v) > sortscope_cpu::kDynamicShared) {
    return sortscope_cpu::failed(cudaErrorInvalidValue, line_);
  }
  if (static_cast<std::size_t>(v) > sortscope_cpu::most_dynamic) {
    sortscope_cpu::most_dynamic = static_cast<std::size_t>(v);
  }
  return cudaSuccess;
}
template <typename Kernel>
cudaError_t cudaFuncSetCacheConfig(Kernel, cudaFuncCache) {
  return cudaSuccess;
}
template <typename Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int threads,
                                                          std::size_t) {
  *blocks = threads > 0 ? 2048 / threads : 1;
  return cudaSuccess;
}
inline const char* cudaGetErrorName(cudaError_t e) {
  switch (e) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorLaunchOutOfResources:
      return "cudaErrorLaunchOutOfResources";
    case cudaErrorCooperativeLaunchTooLarge:
      return "cudaErrorCooperativeLaunchTooLarge";
    default:
      return "cudaErrorUnknown";
  }
}
inline const char* cudaGetErrorString(cudaError_t e) {
  switch (e) {
    case cudaSuccess:
      return "no error";
    case cudaErrorInvalidValue:
      return "invalid argument";
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInvalidConfiguration:
      return "invalid configuration argument";
    case cudaErrorLaunchOutOfResources:
      return "too many resources requested for launch";
    case cudaErrorCooperativeLaunchTooLarge:
      return "too many blocks in cooperative launch";
    default:
      return "unknown error";
  }
}
inline cudaError_t cudaStreamCreate(cudaStream_t* s) {
  *s = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned) {
  return cudaStreamCreate(s);
}
inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) {
  return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t* e) {
  *e = new SortscopeEvent{0};
  return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned) { return cudaEventCreate(e); }
inline cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t = nullptr) {
  e->ms = sortscope_cpu::now_ms();
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t a, cudaEvent_t b) {
  *ms = static_cast<float>(b->ms - a->ms);
  return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t e) {
  delete e;
  return cudaSuccess;
}
