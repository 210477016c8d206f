// world.cuh: what the threads of a recorded launch share: the log, who each key is, the arrays, and
// what every thread counts. packed.h stands before it.
#if SORTSCOPE_GROUPS  // takes the compiler as long as all else
#include <cooperative_groups.h>
#endif
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

namespace sortscope_gpu {

using namespace sortscope_log;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

inline constexpr auto kKeyNumbers = static_cast<KeyNumbers>(SORTSCOPE_KEY_NUMBERS);

// A key in memory is a handle: which entry of the table of instances says who it is.
inline constexpr u32 kFirstHandle = 0x40000000u;
inline constexpr u32 kUnwritten = 0xa5a5a5a5u;   // what fresh memory holds
inline constexpr u32 kMostNumbers = 1u << 20;    // keys made of numbers, of a run
inline constexpr u32 kHostInstances = 1u << 20;  // the first entries are the host's
inline constexpr u32 kMostArrays = 128;          // of global memory at once
inline constexpr u64 kNowhere = ~u64{0};

/// Lines of other files (libraries, headers beside) are not lines of the person's file: 0.
__host__ __device__ consteval int line_in(const char* file, int line) {
  const char* own = SORTSCOPE_FILE;
  int i = 0;
  for (; own[i] != 0 && own[i] == file[i]; ++i) {
  }
  return own[i] == 0 && file[i] == 0 ? line : 0;
}

inline constexpr u64 kNullPage = 65536;
inline constexpr u32 kOfShared = 0x80000000u;  // Instance::owner: a block of a launch, else a run

/// Who a key is, and the place that it was read from (its space in the highest byte).
struct Instance {
  u32 key;
  u32 owner;
  u64 home;
};

/// What a thread counts from the beginning of a launch.
struct ThreadState {
  u32 epoch;
  u32 grid_epoch;
  u32 line;
  u16 warp_epoch;
  u8 waits;  // 1 + Barrier while it stands at one
  u8 begun;
  u32 recents;
  u32 seen;    // values of variables, the one that was read last behind the others
  u32 passes;  // through conditions of loops
  u64 recent[kRecentPairs][2];
  u8 variables[8];
  u32 values[kMostValues];
  Before before;  // what the log knows of it
};

struct Counters {
  unsigned long long bytes;  // of the log
  u32 instances;
  u32 numbers;
  u32 made;
  u32 shared_end;  // behind the last announced array of shared memory
  u32 crashed;     // 1: a thread touched what would have ended the launch
  u32 last_line;   // of what was written down
};

struct Range {
  u64 first;
  u64 bytes;
};

struct World {
  u8* log;
  u64 room;  // bytes
  Bases bases;
  Counters* counters;
  Instance* instances;
  u32 most_instances;
  u32 n;
  const u32* values;  // of the input, by identity
  u64* numbers;
  ThreadState* states;
  u32* block_begun;
  u32 most_states;
  u32 most_blocks;
  u32 stride;  // every stride-th block is recorded
  u32 run;
  u32 valued_run;   // of which values of variables are written down; 0: of none
  u32 first_owner;  // of the launch's first block
  u32 dynamic_bytes;
  u64 heap;
  u64 heap_bytes;
  Range host;  // keys in host memory
  u32 array_count;
  u32 line;  // of the launch
  Range arrays[kMostArrays];
};
__constant__ World world;

// What is called in many places stays a call: the compiler is done in half the time.
// ---- who runs
__device__ inline u32 thread_number() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ inline u32 threads_a_block() { return blockDim.x * blockDim.y * blockDim.z; }
__device__ inline u32 block_number() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
__device__ inline u32 owner_here() { return kOfShared | (world.first_owner + block_number()); }

extern __shared__ unsigned char dynamic_shared[];

__device__ __noinline__ void announce(u32 place, u32 bytes, u32 line, bool dynamic);

/// Of a thread whose block is recorded, else null.
__device__ __noinline__ inline ThreadState* state() {
  const u32 block = block_number();
  const u64 slot = u64{block} * threads_a_block() + thread_number();
  if (block % world.stride != 0 || slot >= world.most_states) return nullptr;
  ThreadState* s = world.states + slot;
  if (s->begun == 0) {
    s->begun = 1;
    if (world.dynamic_bytes > 0 && block < world.most_blocks &&
        atomicExch(world.block_begun + block, 1u) == 0) {
      announce(static_cast<u32>(__cvta_generic_to_shared(dynamic_shared)), world.dynamic_bytes, 0,
               true);
    }
  }
  return s;
}

// ---- the log
/// `s`: of the thread whose entry it is; null: it is one of no thread's own.
__device__ __noinline__ inline void put(ThreadState* s, const LogEntry& entry) {
  // The hardware would have ended the launch: what comes after the crash did not happen.
  if (*const_cast<volatile u32*>(&world.counters->crashed) != 0 && entry.kind != Kind::kFault)
    return;
  u8 packed[kMostPacked];
  const u32 bytes = pack(entry, s != nullptr ? &s->before : nullptr, nullptr, world.bases, packed);
  const u64 at = atomicAdd(&world.counters->bytes, static_cast<unsigned long long>(bytes));
  if (at + bytes > world.room) return;
  if (s != nullptr && entry.kind != Kind::kValues && entry.line != 0) {
    *const_cast<volatile u32*>(&world.counters->last_line) = entry.line;
  }
  u8* to = world.log + at;
  for (u32 i = 0; i < bytes;) {
    if ((reinterpret_cast<u64>(to + i) & 3) == 0 && i + 4 <= bytes) {
      *reinterpret_cast<u32*>(to + i) =
          packed[i] | packed[i + 1] << 8 | packed[i + 2] << 16 | u32{packed[i + 3]} << 24;
      i += 4;
    } else {
      to[i] = packed[i];
      ++i;
    }
  }
}

__device__ inline LogEntry entry_of(const ThreadState& s, Kind kind, u32 line) {
  LogEntry e{};
  e.kind = kind;
  e.line = line != 0 ? line : s.line != 0 ? s.line : world.line;
  e.block = block_number();
  e.thread = static_cast<u16>(thread_number());
  e.warp_epoch = s.warp_epoch;
  e.epoch = s.epoch;
  e.grid_epoch = s.grid_epoch;
  e.place = kNoPlace;
  e.place_b = kNoPlace;
  return e;
}

__device__ __noinline__ inline void announce(u32 place, u32 bytes, u32 line, bool dynamic) {
  atomicMax(&world.counters->shared_end, place + bytes);
  LogEntry e{};
  e.kind = Kind::kSharedArray;
  e.space = Space::kShared;
  e.line = line;
  e.block = block_number();
  e.place = place;
  e.place_b = bytes;
  e.key_b = 4;
  e.flags = dynamic ? 1 : 0;
  put(nullptr, e);
}

/// Of a `__shared__` variable: a lane of each warp that passes it announces it.
template <typename T>
__device__ inline void shared_variable(T& variable, u32 line) {
  const u32 place = static_cast<u32>(__cvta_generic_to_shared(&variable));
  atomicMax(&world.counters->shared_end, static_cast<u32>(place + sizeof(T)));
  const u32 first = __ffs(static_cast<int>(__activemask())) - 1;
  if (thread_number() % 32 != first || state() == nullptr) return;
  announce(place, sizeof(T), line, false);
}

// ---- where an address lies
struct Where {
  Space space;  // kNone: a register
  bool inside;
  u64 place;
};
__device__ inline Where where(const void* address) {
  const u64 at = reinterpret_cast<u64>(address);
  if (__isShared(address)) {
    const u32 place = static_cast<u32>(__cvta_generic_to_shared(address));
    const u32 end = world.counters->shared_end;
    return {Space::kShared, end == 0 || place + 4 <= end, place};
  }
  if (__isLocal(address)) return {Space::kNone, true, kNoPlace};
  for (u32 i = 0; i < world.array_count; ++i) {  // of the heap, or managed
    const u64 offset = at - world.arrays[i].first;
    if (offset < world.arrays[i].bytes) {
      return {Space::kGlobal, offset + 4 <= world.arrays[i].bytes, at};
    }
  }
  if (at - world.heap < world.heap_bytes) return {Space::kGlobal, false, at};
  if (at - world.host.first < world.host.bytes) return {Space::kHost, false, at};
  if (at < kNullPage) return {Space::kOther, false, at};
  if (__isGlobal(address)) return {Space::kOther, true, at};
  return {Space::kNone, true, kNoPlace};  // a parameter of the kernel
}

/// A pointer that points nowhere: what the hardware would stop at, told with its line.
__device__ __noinline__ inline void crash_at(u32 line) {
  ThreadState* s = state();
  if (atomicExch(&world.counters->crashed, 1u) != 0) return;
  if (s == nullptr) return;
  LogEntry e = entry_of(*s, Kind::kFault, line);
  e.flags = static_cast<u8>(Fault::kCrash);
  e.key = 11;  // SIGSEGV
  e.place = 0;
  put(s, e);
}

// ---- who a key is
__host__ __device__ constexpr u64 home_of(Space space, u64 place) {
  return place == kNoPlace ? kNowhere : place | u64{static_cast<u8>(space)} << 56;
}
__host__ __device__ constexpr Space space_of(u64 home) {
  return home == kNowhere ? Space::kNone : static_cast<Space>(home >> 56);
}
__host__ __device__ constexpr u64 place_of(u64 home) {
  return home == kNowhere ? kNoPlace : home & ((u64{1} << 56) - 1);
}

/// A key that a thread holds. handle: its entry in the table, 0: it has none yet.
struct Held {
  u32 key;
  u64 home;
  u32 handle;
  bool read = false;  // from its home, which is still to be logged
};
__host__ __device__ constexpr Held nobody() { return {kNoKey, kNowhere, 0}; }

__device__ inline u32 number_key(u64 value) {
  const u32 at = atomicAdd(&world.counters->numbers, 1u);
  if (at >= kMostNumbers) return kNoKey;
  world.numbers[at] = value;
  return kMadeNumbers + at;
}
__device__ inline u32 highest_key() {
  return kMadeKeys + (atomicAdd(&world.counters->made, 1u) & 0x3fffffffu);
}
__device__ inline u64 value_of(u32 key) {
  if (key < world.n) return world.values[key];
  if (key >= kMadeNumbers && key - kMadeNumbers < kMostNumbers) {
    return world.numbers[key - kMadeNumbers];
  }
  return sortscope_log::kHighestValue;  // Key::highest(), and what nobody wrote
}
/// One made key may be put on many places: each is a key of its own.
__device__ inline u32 own_identity(u32 key, u64 home) {
  if (home != kNowhere || key < kMadeKeys || key == kNoKey) return key;
  return key >= kMadeNumbers ? number_key(value_of(key)) : highest_key();
}

__device__ inline u32 handle_of(u32 key, u64 home, u32 owner) {
  const u32 at = atomicAdd(&world.counters->instances, 1u);
  if (at >= world.most_instances) return kUnwritten;
  Instance* to = world.instances + at;
  __stcg(reinterpret_cast<uint2*>(to), make_uint2(key, owner));
  __stcg(reinterpret_cast<unsigned long long*>(&to->home), static_cast<unsigned long long>(home));
  __threadfence();  // who sees the handle sees what it stands for
  return kFirstHandle + at;
}

__device__ inline bool in_table(u32 handle) { return handle - kFirstHandle < world.most_instances; }
__device__ inline Instance instance(u32 handle) {
  const Instance* from = world.instances + (handle - kFirstHandle);
  const uint2 who = __ldcg(reinterpret_cast<const uint2*>(from));
  return {who.x, who.y, __ldcg(reinterpret_cast<const unsigned long long*>(&from->home))};
}

/// Who a word of memory or a register is. `quiet`: what is no handle makes no new key.
__device__ inline Held held_of(u32 handle, Space space, bool quiet) {
  if (in_table(handle)) {
    const Instance i = instance(handle);
    const u32 owner = space == Space::kShared ? owner_here() : world.run;
    if (i.owner != owner) return nobody();
    return {i.key, i.home, space == Space::kShared ? 0u : handle};
  }
  if (quiet || handle == kUnwritten || space == Space::kShared) return nobody();
  const u64 value = sortscope_log::value_of_word(handle, kKeyNumbers);
  const u32 key = value == sortscope_log::kHighestValue ? highest_key() : number_key(value);
  return {key, kNowhere, 0};
}

__device__ __noinline__ inline void log_access(Kind kind, const Where& w, u32 line, u32 key,
                                               u32 before, u64 home, bool outside) {
  ThreadState* s = state();
  if (s == nullptr) return;
  LogEntry e = entry_of(*s, kind, line);
  e.space = w.space;
  e.place = w.place;
  e.key = key;
  e.key_b = before;
  e.space_b = space_of(home);
  e.place_b = place_of(home);
  e.flags = outside ? 1 : 0;
  put(s, e);
}

/// The key at `address` as a thread gets it. `logged`: else that it was read is told by the
/// comparison that asks.
__device__ __noinline__ inline Held fetch(const u32* address, u32 line, bool logged = true) {
  const Where w = where(address);
  if (w.space == Space::kNone) return held_of(*address, w.space, false);
  if (!w.inside) {
    if (w.place < kNullPage && w.space == Space::kOther) crash_at(line);
    log_access(Kind::kRead, w, line, kNoKey, 0, kNowhere, true);
    return nobody();
  }
  const u32 word = *const_cast<const volatile u32*>(address);
  Held found = held_of(word, w.space, false);
  if (w.space == Space::kGlobal && found.key != kNoKey && !in_table(word)) {
    // Of a byte or a number that the array was filled with: from now on it is who it is.
    const u32 handle = handle_of(found.key, kNowhere, world.run);
    const u32 before = atomicCAS(const_cast<u32*>(address), word, handle);
    if (before != word) found = held_of(before, w.space, true);
  }
  logged |= w.space == Space::kOther;
  if (logged) log_access(Kind::kRead, w, line, found.key, 0, kNowhere, false);
  return {found.key, w.space == Space::kOther ? kNowhere : home_of(w.space, w.place), 0, !logged};
}

__device__ inline bool compared_lately(u64 a, u64 b) {
  const ThreadState* s = state();
  if (s == nullptr) return false;
  const u32 have = s->recents < kRecentPairs ? s->recents : kRecentPairs;
  for (u32 i = 0; i < have; ++i) {
    const u64* pair = s->recent[i];
    if ((pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a)) return true;
  }
  return false;
}

__device__ inline u32 kept_handle(const Held& key, u64 home) {
  if (key.handle != 0 && key.home == home) return key.handle;
  return handle_of(key.key, home, world.run);
}

/// What the word at `address` holds from now on; logged if it is memory.
__device__ inline u32 handle_to_store(const u32* address, const Held& key, u32 line, bool fresh,
                                      Kind kind, bool* done) {
  const Where w = where(address);
  *done = w.inside;
  if (w.space == Space::kNone) {
    u64 home = key.home;
    if (!fresh && home != kNowhere) {
      const Held before = held_of(*address, w.space, true);
      if (before.home != kNowhere && before.home != home && compared_lately(before.home, home)) {
        home = before.home;
      }
    }
    return kept_handle(key, home);
  }
  if (!w.inside) {
    if (w.place < kNullPage && w.space == Space::kOther) crash_at(line);
    log_access(kind, w, line, key.key, kNoKey, key.home, true);
    return kUnwritten;
  }
  const u32 identity = own_identity(key.key, key.home);
  const u32 before = held_of(*const_cast<const volatile u32*>(address), w.space, true).key;
  log_access(kind, w, line, identity, before, key.home, false);
  if (w.space == Space::kShared) return handle_of(identity, key.home, owner_here());
  return identity == key.key ? kept_handle(key, key.home)
                             : handle_of(identity, key.home, world.run);
}

__device__ __noinline__ inline void store(u32* address, const Held& key, u32 line, bool fresh,
                                          Kind kind) {
  bool done = false;
  const u32 handle = handle_to_store(address, key, line, fresh, kind, &done);
  if (done) *const_cast<volatile u32*>(address) = handle;
}

// ---- what the text of the file says
/// The condition of a loop is asked: a thread that never ends is here.
__device__ __noinline__ inline void pass(u32 line) {
  ThreadState* s = state();
  if (s == nullptr) return;
  *const_cast<volatile u32*>(&s->line) = line;
  *const_cast<volatile u32*>(&s->passes) = s->passes + 1;
}
__host__ __device__ constexpr bool passes(u32 line) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) pass(line);
#else
  (void)line;
