// device.h: what device code calls: barriers, warps, atomics, small arithmetic, cooperative groups.
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __grid_constant__
#define __CUDACC__ 1

#define SORTSCOPE_VECTOR(T, N)                         \
  struct T##2 {                                        \
    N x, y;                                            \
  };                                                   \
  struct T##4 {                                        \
    N x, y, z, w;                                      \
  };                                                   \
  inline T##2 make_##T##2(N x, N y) { return {x, y}; } \
  inline T##4 make_##T##4(N x, N y, N z, N w) { return {x, y, z, w}; }
SORTSCOPE_VECTOR(int, int)
SORTSCOPE_VECTOR(uint, unsigned)
SORTSCOPE_VECTOR(float, float)
#undef SORTSCOPE_VECTOR
inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }

#define SORTSCOPE_AT int line_ = __builtin_LINE()
inline void __syncthreads(SORTSCOPE_AT) {
  sortscope_cpu::wait_at(sortscope_cpu::Wait::kBlock, sortscope_log::Barrier::kBlock,
                         static_cast<unsigned>(line_));
}

namespace sortscope_cpu {
inline void warp_barrier(u32 mask, int line) {
  if (current == nullptr) return;
  if (Entry e = thread_entry(Kind::kBarrier, static_cast<u32>(line))) {
    e->flags = static_cast<u8>(Barrier::kWarp);
  }
  meet(mask, nullptr, 0, static_cast<u32>(line), true);
}

/// What lane `from` of the warp brought; the thread's own where that lane brought nothing.
template <typename T>
inline T shuffled(u32 mask, const T& mine, int from, int line) {
  static_assert(sizeof(T) <= kSlotBytes, "values of up to 64 bytes are shuffled");
  const T brought(mine);
  meet(mask, &brought, sizeof(T), static_cast<u32>(line));
  u32 lane = static_cast<u32>(from & 31);
  const unsigned char* given = brought_by(lane);
  if (given == nullptr) {
    lane = current->thread % 32;
    given = reinterpret_cast<const unsigned char*>(&brought);
  }
  if (Entry e = thread_entry(Kind::kShuffle, static_cast<u32>(line))) {
    e->key_b = current->thread / 32 * 32 + lane;
    e->key = kNoKey;
    if constexpr (std::is_base_of_v<Key, T>) {
      u32 handle = 0;
      std::memcpy(&handle, given, sizeof handle);
      e->key = instance_of(handle).key;
    }
  }
  alignas(T) unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, given, sizeof(T));
  return *reinterpret_cast<T*>(bytes);
}
inline int lane_of() { return current == nullptr ? 0 : current->thread % 32; }

inline u32 votes(u32 mask, bool vote, int line) {
  meet(mask, &vote, sizeof vote, static_cast<u32>(line));
  u32 all = 0;
  for (u32 lane = 0; lane < 32; ++lane) {
    const unsigned char* given = brought_by(lane);
    if ((mask >> lane & 1) != 0 && given != nullptr && *given != 0) all |= 1u << lane;
  }
  return all;
}
inline u32 living_lanes() {
  const Warp& warp = current->block->warps[current->thread / 32];
  return warp.exists & ~warp.ended;
}
}  // namespace sortscope_cpu

