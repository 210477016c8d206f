// launch.cuh: a launch of the file's: announced, watched to its end, and told where it stands if it
// has none.
namespace sortscope_gpu {

inline double now_s() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

inline constexpr double kShortLaunchS = 0.1;
inline constexpr unsigned kMovesUs = 20000;  // a thread that runs passes a loop's condition
inline u32 launches_begun = 0;
inline u64 most_blocks = 0;  // of a launch that is written down
inline u32 launch_line = 0;
inline double launch_began_s = 0;

inline u32 names = 0;
inline u32 name_number(const char* name) {
  const u64 bytes = std::strlen(name);
  if (!recording || head->bytes + kMostPacked + bytes > host_world.room) return ~0u;
  if (Entry e = next_entry(Kind::kName, 0)) {
    e->key = names;
    e->key_b = static_cast<u32>(bytes);
  }
  std::memcpy(log_bytes + head->bytes, name, bytes);
  head->bytes += bytes;
  return names++;
}

/// Brings what the device wrote to the log so far to where it is read.
inline void fetch_log(u64 from, u64 to) {
  if (to > host_world.room) to = host_world.room;
  if (!log_is_copied || to <= from) return;
  cudaMemcpyAsync(log_bytes + from, device_log + from, to - from, cudaMemcpyDeviceToHost, aside);
  cudaStreamSynchronize(aside);
}

// How many bytes a thread of a launch in a line wrote the last time: what the next will need.
struct Appetite {
  u32 line;
  double bytes_a_thread;
};
inline Appetite appetites[64];
inline u32 appetite_count = 0;
inline double* appetite_of(u32 line) {
  for (u32 i = 0; i < appetite_count; ++i) {
    if (appetites[i].line == line) return &appetites[i].bytes_a_thread;
  }
  if (appetite_count == 64) return &appetites[63].bytes_a_thread;
  appetites[appetite_count] = {line, 0};
  return &appetites[appetite_count++].bytes_a_thread;
}

struct Configuration {
  dim3 grid;
  dim3 block;
  std::size_t shared;
  cudaStream_t stream;  // always the default one: a launch is watched to its end
};

class Launch {
 public:
  Launch(int line, const char* name, dim3 grid, dim3 block, std::size_t shared = 0,
         cudaStream_t = nullptr)
      : line_(static_cast<u32>(line)), name_(name), configuration_{grid, block, shared, nullptr} {}

  template <typename Kernel>
  struct Bound {
    Launch& launch;
    Kernel kernel;
    template <typename... Arguments>
    void operator()(Arguments... arguments) const {
      launch.begin();
      kernel(launch.configuration_, arguments...);
      launch.end();
    }
  };
  template <typename Kernel>
  Bound<Kernel> of(Kernel kernel) {
    return {*this, kernel};
  }
  /// Which kernel it is: of no account where it is recorded.
  Launch& at(const void*) { return *this; }
  cudaError_t together(const void* kernel, void** arguments) {
    cooperative_ = true;
    begin();
    (void)::cudaLaunchCooperativeKernel(kernel, configuration_.grid, configuration_.block,
                                        arguments, configuration_.shared, nullptr);
    return end();
  }
  cudaError_t alone(const void* kernel, void** arguments) {
    begin();
    (void)::cudaLaunchKernel(kernel, configuration_.grid, configuration_.block, arguments,
                             configuration_.shared, nullptr);
    return end();
  }

 private:
  [[nodiscard]] u64 blocks() const {
    return u64{configuration_.grid.x} * configuration_.grid.y * configuration_.grid.z;
  }
  [[nodiscard]] u64 threads() const {
    return u64{configuration_.block.x} * configuration_.block.y * configuration_.block.z;
  }

