// cuda_engine.h: the CUDA engine seen from outside; no CUDA header is needed here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/engines/engine.h"

namespace sortscope {

/// What there is of CUDA on this machine. One sentence in `reason` where `available` is false: not
/// built in, no driver, driver too old (found and needed named), no device.
struct CudaStatus {
  bool built = false;
  bool available = false;
  std::string reason;
  int index = 0;               // of the first GPU that this build can run on, as CUDA counts
  std::string device;          // "NVIDIA H200"
  int compute_capability = 0;  // 90
  std::uint64_t memory_bytes = 0;
  int driver_version = 0;   // CUDA version of the driver, 13000; 0: no driver
  int runtime_version = 0;  // CUDA version built with
};

/// Looks once, then answers from memory. Never fails.
const CudaStatus& cuda_status();

/// Errors: kUnavailable with cuda_status().reason.
Result<std::unique_ptr<Engine>> make_cuda_engine();

}  // namespace sortscope
