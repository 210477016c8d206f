// cuda_reasons.h: the sentences that say why there is no CUDA, found or planted by a test.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "kernels/cuda_engine.h"

namespace sortscope {

inline constexpr const char* kNotBuilt =
    "this build has no CUDA engine (nvcc was not found when it was built).";
inline constexpr const char* kNoDriver = "this machine has no NVIDIA driver.";
inline constexpr const char* kNoGpu = "there is an NVIDIA driver, but no GPU that CUDA can use.";
/// From `driver_version` and `runtime_version`.
std::string old_driver(const CudaStatus& status);

/// What `look` says of the first GPU that is available, of those in `preferred` first, then of all
/// `count` in their order; where none is, of GPU 0.
CudaStatus first_available(int count, std::span<const int> preferred,
                           const std::function<CudaStatus(int index)>& look);

/// What machine().cuda stands for: "not-built", "no-driver", "old-driver", "no-gpu" or the name of
/// a GPU. Nothing where none is planted.
std::optional<CudaStatus> planted_cuda();

/// One sentence where nothing can run on CUDA, a planted GPU included; else "".
std::string why_no_cuda();

}  // namespace sortscope
