// lab_cuda.h: the GPU's side of the benchmark lab; no CUDA header is needed here.
#pragma once

#include <memory>

#include "core/base/error.h"
#include "core/lab/lab.h"

namespace sortscope {

/// Our kernels, CUB and Thrust on keys in device memory, timed by events. Errors: kUnavailable with
/// the reason why there is no GPU. `progress`: whose cancelling ends making keys; null: none does.
Result<std::unique_ptr<LabBackend>> make_cuda_lab(const Progress* progress = nullptr);

}  // namespace sortscope
