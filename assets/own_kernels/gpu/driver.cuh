// driver.cuh: runs the sort function on one input after the other, and tells how it ended. The
// file's own text stands before it, and what keeps the process to itself (stay_alone,
// write_only_below).
#include <execinfo.h>
#include <sys/resource.h>

namespace sortscope_gpu {

#undef cudaMalloc
#undef cudaFree
#undef cudaMemcpy
#undef cudaMemcpyAsync
#undef cudaMemset
#undef cudaGetLastError
#undef cudaPeekAtLastError

inline constexpr int kLogFile = 3;    // memory shared with who reads
inline constexpr int kInputFile = 4;  // u32 words: host memory or not, runs; kind, n, keys of each

// The calls that led here, innermost first.
inline void log_frames() {
  void* frames[24];
  const int count = backtrace(frames, 24);
  for (int i = 0; i < count; ++i) {
    log_fault(Fault::kFrame, 0, 0, reinterpret_cast<u64>(frames[i]));
  }
}

// In a launch the main thread says where the kernel stands; elsewhere this is where the host is.
inline void on_signal(int signal, siginfo_t*, void* data) {
  if (signal == SIGUSR1 && in_launch) {
    asked_to_end = 1;
    return;
  }
  const auto* context = static_cast<const ucontext_t*>(data);
#if defined(__x86_64__)
  const u64 at = static_cast<u64>(context->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  const u64 at = context->uc_mcontext.pc;
#else
  const u64 at = 0;
#endif
  if (signal != SIGUSR1) {
    log_fault(Fault::kCrash, 0, static_cast<u32>(signal), at);
    log_frames();
  } else if (launches_begun > 1 && now_s() - launch_began_s < kShortLaunchS) {
    // Launch after launch: what does not end is the host's loop around them.
    log_fault(Fault::kTimeout, launch_line, static_cast<u32>(signal), 0);
  } else {
    log_fault(Fault::kTimeout, 0, static_cast<u32>(signal), at);
    log_frames();
  }
  _exit(kStopped);
}

// exit() within the sort.
inline void on_exit() {
  log_fault(Fault::kCrash, 0, 0, 0);
  log_frames();
  end_process(kStopped);
}

inline void watch_signals() {
  static char own_stack[65536];
  stack_t s{};
  s.ss_sp = own_stack;
  s.ss_size = sizeof own_stack;
  sigaltstack(&s, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  constexpr int kWatched[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGUSR1};
  for (const int signal : kWatched) sigaction(signal, &action, nullptr);
  std::atexit(on_exit);
  void* frame = nullptr;
  (void)backtrace(&frame, 1);  // loads what it needs
}

inline void* map_file(int file, int protection, u64* bytes) {
  struct stat facts {};
  if (fstat(file, &facts) != 0 || facts.st_size < 8) std::abort();
  *bytes = static_cast<u64>(facts.st_size);
  void* p = mmap(nullptr, *bytes, protection, MAP_SHARED, file, 0);
  if (p == MAP_FAILED) std::abort();
  return p;
}

template <typename T>
T* device_array(u64 count) {
  void* p = nullptr;
  must(cudaMalloc(&p, count * sizeof(T)), "memory of the GPU");
  return static_cast<T*>(p);
}

inline void open_log() {
  u64 bytes = 0;
  head = static_cast<LogHead*>(map_file(kLogFile, PROT_READ | PROT_WRITE, &bytes));
  log_bytes = reinterpret_cast<u8*>(head + 1);
  head->room = bytes - sizeof(LogHead);
  if (head->stride > 1) asked_stride = static_cast<u32>(head->stride);
  void* seen = nullptr;
  if (cudaHostRegister(head, bytes, cudaHostRegisterMapped) == cudaSuccess &&
      cudaHostGetDevicePointer(&seen, head, 0) == cudaSuccess) {
    device_log = reinterpret_cast<u8*>(static_cast<LogHead*>(seen) + 1);
  } else {
    (void)cudaGetLastError();
    log_is_copied = true;
    device_log = device_array<u8>(head->room);
  }
}

inline void prepare_gpu() {
  must(cudaFree(nullptr), "no GPU can be used");
  open_log();
  std::size_t free_bytes = 0, all_bytes = 0;
  must(cudaMemGetInfo(&free_bytes, &all_bytes), "memory of the GPU");
  const bool small = free_bytes < (std::size_t{4} << 30);
  host_world.log = device_log;
  // Threads count no entries, they claim bytes.
  const u64 most = head->most * kUsualEntryBytes;
  host_world.room = (most < head->room ? most : head->room) - kKeptBytes;
  host_world.counters = device_array<Counters>(1);
  host_world.most_instances = small ? 1u << 22 : 1u << 24;
  host_world.instances = device_array<Instance>(host_world.most_instances);
  host_world.numbers = device_array<u64>(kMostNumbers);
  host_world.most_states = small ? 1u << 17 : 1u << 20;
  host_world.states = device_array<ThreadState>(host_world.most_states);
  host_world.block_begun = device_array<u32>(kMostBlocks);
  host_world.most_blocks = kMostBlocks;
  host_world.stride = 1;
  host_world.heap = reinterpret_cast<u64>(device_array<char>(kHeapBytes));
  host_world.heap_bytes = kHeapBytes;
  head->base[0] = host_world.bases.of[0] = host_world.heap + kGap;
  host_instances = static_cast<Instance*>(std::malloc(kHostInstances * sizeof(Instance)));
  must(cudaHostAlloc(&seen_counters, sizeof(Counters), cudaHostAllocDefault), "memory");
  must(cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking), "a stream");
  // What CUDA does only once a kernel runs is done before the process is shut in.
  Counters none{};
  cudaMemcpy(host_world.counters, &none, sizeof none, cudaMemcpyHostToDevice);
  std::free(keys_of(&none, 1));
  Launch::take_counters();
  must(cudaDeviceSynchronize(), "the GPU");
}

inline void begin_run(u32 run, u32 kind, u32 n) {
  bool any_live = false;
  for (u32 i = 0; i < allocation_count; ++i) any_live |= allocations[i].live;
  if (!any_live) {
    heap_used = 0;
    allocation_count = 0;
  }
  host_world.run = run + 1;
  host_world.n = n;
  host_instance_count = uploaded_instances = 0;
  numbers_logged = 0;
  pending_error = cudaSuccess;
  Counters counters{};
  counters.instances = kHostInstances;
  cudaMemcpy(host_world.counters, &counters, sizeof counters, cudaMemcpyHostToDevice);
  cudaMemcpy(const_cast<u32*>(host_world.values), input_values, n * sizeof(u32),
             cudaMemcpyHostToDevice);
  recording = head->full == 0;
  overflows = false;
  if (Entry e = next_entry(Kind::kRun, 0)) {
    e->key = n;
    e->key_b = kind;
  }
  // What the file allocated and kept is announced again: a run can be read alone.
  for (u32 i = 0; i < allocation_count; ++i) {
    if (!allocations[i].live) continue;
    if (Entry e = next_entry(Kind::kAllocate, 0)) {
      e->space = Space::kGlobal;
      e->place = allocations[i].first;
      e->place_b = allocations[i].bytes;
      e->flags = static_cast<u8>(Array::kOwn);
    }
  }
}

template <typename Sort>
void run_one(Sort sort, u32 n, bool in_host_memory) {
  Key* keys = nullptr;
  const u64 bytes = n * sizeof(Key);
  u32* handles = static_cast<u32*>(std::malloc(bytes));
  if (in_host_memory) {
    keys = reinterpret_cast<Key*>(handles);
    host_world.host = {reinterpret_cast<u64>(keys), bytes};
    if (Entry e = next_entry(Kind::kAllocate, 0)) {
      e->space = Space::kHost;
      e->place = reinterpret_cast<u64>(keys);
      e->place_b = bytes;
    }
  } else {
    keys = reinterpret_cast<Key*>(allocate(bytes, Array::kKeys, 0));
  }
  if (keys == nullptr) std::abort();
  Key* spare =
      SORTSCOPE_SPARE != 0 ? reinterpret_cast<Key*>(allocate(bytes, Array::kSpare, 0)) : nullptr;
  for (u32 i = 0; i < n; ++i) {
    handles[i] = host_instance(i, home_of(in_host_memory ? Space::kHost : Space::kGlobal,
                                          reinterpret_cast<u64>(keys + i)));
  }
  if (!in_host_memory) cudaMemcpy(keys, handles, bytes, cudaMemcpyHostToDevice);
  sort(keys, spare, n);
  must(cudaDeviceSynchronize(), "the run");
  u32* output = keys_of(keys, n);
  for (u32 i = 0; i < n; ++i) {
    if (Entry e = next_entry(Kind::kOutput, 0)) {
      e->key = output[i];
      e->place = i;
    }
  }
  Launch::take_counters();
  Launch::log_numbers();
  if (Entry e = next_entry(Kind::kRunEnd, 0)) e->key = 1;
  ++head->runs;
  recording = false;
  for (u32 i = 0; i < allocation_count; ++i) {
    if (allocations[i].first == reinterpret_cast<u64>(keys) ||
        allocations[i].first == reinterpret_cast<u64>(spare)) {
      allocations[i].live = false;
    }
  }
  host_world.host = {};
  std::free(output);
  std::free(handles);
}

template <typename Sort>
int run_all(Sort sort) {
  u64 bytes = 0;
  const u32* input = static_cast<const u32*>(map_file(kInputFile, PROT_READ, &bytes));
  const bool in_host_memory = (input[0] & kInHostMemory) != 0;
  const u32 runs = input[1];
  prepare_gpu();
  host_world.values = device_array<u32>(bytes / 4);
  host_world.valued_run = (input[0] & kWithoutValues) != 0 ? 0 : 1;
  head->key_bytes = sizeof(Key);
  head->version = kVersion;
  head->magic = kMagic;
  watch_signals();
  shut_in();
  const u32* next = input + 3;  // behind the limit of time
  for (u32 run = 0; run < runs; ++run) {
    const u32 kind = next[0];
    const u32 n = next[1];
    input_values = next + 2;
    next += 2 + n;
    begin_run(run, kind, n);
    run_one(sort, n, in_host_memory);
    // It is called again, with fewer blocks followed.
    if (run == 0 && head->full > 1 && head->stride < 2 && most_blocks > 1) end_process(0);
  }
  head->done = 1;
  end_process(0);
}

}  // namespace sortscope_gpu
