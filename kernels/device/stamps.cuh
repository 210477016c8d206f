// stamps.cuh: kernels write on the device when they began and when they ended.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace sortscope::device {

/// Where one launch writes its begin and its end: two words in device memory, nanoseconds of the
/// GPU's clock. The second one is 0 beforehand. Null: nowhere, at the cost of one branch that all
/// threads take alike.
struct Stamp {
  std::uint64_t* words = nullptr;
};

/// The stamp of the launch after it.
static inline Stamp after(Stamp stamp) {
  return {stamp.words == nullptr ? nullptr : stamp.words + 2};
}

/// Blocks that start last: one of them ends last, to within the time that a block takes. Few enough
/// that their atomics, which all meet at one address, do not show.
inline constexpr std::uint32_t kStampingBlocks = 1024;

/// %globaltimer: one clock for all multiprocessors.
__device__ __forceinline__ std::uint64_t global_time_ns() {
  std::uint64_t time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time)::"memory");
  return time;
}

/// Lives while a block works: first in the kernel's body (after the wait for the launch before it,
/// where launches overlap). Blocks start in the order of their indices, so the first one says when
/// a launch began; one thread a block says when it ended.
class Stamped {
 public:
  __device__ __forceinline__ explicit Stamped(Stamp stamp) : words_(stamp.words) {
    if (words_ != nullptr && threadIdx.x == 0 && block() == 0) words_[0] = global_time_ns();
  }
  Stamped(const Stamped&) = delete;
  Stamped& operator=(const Stamped&) = delete;
  __device__ __forceinline__ ~Stamped() {
    if (words_ == nullptr || threadIdx.x != blockDim.x - 1) return;
    if (gridDim.x * gridDim.y * gridDim.z - block() > kStampingBlocks) return;
    atomicMax(reinterpret_cast<unsigned long long*>(words_ + 1), global_time_ns());
  }

 private:
  static __device__ __forceinline__ std::uint32_t block() {
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  }

  std::uint64_t* words_;
};

}  // namespace sortscope::device