inline void __syncwarp(unsigned mask = 0xffffffffu, SORTSCOPE_AT) {
  sortscope_cpu::warp_barrier(mask, line_);
}
inline unsigned __activemask() { return sortscope_cpu::living_lanes(); }
template <typename T>
T __shfl_sync(unsigned mask, const T& v, int lane, int width = 32, SORTSCOPE_AT) {
  const int base = sortscope_cpu::lane_of() & ~(width - 1);
  return sortscope_cpu::shuffled(mask, v, base + (lane & (width - 1)), line_);
}
template <typename T>
T __shfl_xor_sync(unsigned mask, const T& v, int bits, int width = 32, SORTSCOPE_AT) {
  const int me = sortscope_cpu::lane_of();
  const int from = me ^ bits;
  return sortscope_cpu::shuffled(mask, v, from / width > me / width ? me : from, line_);
}
template <typename T>
T __shfl_up_sync(unsigned mask, const T& v, unsigned delta, int width = 32, SORTSCOPE_AT) {
  const int me = sortscope_cpu::lane_of();
  const int from = me - static_cast<int>(delta);
  return sortscope_cpu::shuffled(mask, v, from < (me & ~(width - 1)) ? me : from, line_);
}
template <typename T>
T __shfl_down_sync(unsigned mask, const T& v, unsigned delta, int width = 32, SORTSCOPE_AT) {
  const int me = sortscope_cpu::lane_of();
  const int from = me + static_cast<int>(delta);
  return sortscope_cpu::shuffled(mask, v, from > (me | (width - 1)) ? me : from, line_);
}
template <typename T>
T __shfl(const T& v, int lane, int width = 32, SORTSCOPE_AT) {
  return __shfl_sync(~0u, v, lane, width, line_);
}
template <typename T>
T __shfl_xor(const T& v, int bits, int width = 32, SORTSCOPE_AT) {
  return __shfl_xor_sync(~0u, v, bits, width, line_);
}
template <typename T>
T __shfl_up(const T& v, unsigned delta, int width = 32, SORTSCOPE_AT) {
  return __shfl_up_sync(~0u, v, delta, width, line_);
}
template <typename T>
T __shfl_down(const T& v, unsigned delta, int width = 32, SORTSCOPE_AT) {
  return __shfl_down_sync(~0u, v, delta, width, line_);
}
inline unsigned __ballot_sync(unsigned mask, int vote, SORTSCOPE_AT) {
  return sortscope_cpu::votes(mask, vote != 0, line_);
}
inline int __any_sync(unsigned mask, int vote, SORTSCOPE_AT) {
  return sortscope_cpu::votes(mask, vote != 0, line_) != 0 ? 1 : 0;
}
inline int __all_sync(unsigned mask, int vote, SORTSCOPE_AT) {
  return sortscope_cpu::votes(mask, vote == 0, line_) == 0 ? 1 : 0;
}
inline int __syncthreads_count(int vote, SORTSCOPE_AT) {
  static int counts[2];
  sortscope_cpu::Block& b = *sortscope_cpu::current->block;
  int& count = counts[b.epoch & 1];
  if (b.at_barrier == 0) count = 0;
  count += vote != 0 ? 1 : 0;
  __syncthreads(line_);
  return count;
}
inline int __syncthreads_or(int vote, SORTSCOPE_AT) {
  return __syncthreads_count(vote, line_) != 0 ? 1 : 0;
}
inline int __syncthreads_and(int vote, SORTSCOPE_AT) {
  return __syncthreads_count(vote == 0, line_) == 0 ? 1 : 0;
}
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline void __nanosleep(unsigned) {}
inline void __trap() { std::abort(); }

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __ffs(int x) { return __builtin_ffs(x); }
inline unsigned __brev(unsigned x) {
  unsigned r = 0;
  for (int i = 0; i < 32; ++i) r |= (x >> i & 1u) << (31 - i);
  return r;
}
inline int __mul24(int a, int b) { return a * b; }
inline unsigned __umul24(unsigned a, unsigned b) { return a * b; }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long clock64() {
  static long long ticks = 0;
  return ++ticks;
}
inline int clock_() { return static_cast<int>(clock64()); }
template <typename T>
T __ldg(const T* p) {
  return *p;
}
template <typename T>
T __ldcg(const T* p) {
  return *p;
}

// ---- atomics: one processor runs all threads, so each is one already
template <typename T, typename U>
requires std::is_arithmetic_v<T> T atomicAdd(T* p, U v) {
  const T before = *p;
  *p = static_cast<T>(before + v);
  return before;
}
template <typename T, typename U>
T atomicSub(T* p, U v) {
  const T before = *p;
  *p = static_cast<T>(before - v);
  return before;
}
template <typename T, typename U>
T atomicOr(T* p, U v) {
  const T before = *p;
  *p = static_cast<T>(before | v);
  return before;
}
template <typename T, typename U>
T atomicAnd(T* p, U v) {
  const T before = *p;
  *p = static_cast<T>(before & v);
  return before;
}
template <typename T, typename U>
T atomicXor(T* p, U v) {
  const T before = *p;
  *p = static_cast<T>(before ^ v);
  return before;
}
inline unsigned atomicInc(unsigned* p, unsigned limit) {
  const unsigned before = *p;
  *p = before >= limit ? 0 : before + 1;
  return before;
}
template <typename T, typename U>
requires std::is_arithmetic_v<T> T atomicExch(T* p, U v) {
  const T before = *p;
  *p = static_cast<T>(v);
  return before;
}
template <typename T, typename U, typename V>
requires std::is_arithmetic_v<T> T atomicCAS(T* p, U expected, V v) {
  const T before = *p;
  if (before == static_cast<T>(expected)) *p = static_cast<T>(v);
  return before;
}
template <typename T, typename U>
requires std::is_arithmetic_v<T> T atomicMin(T* p, U v) {
  const T before = *p;
  if (static_cast<T>(v) < before) *p = static_cast<T>(v);
  return before;
}
template <typename T, typename U>
requires std::is_arithmetic_v<T> T atomicMax(T* p, U v) {
  const T before = *p;
  if (before < static_cast<T>(v)) *p = static_cast<T>(v);
  return before;
}

