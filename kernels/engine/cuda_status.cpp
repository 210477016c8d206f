// cuda_status.cpp: what there is of CUDA on this machine.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <vector>

#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/device/gl_buffer.cuh"
#include "kernels/sorters/device_sort.cuh"

namespace sortscope {

namespace {

// Numbers of the GPUs that draw, as CUDA counts; asked for by prefer_drawing_gpu().
std::vector<int> drawing_gpus;

// Why this build cannot run on one GPU, which is described in `status`; "" where it can.
std::string look_at(int index, CudaStatus& status) {
  status.index = index;
  cudaDeviceProp device{};
  if (const cudaError_t result = cudaGetDeviceProperties(&device, index); result != cudaSuccess) {
    return fmt::format("the GPU does not answer: {}.", cudaGetErrorString(result));
  }
  status.device = device.name;
  status.compute_capability = device.major * 10 + device.minor;
  status.memory_bytes = device.totalGlobalMem;
  cudaError_t result = cudaSetDevice(index);
  if (result == cudaSuccess) result = device::probe_kernel_image();
  (void)cudaGetLastError();
  if (result == cudaSuccess) return "";
  return result == cudaErrorNoKernelImageForDevice || result == cudaErrorInvalidDeviceFunction
             ? fmt::format("this build has no code for the {} (compute capability {}.{}).",
                           status.device, device.major, device.minor)
             : fmt::format("the {} does not start: {}.", status.device, cudaGetErrorString(result));
}

// Fills in the device that runs our kernels; the reason why there is none otherwise.
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
  status = first_available(devices, drawing_gpus, [&](int index) {
    CudaStatus found = status;
    found.reason = look_at(index, found);
    found.available = found.reason.empty();
    return found;
  });
  return status.reason;
}

}  // namespace

void prefer_drawing_gpu() { drawing_gpus = device::gpus_of_opengl(); }

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