  void begin() {
    if (const cudaError_t before = ::cudaGetLastError(); before != cudaSuccess) {
      pending_error = before;
    }
    const u32 name = name_number(name_);
    announced_ = head->bytes;
    if (Entry e = next_entry(Kind::kLaunch, line_)) {
      const dim3& grid = configuration_.grid;
      const dim3& block = configuration_.block;
      e->place = grid.x | u64{grid.y} << 32;
      e->block = grid.z;
      e->place_b = block.x | u64{block.y} << 16 | u64{block.z} << 32;
      e->key = static_cast<u32>(configuration_.shared);
      e->key_b = name;
      if (blocks() > most_blocks) most_blocks = blocks();
    }
    first_ = head->bytes;
    last_who.known = false;  // its threads write next
    choose_sample();
    host_world.first_owner = next_owner;
    host_world.line = line_;
    host_world.dynamic_bytes = static_cast<u32>(configuration_.shared);
    next_owner += blocks() < (1u << 20) ? static_cast<u32>(blocks()) : 1u << 20;
    const u64 slots = (blocks() + host_world.stride - 1) / host_world.stride * threads();
    used_states_ =
        slots < host_world.most_states ? static_cast<u32>(slots) : host_world.most_states;
    cudaMemset(host_world.states, 0, used_states_ * sizeof(ThreadState));
    cudaMemset(host_world.block_begun, 0,
               (blocks() < kMostBlocks ? blocks() : kMostBlocks) * sizeof(u32));
    const unsigned long long bytes = recording ? head->bytes : host_world.room;
    cudaMemcpy(&host_world.counters->bytes, &bytes, sizeof bytes, cudaMemcpyHostToDevice);
    cudaMemset(&host_world.counters->shared_end, 0, sizeof(u32));
    cudaMemset(&host_world.counters->last_line, 0, sizeof(u32));
    upload_world();
    ++launches_begun;
    launch_line = line_;
    launch_began_s = now_s();
    in_launch = true;
  }

  // Of a launch whose log would not fit, every so many blocks are recorded: in the first run. A
  // later one is whole or breaks off, so that what was seen of the first still holds.
  void choose_sample() {
    const double room = static_cast<double>(host_world.room -
                                            (first_ < host_world.room ? first_ : host_world.room));
    const double wanted = *appetite_of(line_) * static_cast<double>(blocks() * threads());
    u64 stride = asked_stride;
    if (head->runs == 0 && wanted > room && room > 0) stride = static_cast<u64>(wanted / room) + 1;
    const u64 states = blocks() * threads() / host_world.most_states + 1;
    if (stride < states) stride = states;
    if (stride > blocks()) stride = blocks() > 0 ? blocks() : 1;
    host_world.stride = static_cast<u32>(stride);
    if (recording && head->stride < host_world.stride) head->stride = host_world.stride;
  }

  cudaError_t end() {
    const cudaError_t refused = ::cudaGetLastError();
    if (refused != cudaSuccess) {
      in_launch = false;
      pending_error = refused;
      refuse(refused);
      return refused;
    }
    wait();
    in_launch = false;
    take_counters();
    if (recording) {
      const double sampled = static_cast<double>(blocks() * threads() / host_world.stride);
      if (sampled > 0) {
        *appetite_of(line_) = static_cast<double>(seen_counters->bytes - first_) / sampled;
      }
    }
    take_entries();
    log_numbers();
    if (seen_counters->crashed != 0) end_process(kStopped);
    if (Entry e = next_entry(Kind::kLaunchEnd, line_)) e->flags = cooperative_ ? 1 : 0;
    return cudaSuccess;
  }

  // What the device wrote so far, or would have written.
  void take_entries() {
    const u64 all = seen_counters->bytes;
    const u64 more = all > host_world.room ? all - host_world.room : 0;
    if (recording) {
      fetch_log(first_, all);
      head->bytes = more > 0 ? host_world.room : all;
    }
    if (more > 0) cut_log(more);
  }

  void refuse(cudaError_t error) {
    if (!recording) return;
    // It was no launch: that is told in its place.
    std::memset(log_bytes + announced_, 0, head->bytes - announced_);
    head->bytes = announced_;
    Entry e(Kind::kFault, line_);
    e->flags = static_cast<u8>(Fault::kLaunchRefused);
    e->key = static_cast<u32>(error);
    e->place = threads();
    e->place_b = configuration_.shared;
    e->key_b = blocks() > 0xffffffffu ? 0xffffffffu : static_cast<u32>(blocks());
  }

