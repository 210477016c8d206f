// cuda_call.cpp: results of CUDA calls as errors of ours.
#include "kernels/device/cuda_call.cuh"

#include <fmt/format.h>

#include <string>

#include "kernels/cuda_engine.h"

namespace sortscope::device {

Status checked(cudaError_t result, std::string_view what) {
  if (result == cudaSuccess) return {};
  // Reported here: a launch that asks for CUDA's last error must not find this one.
  (void)cudaGetLastError();
  const bool memory = result == cudaErrorMemoryAllocation;
  return Error{memory ? ErrorCode::kOutOfMemory : ErrorCode::kWorkFailed,
               fmt::format("{}: CUDA says \"{}\" ({}).", what, cudaGetErrorString(result),
                           cudaGetErrorName(result)),
               memory
                   ? "Close other programs that use the GPU, sort fewer keys, or use --engine cpu."
                   : "Try again with --engine cpu."};
}

Status use_gpu() { return checked(cudaSetDevice(cuda_status().index), "choosing the GPU"); }

Status upload(void* to, const void* from, std::uint64_t bytes, cudaStream_t stream,
              std::string_view what) {
  if (bytes == 0) return {};
  Status copied = checked(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream), what);
  return copied.ok() ? checked(cudaStreamSynchronize(stream), what) : copied;
}

Result<std::uint64_t> elapsed_ns(const Event& begin, const Event& end) {
  float elapsed_ms = 0;
  const Status status =
      checked(cudaEventElapsedTime(&elapsed_ms, begin.get(), end.get()), "reading CUDA's clock");
  if (!status.ok()) return status.error();
  return static_cast<std::uint64_t>(static_cast<double>(elapsed_ms) * 1e6);
}

}  // namespace sortscope::device
