// driver.h: runs the sort function on one input after the other, and tells how it ended.
#include <execinfo.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>

namespace sortscope_cpu {

inline constexpr int kLogFile = 3;  // memory shared with who reads
inline constexpr int kInputFile =
    4;  // u32 words: what is asked (Asked), runs, limit in ms; kind, n, keys of each

[[noreturn]] inline void end_process(int code) { _exit(code); }

inline void log_fault(Fault fault, u32 key, u64 place) {
  Entry e = thread_entry(Kind::kFault, 0);
  if (!e) return;
  e->flags = static_cast<u8>(fault);
  e->key = key;
  e->place = place;
}

// The calls that led here, innermost first.
inline void log_frames() {
  void* frames[24];
  const int count = backtrace(frames, 24);
  for (int i = 0; i < count; ++i) log_fault(Fault::kFrame, 0, reinterpret_cast<u64>(frames[i]));
}

[[noreturn]] inline void crash_at(u32 line) {
  if (line != 0) head->line = line;
  log_fault(Fault::kCrash, SIGSEGV, 0);
  end_process(99);
}

// Where it was: the instruction, and the calls that led there.
inline void on_signal(int signal, siginfo_t*, void* data) {
  const auto* context = static_cast<const ucontext_t*>(data);
#if defined(__x86_64__)
  const u64 at = static_cast<u64>(context->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  const u64 at = context->uc_mcontext.pc;
#else
  const u64 at = 0;
#endif
  if (signal != SIGUSR1) {
    log_fault(Fault::kCrash, static_cast<u32>(signal), at);
    log_frames();
  } else if (launches_begun > 1 && now_ms() - launch_began_ms < kShortLaunchMs) {
    // Launch after launch: what does not end is the host's loop around them.
    head->line = static_cast<u32>(launch_line);
    log_fault(Fault::kTimeout, static_cast<u32>(signal), 0);
  } else {
    log_fault(Fault::kTimeout, static_cast<u32>(signal), at);
    log_frames();
  }
  end_process(99);
}

// exit() within the sort.
inline void on_exit() {
  log_fault(Fault::kCrash, 0, 0);
  log_frames();
  std::fflush(stdout);
  end_process(99);
}

inline void watch_signals() {
  static char own_stack[65536];
  stack_t s{};
  s.ss_sp = own_stack;
  s.ss_size = sizeof own_stack;
  sigaltstack(&s, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  constexpr int kWatched[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGUSR1};
  for (const int signal : kWatched) sigaction(signal, &action, nullptr);
  std::atexit(on_exit);
  void* frame = nullptr;
  (void)backtrace(&frame, 1);  // loads what it needs
}

inline const u32* read_words(int file, std::size_t* count) {
  struct stat facts {};
  if (fstat(file, &facts) != 0 || facts.st_size < 8) std::abort();
  *count = static_cast<std::size_t>(facts.st_size) / 4;
  void* p = mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ, MAP_SHARED, file, 0);
  if (p == MAP_FAILED) _exit(kNoMemoryExitCode);
  return static_cast<const u32*>(p);
}

inline void open_log() {
  struct stat facts {};
  if (fstat(kLogFile, &facts) != 0) std::abort();
  void* p = mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ | PROT_WRITE,
                 MAP_SHARED, kLogFile, 0);
  if (p == MAP_FAILED) _exit(kNoMemoryExitCode);
  head = static_cast<LogHead*>(p);
  head->room = static_cast<u64>(facts.st_size) - sizeof(LogHead);
  head->key_bytes = sizeof(Key);
  head->version = kVersion;
  head->magic = kMagic;
  log_bytes = reinterpret_cast<u8*>(head + 1);
}

// The sort function takes keys, maybe a spare array, and a number, in any order.
template <typename P>
inline constexpr bool kIsKeys =
    std::is_same_v<std::remove_cv_t<P>, Key*> || std::is_same_v<std::remove_cv_t<P>, const Key*>;
template <typename P>
P argument(Key** next, u32 n) {
  if constexpr (std::is_pointer_v<P>) {
    static_assert(kIsKeys<P>, "the sort function's pointers are Key*");
    return *next;
  } else {
    static_assert(std::is_integral_v<P>, "the sort function takes Key*, maybe Key*, and a number");
    return static_cast<P>(n);
  }
}
template <typename R, typename... P>
void call_sort(R (*sort)(P...), Key* keys, Key* spare, u32 n) {
  static_assert((kIsKeys<P> + ... + 0) >= 1, "the sort function takes Key* keys");
  static_assert((kIsKeys<P> + ... + 0) <= 2, "the sort function takes one or two Key*");
  Key* pointers[] = {keys, spare};
  int at = -1;
  const auto next = [&](bool pointer) { return &pointers[pointer ? ++at : 0]; };
  // Braces: the arguments are made from left to right.
  struct Call {
    Call(R (*f)(P...), P... arguments) { (void)f(arguments...); }
  } call{sort, argument<P>(next(std::is_pointer_v<P>), n)...};
  (void)call;
}

template <typename Sort>
int run_all(Sort sort) {
  open_log();
  std::size_t words = 0;
  const u32* input = read_words(kInputFile, &words);
  const bool in_host_memory = (input[0] & kInHostMemory) != 0;
  const u32 runs = input[1];
  const double limit_ms = input[2];
  const u32* next = input + 3;
  prepare_fibers();
  prepare_memory();
  head->base[0] = reinterpret_cast<u64>(heap) + kGap;
  head->base[1] = reinterpret_cast<u64>(dynamic_arena);
  watch_signals();
  host_stack = reinterpret_cast<const char*>(&words);
  Key* spare = nullptr;
  Key* keys = nullptr;
  u64 first_entries = 0;  // of the first run
  u32 first_n = 0;
  double first_ms = 0;
  const double began_ms = now_ms();
  for (u32 run = 0; run < runs; ++run) {
    const u32 kind = *next++;
    const u32 n = *next++;
    key_values = next;
    next += n;
    run_keys = n;
    run_number = static_cast<u16>(run + 1);
    number_count = 0;
    made_keys = 0;
    last_error = cudaSuccess;
    instance_count = 0;
    recording = head->full == 0;
    overflows = false;
    seeing = run == 0 && (input[0] & kWithoutValues) == 0;
    without_reads = run > 0 && first_entries > head->most / 8;
    if (Entry e = next_entry(Kind::kRun, 0)) {
      e->key = n;
      e->key_b = kind;
    }
    // Inputs as long as the first one are tried as long as there is time.
    if (run > 0 && n == first_n && now_ms() - began_ms + 1.5 * first_ms > 0.6 * limit_ms) {
      if (Entry e = next_entry(Kind::kRunEnd, 0)) e->key = 2;
      ++head->runs;
      continue;
    }
    // What the file allocated and kept is announced again: a run can be read alone.
    for (u32 i = 0; i < allocation_count; ++i) {
      if (!allocations[i].live) continue;
      if (Entry e = next_entry(Kind::kAllocate, 0)) {
        e->space = Space::kGlobal;
        e->place = reinterpret_cast<u64>(allocations[i].first);
        e->place_b = allocations[i].bytes;
        e->flags = static_cast<u8>(Array::kOwn);
      }
    }
    if (in_host_memory) {
      keys = static_cast<Key*>(std::malloc(n * sizeof(Key)));
      host_keys = {reinterpret_cast<char*>(keys), n * sizeof(Key), true, true};
      if (Entry e = next_entry(Kind::kAllocate, 0)) {
        e->space = Space::kHost;
        e->place = reinterpret_cast<u64>(keys);
        e->place_b = n * sizeof(Key);
      }
    } else {
      keys = reinterpret_cast<Key*>(allocate(n * sizeof(Key), false, Array::kKeys, 0));
    }
    if (keys == nullptr) std::abort();
    spare = SORTSCOPE_SPARE != 0
                ? reinterpret_cast<Key*>(allocate(n * sizeof(Key), false, Array::kSpare, 0))
                : nullptr;
    for (u32 i = 0; i < n; ++i) {
      keys[i].handle_ = handle_of(i, in_host_memory ? Space::kHost : Space::kGlobal,
                                  reinterpret_cast<u64>(keys + i));
    }
    sort(keys, spare, n);
    for (u32 i = 0; i < n; ++i) {
      if (Entry e = next_entry(Kind::kOutput, 0)) {
        const u32 handle = keys[i].handle_;
        e->key = instance_of(handle).key;
        e->place = i;
      }
    }
    if (Entry e = next_entry(Kind::kRunEnd, 0)) e->key = 1;
    ++head->runs;
    recording = false;
    for (u32 i = 0; i < allocation_count; ++i) {
      if (allocations[i].first == reinterpret_cast<char*>(keys) ||
          allocations[i].first == reinterpret_cast<char*>(spare)) {
        allocations[i].live = false;
      }
    }
    if (in_host_memory) std::free(keys);
    host_keys = {};
    if (run > 0) continue;
    first_entries = entry_count;
    first_n = n;
    first_ms = now_ms() - began_ms;
    // It is called again, with fewer blocks followed.
    if (head->full > 1 && head->stride < 2 && most_blocks > 1) end_process(0);
  }
  head->done = 1;
  std::fflush(stdout);
  end_process(0);
}

}  // namespace sortscope_cpu
