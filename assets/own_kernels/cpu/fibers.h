// fibers.h: the threads of a launch on one processor: each a fiber with a stack of its own, run in
// turns from barrier to barrier; blocks one after the other, or side by side where the grid has a
// barrier. packed.h stands before it.
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
inline uint3 threadIdx, blockIdx;
inline dim3 blockDim, gridDim;
inline constexpr int warpSize = 32;

namespace sortscope_cpu {

using namespace sortscope_log;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

inline constexpr u32 kMostThreads = 1024;  // of a block
inline constexpr u32 kMostFibers = 16384;
inline constexpr std::size_t kStackBytes = 128 * 1024;
inline constexpr std::size_t kDynamicShared = 227 * 1024;
inline constexpr std::size_t kSlotBytes = 64;

// ---- the log
inline LogHead* head = nullptr;
inline u8* log_bytes = nullptr;  // behind the head
inline u64 entry_count = 0;
inline LastWho last_who{};
inline Before host_before{};
inline bool recording = false;
inline bool without_reads = false;  // a run that is long enough without them
inline bool seeing = false;         // values of variables are written
inline bool overflows = false;      // the first run has more entries than there is room for
inline u32 usual_bytes = 1;         // of an entry, where it overflows

[[noreturn]] void end_process(int code);
Before* current_before();

/// An entry that is being made: it is written down where its scope ends.
class Entry {
 public:
  Entry() = default;
  Entry(Kind kind, u32 line) : made_(true) {
    entry_.kind = kind;
    entry_.line = line;
  }
  Entry(Entry&& other) : entry_(other.entry_), made_(other.made_) { other.made_ = false; }
  Entry& operator=(Entry&&) = delete;
  __attribute__((noinline)) ~Entry() {
    if (made_) write();
  }
  explicit operator bool() const { return made_; }
  LogEntry* operator->() { return &entry_; }

 private:
  void write() const {
    if (entry_.kind == Kind::kRun || entry_.kind == Kind::kLaunch) host_before = Before{};
    u8 packed[kMostPacked];
    Before* before = entry_.thread == kHostThread ? &host_before : current_before();
    const Bases bases{{head->base[0], head->base[1]}};
    const u32 bytes = pack(entry_, before, &last_who, bases, packed);
    if (bytes > head->room - head->bytes) return;
    std::memcpy(log_bytes + head->bytes, packed, bytes);
    head->bytes += bytes;
    ++entry_count;
  }

