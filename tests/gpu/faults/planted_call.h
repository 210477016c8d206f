// planted_call.h: calls of CUDA's runtime that fail as planned. The program is linked with --wrap,
// so that every call of ours goes through planted_call.cpp.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace sortscope {

/// From here on the calls are counted, and number `failing` (from 1; 0: none) fails with `error`.
void plant_failing_call(std::uint64_t failing, cudaError_t error);
/// No further call fails. How many were counted.
std::uint64_t end_planting();

}  // namespace sortscope