#endif
  return true;
}

template <typename T>
__device__ inline void unwrite(T& variable) {
  u32* words = reinterpret_cast<u32*>(const_cast<std::remove_cv_t<T>*>(&variable));
  for (u32 i = 0; i < sizeof(T) / 4; ++i) words[i] = kUnwritten;
}
/// A variable without a value begins: what lay in its place before says nothing of its keys.
template <typename T>
__host__ __device__ constexpr void begins(T& variable) {
#ifdef __CUDA_ARCH__
  using One = std::remove_cv_t<std::remove_all_extents_t<T>>;
  if constexpr (std::is_class_v<One> && alignof(One) % 4 == 0 &&
                std::is_trivially_default_constructible_v<One>) {
    if (!__builtin_is_constant_evaluated()) unwrite(variable);
  }
#else
  (void)variable;
#endif
}

// ---- values of variables, in the first run
__device__ inline void forget(ThreadState* s, u32 variable) {
  u32 kept = 0;
  for (u32 i = 0; i < s->seen; ++i) {
    if (s->variables[i] == variable) continue;
    s->variables[kept] = s->variables[i];
    s->values[kept++] = s->values[i];
  }
  s->seen = kept;
}
__device__ __noinline__ inline void note_value(u32 variable, u32 value, bool changes) {
  if (world.run != 1) return;
  ThreadState* s = state();
  if (s == nullptr) return;
  forget(s, variable);
  if (changes) return;
  if (s->seen == kMostValues) forget(s, s->variables[0]);
  s->variables[s->seen] = static_cast<u8>(variable);
  s->values[s->seen++] = value;
}
/// A variable of the file is read, or changes.
template <typename T>
__host__ __device__ constexpr T&& see(u32 variable, T&& value) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<T>>) {
      note_value(variable, static_cast<u32>(value), false);
    }
  }
