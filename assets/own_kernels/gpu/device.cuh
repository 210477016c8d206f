// device.cuh: what device code calls and the log wants to know of: barriers, shuffles of keys,
// cooperative groups.
namespace sortscope_gpu {

__device__ __noinline__ inline ThreadState* arrive(Barrier barrier, int line) {
  ThreadState* s = state();
  if (s == nullptr) return s;
  LogEntry e = entry_of(*s, Kind::kBarrier, static_cast<u32>(line));
  e.flags = static_cast<u8>(barrier);
  put(s, e);
  if (line != 0) s->line = static_cast<u32>(line);
  *const_cast<volatile u8*>(&s->waits) = static_cast<u8>(1 + static_cast<u8>(barrier));
  return s;
}
__device__ inline void go_on(ThreadState* s, Barrier barrier) {
  if (s == nullptr) return;
  s->waits = 0;
  if (barrier == Barrier::kWarp) {
    ++s->warp_epoch;
  } else {
    ++s->epoch;
  }
  if (barrier == Barrier::kGrid) ++s->grid_epoch;
}

__device__ inline void block_barrier(int line) {
  ThreadState* s = arrive(Barrier::kBlock, line);
  __syncthreads();
  go_on(s, Barrier::kBlock);
}
__device__ inline int block_count(int line, int vote) {
  ThreadState* s = arrive(Barrier::kBlock, line);
  const int count = __syncthreads_count(vote);
  go_on(s, Barrier::kBlock);
  return count;
}
__device__ inline int block_and(int line, int vote) {
  ThreadState* s = arrive(Barrier::kBlock, line);
  const int all = __syncthreads_and(vote);
  go_on(s, Barrier::kBlock);
  return all;
}
__device__ inline int block_or(int line, int vote) {
  ThreadState* s = arrive(Barrier::kBlock, line);
  const int any = __syncthreads_or(vote);
  go_on(s, Barrier::kBlock);
  return any;
}
__device__ inline void warp_barrier(int line, unsigned mask = 0xffffffffu) {
  ThreadState* s = arrive(Barrier::kWarp, line);
  __syncwarp(mask);
  go_on(s, Barrier::kWarp);
}

/// A key from another lane: who it is and its home are handed over, and from which lane it came.
template <typename Shuffle>
__device__ inline Key shuffled(const Key& v, int line, Shuffle shuffle) {
  const Held mine = fetch(&v.handle_, static_cast<u32>(line));
  const u32 thread = thread_number();
  const u32 from = shuffle(thread % 32);
  const u32 key = shuffle(mine.key);
  const u32 low = shuffle(static_cast<u32>(mine.home));
  const u32 high = shuffle(static_cast<u32>(mine.home >> 32));
  if (ThreadState* s = state()) {
    LogEntry e = entry_of(*s, Kind::kShuffle, static_cast<u32>(line));
    e.key = key;
    e.key_b = thread / 32 * 32 + from;
    put(s, e);
  }
  return Key(Held{key, u64{high} << 32 | low, 0}, line);
}

}  // namespace sortscope_gpu

__device__ inline Key __shfl_sync(unsigned mask, const Key& v, int lane, int width = 32,
                                  SORTSCOPE_LINE_ARGUMENT) {
  return sortscope_gpu::shuffled(
      v, line_, [=](unsigned word) { return __shfl_sync(mask, word, lane, width); });
}
__device__ inline Key __shfl_xor_sync(unsigned mask, const Key& v, int bits, int width = 32,
                                      SORTSCOPE_LINE_ARGUMENT) {
  return sortscope_gpu::shuffled(
      v, line_, [=](unsigned word) { return __shfl_xor_sync(mask, word, bits, width); });
}
__device__ inline Key __shfl_up_sync(unsigned mask, const Key& v, unsigned delta, int width = 32,
                                     SORTSCOPE_LINE_ARGUMENT) {
  return sortscope_gpu::shuffled(
      v, line_, [=](unsigned word) { return __shfl_up_sync(mask, word, delta, width); });
}
__device__ inline Key __shfl_down_sync(unsigned mask, const Key& v, unsigned delta, int width = 32,
                                       SORTSCOPE_LINE_ARGUMENT) {
  return sortscope_gpu::shuffled(
      v, line_, [=](unsigned word) { return __shfl_down_sync(mask, word, delta, width); });
}

