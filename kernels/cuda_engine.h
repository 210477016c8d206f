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
  int index = 0;               // as CUDA counts; of the GPU that this build runs on
  std::string device;          // "NVIDIA H200"
  int compute_capability = 0;  // 90
  std::uint64_t memory_bytes = 0;
  int driver_version = 0;   // CUDA version of the driver, 13000; 0: no driver
  int runtime_version = 0;  // CUDA version built with
};

/// Looks once, then answers from memory. Never fails.
const CudaStatus& cuda_status();

/// Of several GPUs takes the one that draws the OpenGL context which is current here, so that
/// pictures need not be copied from one to the other. Before cuda_status() is asked for the first
/// time; later, and where none of them draws, nothing changes.
void prefer_drawing_gpu();

/// Errors: kUnavailable with cuda_status().reason.
Result<std::unique_ptr<Engine>> make_cuda_engine();

}  // namespace sortscope
