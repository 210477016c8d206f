// launch.cuh: the launches of the interval-based sort for one type of keys; each is
// compiled in its own file.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace sortscope::device::interval {

/// Which tiles a sort of n keys takes: 2^m tiles are merged four at a time.
struct Plan {
  std::uint32_t n;
  std::uint32_t sort_warps;    // of 1024 keys each, in a tile of pass 0
  std::uint32_t merge;         // which of the shapes of the other passes
  std::uint32_t merge_warps;   // of 1024 keys each, in a tile of those
  std::uint32_t merges;        // passes after pass 0
  std::uint32_t merge_blocks;  // that the device holds at once
  std::uint32_t shared_bytes;  // of a block, at most
};

/// Where the keys are. `elements`: two buffers in which a key and its place lie together; of keys
/// without places the first one is `words`.
struct Buffers {
  void* words;
  std::uint32_t* places;
  void* elements[2];
  uint4* splits;
  std::uint64_t* stamps = nullptr;  // two words a launch, as in DeviceKeys; or null
};

/// The plan for n keys but for merge_blocks, and the bytes of one element. `shared_bytes`: that the
/// GPU gives a block; the smallest plan may take more.
template <typename Word, bool kPlaces>
Plan plan_for(std::uint32_t n, std::uint32_t shared_bytes);
template <typename Word, bool kPlaces>
std::uint32_t element_bytes();

/// Readies the kernels of `plan` on the current device and sets merge_blocks.
template <typename Word, bool kPlaces>
cudaError_t ready(Plan& plan);

/// Puts all launches of a sort on `stream`.
template <typename Word, bool kPlaces>
cudaError_t launch(const Plan& plan, const Buffers& buffers, cudaStream_t stream);

}  // namespace sortscope::device::interval