namespace sortscope_cpu {
/// The key at `p` without a read in the log: that of an atomic is no race.
inline Instance atomically(Key* p, u32 line) {
  const Where w = where(p);
  if (w.space == Space::kNone || w.inside) {
    Instance i = instance_of(p->handle_);
    i.space = w.space;
    i.home = reinterpret_cast<u64>(p);
    return i;
  }
  return fetch(&p->handle_, line);
}
inline Key atomic_choice(Key* p, const Key& v, bool smaller, u32 line) {
  const Instance before = atomically(p, line);
  const Instance mine = fetch(&v.handle_, line);
  log_compare(before, mine, smaller ? Comparison::kMin : Comparison::kMax, line);
  const bool take = smaller ? value_of(mine.key) < value_of(before.key)
                            : value_of(before.key) < value_of(mine.key);
  store(&p->handle_, take ? mine : before, line, false, Kind::kAtomic);
  return Key(before, line);
}
}  // namespace sortscope_cpu

inline Key atomicMin(Key* p, const Key& v, SORTSCOPE_HERE) {
  return sortscope_cpu::atomic_choice(p, v, true, SORTSCOPE_LINE);
}
inline Key atomicMax(Key* p, const Key& v, SORTSCOPE_HERE) {
  return sortscope_cpu::atomic_choice(p, v, false, SORTSCOPE_LINE);
}
inline Key atomicExch(Key* p, const Key& v, SORTSCOPE_HERE) {
  const sortscope_cpu::Instance before = sortscope_cpu::atomically(p, SORTSCOPE_LINE);
  sortscope_cpu::store(&p->handle_, sortscope_cpu::fetch(&v.handle_, SORTSCOPE_LINE),
                       SORTSCOPE_LINE, false, sortscope_log::Kind::kAtomic);
  return Key(before, SORTSCOPE_LINE);
}

// ---- cooperative groups
namespace cooperative_groups {
struct thread_block {
  void sync(SORTSCOPE_AT) const { __syncthreads(line_); }
  static unsigned thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned num_threads() { return size(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
};
struct grid_group {
  void sync(SORTSCOPE_AT) const {
    sortscope_cpu::wait_at(sortscope_cpu::Wait::kGrid, sortscope_log::Barrier::kGrid,
                           static_cast<unsigned>(line_));
  }
  static bool is_valid() { return sortscope_cpu::side_by_side; }
  static unsigned long long block_rank() {
    return blockIdx.x +
           gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static unsigned long long num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
  static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  static unsigned long long size() { return num_blocks() * thread_block::size(); }
  static unsigned long long num_threads() { return size(); }
};
inline thread_block this_thread_block() { return {}; }
inline grid_group this_grid() { return {}; }

template <unsigned N>
struct thread_block_tile {
  static unsigned thread_rank() { return thread_block::thread_rank() % N; }
  static unsigned size() { return N; }
  static unsigned num_threads() { return N; }
  static unsigned meta_group_rank() { return thread_block::thread_rank() / N; }
  static unsigned meta_group_size() { return (thread_block::size() + N - 1) / N; }
  static unsigned mask() {
    const unsigned first = thread_block::thread_rank() % 32 / N * N;
    return N >= 32 ? ~0u : ((1u << (N % 32)) - 1) << first;
  }
  void sync(SORTSCOPE_AT) const { __syncwarp(mask(), line_); }
  template <typename T>
  T shfl(const T& v, int lane, SORTSCOPE_AT) const {
    return __shfl_sync(mask(), v, lane, N, line_);
  }
  template <typename T>
  T shfl_xor(const T& v, int bits, SORTSCOPE_AT) const {
    return __shfl_xor_sync(mask(), v, bits, N, line_);
  }
  template <typename T>
  T shfl_up(const T& v, unsigned delta, SORTSCOPE_AT) const {
    return __shfl_up_sync(mask(), v, delta, N, line_);
  }
  template <typename T>
  T shfl_down(const T& v, unsigned delta, SORTSCOPE_AT) const {
    return __shfl_down_sync(mask(), v, delta, N, line_);
  }
  unsigned ballot(int vote, SORTSCOPE_AT) const {
    return __ballot_sync(mask(), vote, line_) >> (thread_block::thread_rank() % 32 / N * N);
  }
  int any(int vote, SORTSCOPE_AT) const { return __any_sync(mask(), vote, line_); }
  int all(int vote, SORTSCOPE_AT) const { return __all_sync(mask(), vote, line_); }
};
template <unsigned N, typename Group>
thread_block_tile<N> tiled_partition(const Group&) {
  return {};
}
template <typename Group>
void sync(const Group& group, SORTSCOPE_AT) {
  group.sync(line_);
}
using coalesced_group = thread_block_tile<32>;
inline coalesced_group coalesced_threads() { return {}; }
}  // namespace cooperative_groups
