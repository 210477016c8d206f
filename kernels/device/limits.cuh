// limits.cuh: kernels that ask for shared memory, and which of them wait for the launch
// before them.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "kernels/device/limits.h"

namespace sortscope::device {

/// device_limits() as CUDA's error.
cudaError_t find_device_limits(DeviceLimits& limits);

/// Lets the launches of `kernel` that follow take `bytes` of shared memory beside what it declares.
/// cudaErrorInvalidValue where that exceeds the limits. A kernel's address differs from unit to
/// unit: whoever calls this and launches has internal linkage. `loaded` (null: not wanted): what
/// the device has loaded for it.
template <typename Kernel>
static cudaError_t allow_shared(Kernel* kernel, std::size_t bytes,
                                cudaFuncAttributes* loaded = nullptr) {
  DeviceLimits limits;
  if (const cudaError_t found = find_device_limits(limits); found != cudaSuccess) return found;
  cudaFuncAttributes own{};
  cudaFuncAttributes& attributes = loaded != nullptr ? *loaded : own;
  if (const cudaError_t asked = cudaFuncGetAttributes(&attributes, kernel); asked != cudaSuccess) {
    return asked;
  }
  if (attributes.sharedSizeBytes + bytes > limits.shared_bytes) return cudaErrorInvalidValue;
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
}

}  // namespace sortscope::device
