// overlap.cuh: launches that begin while the one before them on the stream ends.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/device/limits.cuh"

namespace sortscope::device {

/// A launch may begin while the one before it ends: it waits here before it reads what that wrote.
/// Code for GPUs before compute capability 9.0 cannot wait, and must not overlap: overlaps().
__device__ __forceinline__ void wait_for_last_launch() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
/// From here on, once all blocks have come so far, the next launch may begin.
__device__ __forceinline__ void allow_next_launch() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/// The loaded code has the waits above: a GPU of compute capability 9.0 may as well
/// run code that was made for an older one.
inline bool overlaps(const cudaFuncAttributes& loaded) {
  DeviceLimits limits;
  return find_device_limits(limits) == cudaSuccess && limits.capability >= 90 &&
         loaded.ptxVersion >= 90;
}

struct LaunchShape {
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;
  std::uint32_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool overlaps = false;  // it waits for the launch before it by itself
  std::uint32_t threads_y = 1;
};
template <typename... Parameters, typename... Arguments>
cudaError_t launch_overlapped(const LaunchShape& shape, void (*kernel)(Parameters...),
                              Arguments... arguments) {
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(shape.blocks);
  config.blockDim = dim3(shape.threads, shape.threads_y);
  config.dynamicSmemBytes = shape.shared_bytes;
  config.stream = shape.stream;
  config.attrs = &overlap;
  config.numAttrs = shape.overlaps ? 1 : 0;
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

}  // namespace sortscope::device
