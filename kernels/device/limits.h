// limits.h: what the GPU in use gives a block; no CUDA header is needed here.
#pragma once

#include <cstdint>

#include "core/base/error.h"

namespace sortscope::device {

/// Plans of launches follow these.
struct DeviceLimits {
  std::uint32_t shared_bytes = 0;  // of shared memory for a block, declared and asked for
  std::uint32_t multiprocessors = 0;
  std::uint32_t capability = 0;  // 90: compute capability 9.0
};

/// Of the current device, which is asked once. Where the environment variable SORTSCOPE_SHARED_KIB
/// has a number, a block gets at most so many KiB of shared memory: so plans of smaller GPUs are
/// tried on a large one. Errors: kWorkFailed with CUDA's reason.
Result<DeviceLimits> device_limits();

}  // namespace sortscope::device
