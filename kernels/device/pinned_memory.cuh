// pinned_memory.cuh: host memory that the GPU reaches by itself.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>

#include "kernels/device/cuda_call.cuh"

namespace sortscope::device {

/// Host memory that the GPU copies from and to at full speed.
class PinnedMemory {
 public:
  PinnedMemory() = default;
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  ~PinnedMemory() {
    if (data_ != nullptr) (void)cudaFreeHost(data_);
  }
  /// At least a byte. Errors: kOutOfMemory.
  Status allocate(std::uint64_t bytes) {
    return checked(cudaMallocHost(&data_, std::max<std::uint64_t>(bytes, 1)),
                   "allocating pinned memory");
  }
  [[nodiscard]] void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

}  // namespace sortscope::device