#endif
  return static_cast<T&&>(value);
}
template <typename T>
__host__ __device__ constexpr T&& set(u32 variable, T&& value) {
#ifdef __CUDA_ARCH__
  if (!__builtin_is_constant_evaluated()) note_value(variable, 0, true);
#endif
  return static_cast<T&&>(value);
}
#define SORTSCOPE_SEE(number, name) (::sortscope_gpu::see(number, name))
#define SORTSCOPE_SET(number, name) (::sortscope_gpu::set(number, name))

__device__ inline void log_values(ThreadState& s) {
  if (world.run != world.valued_run || s.seen == 0) return;
  LogEntry e = entry_of(s, Kind::kValues, 0);
  const auto variable = [&](u32 i) -> u32 { return i < s.seen ? s.variables[i] : 0; };
  const auto value = [&](u32 i) -> u32 { return i < s.seen ? s.values[i] : 0; };
  e.line = variable(0) | variable(1) << 8 | variable(2) << 16 | variable(3) << 24;
  e.space = static_cast<Space>(variable(4));
  e.space_b = static_cast<Space>(variable(5));
  e.key = value(0);
  e.key_b = value(1);
  e.place = value(2) | u64{value(3)} << 32;
  e.place_b = value(4) | u64{value(5)} << 32;
  put(&s, e);
}

