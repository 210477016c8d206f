// lab_cuda.cpp: the GPU's side of the benchmark lab.
#include "kernels/lab_cuda.h"

#include "kernels/cuda_engine.h"

namespace sortscope {

Result<std::unique_ptr<LabBackend>> make_cuda_lab() {
  if (!cuda_status().available) {
    return Error{ErrorCode::kUnavailable, cuda_status().reason, "Measure on the CPU."};
  }
  return Error{ErrorCode::kUnavailable, "the lab does not run on GPUs yet.", ""};
}

}  // namespace sortscope
