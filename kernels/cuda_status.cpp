// cuda_status.cpp: what there is of CUDA on this machine.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "kernels/cuda_engine.h"
#include "kernels/device_sort.cuh"

namespace sortscope {

namespace {

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

// The first driver of each CUDA generation (NVIDIA's compatibility table).
std::string driver_for(int runtime_version) {
  switch (runtime_version / 1000) {
    case 12:
      return " (driver 525 or newer)";
    case 13:
      return " (driver 580 or newer)";
    default:
      return "";
  }
}

std::string too_old(const CudaStatus& status) {
  return fmt::format(
      "the NVIDIA driver is too old: it supports CUDA {}, and this build needs CUDA {}{}.",
      version_text(status.driver_version), version_text(status.runtime_version),
      driver_for(status.runtime_version));
}

// Fills in the device; the reason why there is none otherwise.
std::string look(CudaStatus& status) {
  (void)cudaRuntimeGetVersion(&status.runtime_version);
  if (cudaDriverGetVersion(&status.driver_version) != cudaSuccess || status.driver_version == 0) {
    return "this machine has no NVIDIA driver.";
  }
  // Within one major version an older driver runs a newer runtime.
  if (status.driver_version / 1000 < status.runtime_version / 1000) return too_old(status);
  int devices = 0;
  const cudaError_t counted = cudaGetDeviceCount(&devices);
  if (counted == cudaErrorInsufficientDriver) return too_old(status);
  if (counted == cudaErrorNoDevice || (counted == cudaSuccess && devices == 0)) {
    return "there is an NVIDIA driver, but no GPU that CUDA can use.";
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
