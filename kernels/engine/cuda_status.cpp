// cuda_status.cpp: what there is of CUDA on this machine.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/sorters/device_sort.cuh"

namespace sortscope {

namespace {

// Fills in the device; the reason why there is none otherwise.
std::string look(CudaStatus& status) {
  (void)cudaRuntimeGetVersion(&status.runtime_version);
  if (cudaDriverGetVersion(&status.driver_version) != cudaSuccess || status.driver_version == 0) {
    return kNoDriver;
  }
  // Within one major version an older driver runs a newer runtime.
  if (status.driver_version / 1000 < status.runtime_version / 1000) return old_driver(status);
  int devices = 0;
  const cudaError_t counted = cudaGetDeviceCount(&devices);
  if (counted == cudaErrorInsufficientDriver) return old_driver(status);
  if (counted == cudaErrorNoDevice || (counted == cudaSuccess && devices == 0)) {
    return kNoGpu;
  }
  if (counted != cudaSuccess) {
    return fmt::format("CUDA does not start: {}.", cudaGetErrorString(counted));
  }
  cudaDeviceProp device{};
  if (const cudaError_t result = cudaGetDeviceProperties(&device, 0); result != cudaSuccess) {
    return fmt::format("the GPU does not answer: {}.", cudaGetErrorString(result));
  }
  status.device = device.name;
  status.compute_capability = device.major * 10 + device.minor;
  status.memory_bytes = device.totalGlobalMem;
  if (const cudaError_t result = device::probe_kernel_image(); result != cudaSuccess) {
    return result == cudaErrorNoKernelImageForDevice || result == cudaErrorInvalidDeviceFunction
               ? fmt::format("this build has no code for the {} (compute capability {}.{}).",
                             status.device, device.major, device.minor)
               : fmt::format("the {} does not start: {}.", status.device,
                             cudaGetErrorString(result));
  }
  return "";
}

}  // namespace

const CudaStatus& cuda_status() {
  static const CudaStatus kStatus = [] {
    if (const auto planted = planted_cuda(); planted) return *planted;
    CudaStatus status;
    status.built = true;
    status.reason = look(status);
    status.available = status.reason.empty();
    (void)cudaGetLastError();
    return status;
  }();
  return kStatus;
}

}  // namespace sortscope