 public:
  static void log_numbers() {
    const u32 count = seen_counters->numbers < kMostNumbers ? seen_counters->numbers : kMostNumbers;
    if (count <= numbers_logged) return;
    const u32 fresh = count - numbers_logged;
    u64* values = static_cast<u64*>(std::malloc(fresh * sizeof(u64)));
    cudaMemcpy(values, host_world.numbers + numbers_logged, fresh * sizeof(u64),
               cudaMemcpyDeviceToHost);
    for (u32 i = 0; i < fresh; ++i) {
      if (Entry e = next_entry(Kind::kNumber, 0)) {
        e->key = kMadeNumbers + numbers_logged + i;
        e->place = values[i];
      }
    }
    numbers_logged = count;
    std::free(values);
  }
  static void take_counters() {
    cudaMemcpyAsync(seen_counters, host_world.counters, sizeof(Counters), cudaMemcpyDeviceToHost,
                    aside);
    cudaStreamSynchronize(aside);
  }

 private:
  // Threads that stand at a barrier while nothing moves any more.
  void wait() {
    const double begin = launch_began_s;
    double next_look = begin + kLooksForDeadlockS;
    unsigned long long bytes_before = ~0ull;
    for (;;) {
      const cudaError_t state = cudaStreamQuery(nullptr);
      if (state == cudaSuccess) return;
      if (state != cudaErrorNotReady) crash(state);
      (void)::cudaGetLastError();  // "not ready" is no error of the file's
      if (asked_to_end != 0) hang(true);
      const double now = now_s();
      if (now > next_look) {
        next_look = now + 0.5;
        take_counters();
        if (seen_counters->bytes == bytes_before) hang(false);
        bytes_before = seen_counters->bytes;
      }
      if (now - begin > 0.002) usleep(100);
    }
  }

  [[noreturn]] void crash(cudaError_t error) {
    in_launch = false;
    u32 signal = SIGSEGV;
    if (error == cudaErrorAssert || error == cudaErrorLaunchFailure) signal = SIGABRT;
    if (error == cudaErrorIllegalInstruction) signal = SIGILL;
    if (!log_is_copied && recording) {
      // What the device wrote is there, only its number is lost.
      head->bytes = end_of_written();
    }
    log_fault(Fault::kCrash, line_, signal, 0);
    std::printf("CUDA: %s\n", cudaGetErrorString(error));
    end_process(kStopped);
  }

  // Behind it nothing is but zeros, for longer than threads at once claim.
  [[nodiscard]] u64 end_of_written() const {
    constexpr u64 kClaimed = u64{1} << 20;
    u64 end = first_;
    for (u64 i = first_; i < host_world.room && i - end < kClaimed; ++i) {
      if (log_bytes[i] != 0) end = i + 1;
    }
    return end;
  }