#if SORTSCOPE_GROUPS
/// Stands where the file says cooperative_groups.
namespace sortscope_groups {

struct thread_block : cooperative_groups::thread_block {
  __device__ thread_block()
      : cooperative_groups::thread_block(cooperative_groups::this_thread_block()) {}
  __device__ static void sync(SORTSCOPE_LINE_ARGUMENT) { sortscope_gpu::block_barrier(line_); }
};
struct grid_group : cooperative_groups::grid_group {
  __device__ grid_group() : cooperative_groups::grid_group(cooperative_groups::this_grid()) {}
  __device__ void sync(SORTSCOPE_LINE_ARGUMENT) const {
    using sortscope_log::Barrier;
    sortscope_gpu::ThreadState* s = sortscope_gpu::arrive(Barrier::kGrid, line_);
    cooperative_groups::grid_group::sync();
    sortscope_gpu::go_on(s, Barrier::kGrid);
  }
};
__device__ inline thread_block this_thread_block() { return {}; }
__device__ inline grid_group this_grid() { return {}; }

template <unsigned N, typename Parent = void>
struct thread_block_tile {
  static_assert(N <= 32 && (N & (N - 1)) == 0, "tiles of up to 32 threads are recorded");
  __device__ static unsigned thread_rank() { return sortscope_gpu::thread_number() % N; }
  __device__ static constexpr unsigned size() { return N; }
  __device__ static constexpr unsigned num_threads() { return N; }
  __device__ static unsigned meta_group_rank() { return sortscope_gpu::thread_number() / N; }
  __device__ static unsigned meta_group_size() {
    return (sortscope_gpu::threads_a_block() + N - 1) / N;
  }
  __device__ static unsigned mask() {
    return N == 32 ? 0xffffffffu
                   : ((1u << (N % 32)) - 1) << (sortscope_gpu::thread_number() % 32 / N * N);
  }
  __device__ static void sync(SORTSCOPE_LINE_ARGUMENT) {
    sortscope_gpu::warp_barrier(line_, mask());
  }
  template <typename T>
  __device__ static T shfl(const T& v, int lane, SORTSCOPE_LINE_ARGUMENT) {
    if constexpr (std::is_same_v<T, Key>)
      return __shfl_sync(mask(), v, lane, N, line_);
    else
      return __shfl_sync(mask(), v, lane, N);
  }
  template <typename T>
  __device__ static T shfl_xor(const T& v, int bits, SORTSCOPE_LINE_ARGUMENT) {
    if constexpr (std::is_same_v<T, Key>)
      return __shfl_xor_sync(mask(), v, bits, N, line_);
    else
      return __shfl_xor_sync(mask(), v, bits, N);
  }
  template <typename T>
  __device__ static T shfl_up(const T& v, unsigned delta, SORTSCOPE_LINE_ARGUMENT) {
    if constexpr (std::is_same_v<T, Key>)
      return __shfl_up_sync(mask(), v, delta, N, line_);
    else
      return __shfl_up_sync(mask(), v, delta, N);
  }
  template <typename T>
  __device__ static T shfl_down(const T& v, unsigned delta, SORTSCOPE_LINE_ARGUMENT) {
    if constexpr (std::is_same_v<T, Key>)
      return __shfl_down_sync(mask(), v, delta, N, line_);
    else
      return __shfl_down_sync(mask(), v, delta, N);
  }
  __device__ static unsigned ballot(int vote) {
    return __ballot_sync(mask(), vote) >> (sortscope_gpu::thread_number() % 32 / N * N);
  }
  __device__ static int any(int vote) { return __any_sync(mask(), vote); }
  __device__ static int all(int vote) { return __all_sync(mask(), vote); }
};
template <unsigned N, typename Group>
__device__ thread_block_tile<N> tiled_partition(const Group&) {
  return {};
}
template <typename Group>
__device__ void sync(const Group& group, SORTSCOPE_LINE_ARGUMENT) {
  group.sync(line_);
}
using coalesced_group = cooperative_groups::coalesced_group;
__device__ inline coalesced_group coalesced_threads() {
  return cooperative_groups::coalesced_threads();
}

}  // namespace sortscope_groups

#define cooperative_groups sortscope_groups
#endif

#define SORTSCOPE_HERE_ ::sortscope_gpu::line_in(__FILE__, __LINE__)
#define __syncthreads() ::sortscope_gpu::block_barrier(SORTSCOPE_HERE_)
#define __syncthreads_count(...) ::sortscope_gpu::block_count(SORTSCOPE_HERE_, __VA_ARGS__)
#define __syncthreads_and(...) ::sortscope_gpu::block_and(SORTSCOPE_HERE_, __VA_ARGS__)
#define __syncthreads_or(...) ::sortscope_gpu::block_or(SORTSCOPE_HERE_, __VA_ARGS__)
#define __syncwarp(...) ::sortscope_gpu::warp_barrier(SORTSCOPE_HERE_ __VA_OPT__(, ) __VA_ARGS__)