  LogEntry entry_{};
  bool made_ = false;
};

/// Room is kept for results and for how it ends.
inline constexpr u64 kKeptBytes = u64{2} << 20;

inline Entry next_entry(Kind kind, u32 line) {
  const bool kept =
      kind == Kind::kFault || kind == Kind::kRun || kind == Kind::kOutput || kind == Kind::kRunEnd;
  if (!kept && !recording) {
    if (overflows && head->full < 0xffff0000u) head->full += usual_bytes;
    return {};
  }
  if (!kept && (head->bytes + kKeptBytes >= head->room || entry_count >= head->most)) {
    recording = false;
    if (head->full == 0) {
      Entry full(Kind::kFault, 0);
      full->flags = static_cast<u8>(Fault::kLogFull);
      usual_bytes = static_cast<u32>(head->bytes / (entry_count + 1)) + 1;
    }
    head->full = 1;
    overflows = head->runs == 0;
    return {};
  }
  return {kind, line};
}

// ---- what runs
enum class Wait : u8 { kReady, kBlock, kWarp, kGrid, kEnded };

struct Home {
  u64 place = kNoPlace;
  Space space = Space::kNone;
};

struct Block;
struct Fiber {
  jmp_buf go_on;
  ucontext_t* first = nullptr;
  bool started = false;
  Wait wait = Wait::kEnded;
  u16 thread = 0;
  u32 line = 0;
  u32 lane_mask = 0;
  u32 meetings = 0;
  bool orders_memory = false;  // waits in __syncwarp()
  u32 met = 0;                 // lanes of its last meeting
  u32 met_slots = 0;           // which of the two slots each of them used
  Block* block = nullptr;
  uint3 index{};
  u64 recent[kRecentPairs][2];
  u32 recents = 0;
  u32 seen = 0;  // values of variables, the one that was read last behind the others
  u8 variables[kMostValues];
  u32 values[kMostValues];
  Before before{};  // what the log knows of it
};

struct Warp {
  u32 exists = 0, ended = 0, arrived = 0;
  u16 epoch = 0;
  u32 slots = 0;  // which of the two slots each lane used last
  alignas(16) unsigned char slot[2][32][kSlotBytes];
};

struct SharedArray {
  char* address;
  std::size_t bytes;
};
inline constexpr u32 kMostShared = 64;

struct Block {
  u32 number = 0;
  uint3 index{};
  u32 epoch = 0, grid_epoch = 0;
  u32 threads = 0, ended = 0, at_barrier = 0, at_grid = 0;
  Fiber* fibers = nullptr;
  Warp* warps = nullptr;
  char* saved = nullptr;  // shared memory while other blocks run
  bool seen[kMostShared] = {};
};

inline jmp_buf scheduler;
inline Fiber* fibers = nullptr;
inline Warp* warps = nullptr;
inline char* stacks = nullptr;
inline Fiber* current = nullptr;  // null: the host
inline void (*job)(void*) = nullptr;
inline void* job_data = nullptr;
inline bool side_by_side = false;
inline u32 dynamic_bytes = 0;
inline SharedArray shared_arrays[kMostShared];
inline u32 shared_count = 0;
alignas(1024) inline char dynamic_arena[kDynamicShared];

inline bool on_stack(const void* p) {
  return static_cast<const char*>(p) >= stacks &&
         static_cast<const char*>(p) < stacks + kMostFibers * kStackBytes;
}

inline bool followed(const Block& b) { return head->stride < 2 || b.number % head->stride == 0; }

inline Before* current_before() { return current != nullptr ? &current->before : &host_before; }

inline Entry thread_entry(Kind kind, u32 line) {
  if (line != 0) {
    head->line = line;
  } else {
    line = head->line;
  }
  if (current != nullptr && kind != Kind::kFault && !followed(*current->block)) return {};
  Entry e = next_entry(kind, line);
  if (!e) return e;
  if (current == nullptr) {
    e->thread = kHostThread;
    return e;
  }
  const Block& b = *current->block;
  e->block = b.number;
  e->thread = current->thread;
  e->epoch = b.epoch;
  e->grid_epoch = b.grid_epoch;
  e->warp_epoch = b.warps[current->thread / 32].epoch;
  return e;
}

// ---- switching
__attribute__((noinline)) inline void back_to_scheduler() {
  if (_setjmp(current->go_on) == 0) _longjmp(scheduler, 1);
}

inline void settle_warp(Block& b, u32 w);

inline void fiber_body() {
  for (;;) {
    job(job_data);
    Block& b = *current->block;
    current->wait = Wait::kEnded;
    ++b.ended;
    b.warps[current->thread / 32].ended |= 1u << (current->thread % 32);
    settle_warp(b, current->thread / 32);
    back_to_scheduler();
  }
}

inline void prepare_fibers() {
  stacks = static_cast<char*>(mmap(nullptr, kMostFibers * kStackBytes, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  fibers = static_cast<Fiber*>(mmap(nullptr, kMostFibers * sizeof(Fiber), PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  warps = static_cast<Warp*>(mmap(nullptr, kMostFibers * sizeof(Warp), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (stacks == MAP_FAILED || fibers == MAP_FAILED || warps == MAP_FAILED) {
    _exit(kNoMemoryExitCode);
  }
}

__attribute__((noinline)) inline void switch_to(Fiber& f) {
  current = &f;
  threadIdx = f.index;
  blockIdx = f.block->index;
  if (_setjmp(scheduler) == 0) {
    if (f.started) _longjmp(f.go_on, 1);
    f.started = true;
    f.first = static_cast<ucontext_t*>(std::malloc(sizeof(ucontext_t)));
    getcontext(f.first);
    const std::size_t number = static_cast<std::size_t>(&f - fibers);
    // The lowest page stays without access: a recursion without end is seen, not written over.
    char* stack = stacks + number * kStackBytes;
    if (number < 2 * kMostThreads) mprotect(stack, 4096, PROT_NONE);
    f.first->uc_stack.ss_sp = stack + 4096;
    f.first->uc_stack.ss_size = kStackBytes - 4096;
    f.first->uc_link = nullptr;
    makecontext(f.first, fiber_body, 0);
    setcontext(f.first);
  }
  current = nullptr;
}

// ---- shared memory of blocks that run side by side
inline void save_shared(Block& b) {
  std::size_t total = dynamic_bytes;
  for (u32 i = 0; i < shared_count; ++i) total += shared_arrays[i].bytes;
  std::free(b.saved);
  char* to = b.saved = static_cast<char*>(std::malloc(total + sizeof(u32)));
  std::memcpy(to, &shared_count, sizeof(u32));
  to += sizeof(u32);
  std::memcpy(to, dynamic_arena, dynamic_bytes);
  to += dynamic_bytes;
  for (u32 i = 0; i < shared_count; ++i) {
    std::memcpy(to, shared_arrays[i].address, shared_arrays[i].bytes);
    to += shared_arrays[i].bytes;
  }
}
inline void restore_shared(const Block& b) {
  if (b.saved == nullptr) return;
  const char* from = b.saved;
  u32 count = 0;
  std::memcpy(&count, from, sizeof(u32));
  from += sizeof(u32);
  std::memcpy(dynamic_arena, from, dynamic_bytes);
  from += dynamic_bytes;
  for (u32 i = 0; i < count; ++i) {
    std::memcpy(shared_arrays[i].address, from, shared_arrays[i].bytes);
    from += shared_arrays[i].bytes;
  }
}

// ---- warps in step
// Lanes that wait for no other lane of theirs any more go on.
inline void settle_warp(Block& b, u32 w) {
  Warp& warp = b.warps[w];
  for (u32 lane = 0; lane < 32; ++lane) {
    if ((warp.arrived >> lane & 1) == 0) continue;
    const u32 needed = b.fibers[w * 32 + lane].lane_mask & warp.exists & ~warp.ended;
    if ((warp.arrived & needed) != needed) continue;
    bool ordered = false;
    for (u32 other = 0; other < 32; ++other) {
      if ((needed >> other & 1) == 0) continue;
      Fiber& f = b.fibers[w * 32 + other];
      f.wait = Wait::kReady;
      f.met = needed;
      f.met_slots = warp.slots;
      ordered |= f.orders_memory;
    }
    warp.arrived &= ~needed;
    if (ordered) ++warp.epoch;
  }
}

/// Waits for the lanes of `mask`; then brought_by() says what they brought.
inline void meet(u32 mask, const void* brought, std::size_t bytes, u32 line,
                 bool orders_memory = false) {
  Block& b = *current->block;
  const u32 w = current->thread / 32;
  const u32 lane = current->thread % 32;
  Warp& warp = b.warps[w];
  // Two slots in turn: who is late still finds what others brought before.
  const u32 slot = current->meetings++ & 1;
  if (bytes > 0) std::memcpy(warp.slot[slot][lane], brought, bytes);
  warp.slots = (warp.slots & ~(1u << lane)) | slot << lane;
  current->lane_mask = mask | 1u << lane;
  current->wait = Wait::kWarp;
  current->line = line;
  current->orders_memory = orders_memory;
  current->met = 0;
  warp.arrived |= 1u << lane;
  settle_warp(b, w);
  if (current->wait != Wait::kReady) back_to_scheduler();
}
/// Null where that lane was not there.
inline const unsigned char* brought_by(u32 lane) {
  if ((current->met >> lane & 1) == 0) return nullptr;
  const Warp& warp = current->block->warps[current->thread / 32];
  return warp.slot[current->met_slots >> lane & 1][lane];
}

// ---- barriers
inline void wait_at(Wait wait, Barrier barrier, u32 line) {
  if (Entry e = thread_entry(Kind::kBarrier, line)) e->flags = static_cast<u8>(barrier);
  if (current == nullptr) return;
  Block& b = *current->block;
  current->wait = wait;
  current->line = line;
  ++(wait == Wait::kBlock ? b.at_barrier : b.at_grid);
  back_to_scheduler();
}

inline void release(Block& b, Wait wait) {
  for (u32 t = 0; t < b.threads; ++t) {
    if (b.fibers[t].wait == wait) b.fibers[t].wait = Wait::kReady;
  }
  (wait == Wait::kBlock ? b.at_barrier : b.at_grid) = 0;
}

// Threads that wait for what cannot come any more: told, and let go on as the hardware might.
inline void break_deadlock(Block& b) {
  for (u32 t = 0; t < b.threads; ++t) {
    Fiber& f = b.fibers[t];
    if (f.wait == Wait::kReady || f.wait == Wait::kEnded) continue;
    if (Entry e = next_entry(Kind::kFault, f.line)) {
      e->flags = static_cast<u8>(Fault::kDeadlock);
      e->block = b.number;
      e->thread = f.thread;
      e->epoch = b.epoch;
      e->key = static_cast<u32>(f.wait);
    }
    f.wait = Wait::kReady;
  }
  for (u32 w = 0; w < (b.threads + 31) / 32; ++w) b.warps[w].arrived = 0;
  b.at_barrier = 0;
  b.at_grid = 0;
}

/// Runs a block until all of its threads have ended or wait for the grid.
inline void run_block(Block& b) {
  for (;;) {
    bool ran = false;
    for (u32 t = 0; t < b.threads; ++t) {
      while (b.fibers[t].wait == Wait::kReady) {
        switch_to(b.fibers[t]);
        ran = true;
      }
    }
    if (b.ended == b.threads) return;
    if (b.at_barrier > 0 && b.at_barrier + b.ended == b.threads) {
      release(b, Wait::kBlock);
      ++b.epoch;
    } else if (b.at_grid > 0 && b.at_grid + b.ended == b.threads) {
      return;
    } else if (!ran) {
      break_deadlock(b);
    }
  }
}

inline void begin_block(Block& b, u32 number, Fiber* first, Warp* first_warp) {
  b = Block{};
  b.number = number;
  b.index = {number % gridDim.x, number / gridDim.x % gridDim.y, number / gridDim.x / gridDim.y};
  b.threads = blockDim.x * blockDim.y * blockDim.z;
  b.fibers = first;
  b.warps = first_warp;
  for (u32 t = 0; t < b.threads; ++t) {
    Fiber& f = first[t];
    f.wait = Wait::kReady;
    f.thread = static_cast<u16>(t);
    f.block = &b;
    f.meetings = 0;
    f.recents = 0;
    f.seen = 0;
    f.before = Before{};
    f.line = 0;
    f.index = {t % blockDim.x, t / blockDim.x % blockDim.y, t / blockDim.x / blockDim.y};
  }
  for (u32 w = 0; w < (b.threads + 31) / 32; ++w) {
    Warp& warp = first_warp[w];
    const u32 lanes = b.threads - w * 32;
    warp.exists = lanes >= 32 ? ~0u : (1u << lanes) - 1;
    warp.ended = warp.arrived = 0;
    warp.epoch = 0;
    warp.slots = 0;
  }
}

inline void announce_shared(Block& b, const char* address, std::size_t bytes, std::size_t element,
                            u32 line, bool dynamic) {
  if (!followed(b)) return;
  Entry e = next_entry(Kind::kSharedArray, line);
  if (!e) return;
  e->space = Space::kShared;
  e->place = reinterpret_cast<u64>(address);
  e->place_b = bytes;
  e->key_b = static_cast<u32>(element);
  e->flags = dynamic ? 1 : 0;
  e->block = b.number;
}

inline void clear_dynamic(Block& b) {
  if (dynamic_bytes == 0) return;
  std::memset(dynamic_arena, 0xa5, dynamic_bytes);
  announce_shared(b, dynamic_arena, dynamic_bytes, 4, 0, true);
}

/// The blocks of a launch; gridDim and blockDim are set.
inline void run_grid(bool cooperative) {
  const u32 blocks = gridDim.x * gridDim.y * gridDim.z;
  const u32 threads = blockDim.x * blockDim.y * blockDim.z;
  const u32 warps_each = (threads + 31) / 32;
  side_by_side = cooperative;
  if (!cooperative) {
    static Block block;
    for (u32 i = 0; i < blocks; ++i) {
      begin_block(block, i, fibers, warps);
      clear_dynamic(block);
      run_block(block);
      while (block.ended < block.threads) {  // a grid barrier where the launch has none
        break_deadlock(block);
        run_block(block);
      }
    }
    return;
  }
  Block* all = static_cast<Block*>(std::calloc(blocks, sizeof(Block)));
  for (u32 i = 0; i < blocks; ++i) {
    begin_block(all[i], i, fibers + i * threads, warps + i * warps_each);
  }
  for (bool first = true;; first = false) {
    u32 ended = 0;
    for (u32 i = 0; i < blocks; ++i) {
      Block& b = all[i];
      if (b.ended < b.threads) {
        if (first) {
          clear_dynamic(b);
        } else {
          restore_shared(b);
        }
        run_block(b);
        save_shared(b);
      }
      ended += b.ended == b.threads ? 1 : 0;
    }
    if (ended == blocks) break;
    if (ended > 0) {
      for (u32 i = 0; i < blocks; ++i) break_deadlock(all[i]);
      continue;
    }
    for (u32 i = 0; i < blocks; ++i) {
      release(all[i], Wait::kGrid);
      ++all[i].epoch;
      ++all[i].grid_epoch;
    }
  }
  for (u32 i = 0; i < blocks; ++i) std::free(all[i].saved);
  std::free(all);
}

/// Of a `__shared__` variable: the block's first thread that passes it announces and clears it.
template <typename T>
inline void shared_variable(T& variable, u32 line) {
  if (current == nullptr) return;
  char* address = reinterpret_cast<char*>(&variable);
  u32 i = 0;
  while (i < shared_count && shared_arrays[i].address != address) ++i;
  if (i == kMostShared) return;
  if (i == shared_count) shared_arrays[shared_count++] = {address, sizeof(T)};
  Block& b = *current->block;
  if (b.seen[i]) return;
  b.seen[i] = true;
  std::memset(static_cast<void*>(address), 0xa5, sizeof(T));
  announce_shared(b, address, sizeof(T), 4, line, false);
}

/// What `extern __shared__ T name[]` stands for.
struct DynamicShared {
  template <typename T>
  operator T*() const {
    return reinterpret_cast<T*>(dynamic_arena);
  }
};

}  // namespace sortscope_cpu