  void look_at_threads(ThreadState* states, u32 count) {
    cudaMemcpyAsync(states, host_world.states, count * sizeof(ThreadState), cudaMemcpyDeviceToHost,
                    aside);
    cudaStreamSynchronize(aside);
  }
  // The device writes nothing more, so that what is added now stays.
  void stop_the_log() {
    const u32 stop = 1;
    cudaMemcpyAsync(&host_world.counters->crashed, &stop, sizeof stop, cudaMemcpyHostToDevice,
                    aside);
    cudaStreamSynchronize(aside);
    usleep(kMovesUs);
    take_counters();
    take_entries();
  }
  // Says who waits where and ends; returns where nobody waits, or some still run, and more time is
  // left.
  void hang(bool last) {
    // Launch after launch: what does not end is the host's loop around them.
    const bool of_host = launches_begun > 1 && now_s() - launch_began_s < kShortLaunchS;
    const u32 count = used_states_ < 65536 ? used_states_ : 65536;
    auto* before = static_cast<ThreadState*>(std::malloc(count * sizeof(ThreadState) + 1));
    auto* states = static_cast<ThreadState*>(std::malloc(count * sizeof(ThreadState) + 1));
    look_at_threads(before, count);
    usleep(kMovesUs);
    look_at_threads(states, count);
    u32 waiting = 0, moving = 0, line = 0;
    for (u32 i = 0; i < count; ++i) {
      if (states[i].passes != before[i].passes) {
        if (moving++ == 0) line = states[i].line;
      } else if (states[i].waits != 0) {
        ++waiting;
      }
    }
    std::free(before);
    if (!last && (waiting == 0 || moving > 0)) {
      std::free(states);
      return;
    }
    stop_the_log();
    if (line == 0) line = seen_counters->last_line;
    if (line == 0 || of_host) line = line_;
    u32 told = moving > 0 ? 64 : 0;  // who waits for a thread that never ends is told by that
    for (u32 i = 0; i < count && told < 64; ++i) {
      if (states[i].waits == 0) continue;
      if (told++ == 0) line = states[i].line;
      Entry e = next_entry(Kind::kFault, states[i].line);
      e->flags = static_cast<u8>(Fault::kDeadlock);
      e->block = static_cast<u32>(i / threads() * host_world.stride);
      e->thread = static_cast<u16>(i % threads());
      e->epoch = states[i].epoch;
      e->grid_epoch = states[i].grid_epoch;
    }
    log_fault(Fault::kTimeout, line, 0, 0);
    end_process(kStopped);
  }

  u32 line_;
  const char* name_;
  Configuration configuration_;
  bool cooperative_ = false;
  u64 announced_ = 0;
  u64 first_ = 0;
  u32 used_states_ = 0;
};

template <typename Kernel>
cudaError_t cooperative(int line, Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                        std::size_t shared = 0, cudaStream_t = nullptr) {
  return Launch(line, "kernel", grid, block, shared)
      .together(reinterpret_cast<const void*>(kernel), arguments);
}
template <typename Kernel>
cudaError_t ordinary(int line, Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                     std::size_t shared = 0, cudaStream_t = nullptr) {
  return Launch(line, "kernel", grid, block, shared)
      .alone(reinterpret_cast<const void*>(kernel), arguments);
}

}  // namespace sortscope_gpu

#define cudaMalloc(...) ::sortscope_gpu::allocate_for(__LINE__, __VA_ARGS__)
#define cudaMallocAsync(...) ::sortscope_gpu::allocate_for(__LINE__, __VA_ARGS__)
#define cudaMallocManaged(...) ::sortscope_gpu::allocate_managed(__LINE__, __VA_ARGS__)
#define cudaFree(...) ::sortscope_gpu::release(__LINE__, __VA_ARGS__)
#define cudaFreeAsync(...) ::sortscope_gpu::release(__LINE__, __VA_ARGS__)
#define cudaMemcpy(...) ::sortscope_gpu::copy(__LINE__, __VA_ARGS__)
#define cudaMemcpyAsync(...) ::sortscope_gpu::copy(__LINE__, __VA_ARGS__)
#define cudaMemset(...) ::sortscope_gpu::fill(__LINE__, __VA_ARGS__)
#define cudaMemsetAsync(...) ::sortscope_gpu::fill(__LINE__, __VA_ARGS__)
#define cudaGetLastError() ::sortscope_gpu::last_error(true)
#define cudaPeekAtLastError() ::sortscope_gpu::last_error(false)
#define cudaDeviceReset() (::cudaDeviceSynchronize())
#if CUDART_VERSION >= 13000  // which no longer knows what older books call
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadExit cudaDeviceReset
#endif
#define cudaLaunchCooperativeKernel(...) ::sortscope_gpu::cooperative(__LINE__, __VA_ARGS__)
#define cudaLaunchKernel(...) ::sortscope_gpu::ordinary(__LINE__, __VA_ARGS__)