__device__ __noinline__ inline void log_compare(const Held& a, const Held& b, Comparison what,
                                                u32 line) {
  ThreadState* s = state();
  if (s == nullptr) return;
  u64* pair = s->recent[s->recents++ % kRecentPairs];
  pair[0] = a.home;
  pair[1] = b.home;
  LogEntry e = entry_of(*s, Kind::kCompare, line);
  e.flags = static_cast<u8>(static_cast<u8>(what) | (a.read ? kFirstRead : 0) |
                            (b.read ? kSecondRead : 0));
  e.key = a.key;
  e.space = space_of(a.home);
  e.place = place_of(a.home);
  e.key_b = b.key;
  e.space_b = space_of(b.home);
  e.place_b = place_of(b.home);
  put(s, e);
  log_values(*s);
}

__device__ __noinline__ inline u64 look_at(const Held& key, u32 line) {
  log_access(Kind::kLook, {Space::kNone, true, kNoPlace}, line, key.key, 0, kNowhere, false);
  return value_of(key.key);
}

/// Of the smaller (larger) of two: the home does not depend on which it is.
__device__ __noinline__ inline Held choose(const Held& a, const Held& b, bool smaller) {
  const u64 x = value_of(a.key);
  const u64 y = value_of(b.key);
  // Of equal keys the one of the smaller identity: min and max of two keep both. Of a number and
  // none both take the number.
  const bool b_first = y < x || (x == y && b.key < a.key);
  Held r = smaller == b_first ? b : a;
  if (x == sortscope_log::kNotANumber) r = b;
  if (y == sortscope_log::kNotANumber) r = a;
  r.handle = 0;
  // Places are compared as addresses: in the CPU's log the space does not count either.
  if (a.home != kNowhere && b.home != kNowhere) {
    const bool a_first = place_of(a.home) <= place_of(b.home);
    r.home = smaller == a_first ? a.home : b.home;
  }
  return r;
}

}  // namespace sortscope_gpu
