// gl_buffer.cpp: OpenGL buffers that CUDA knows.
#include "kernels/device/gl_buffer.cuh"

#include <glad/gl.h>
// glad first: it takes the place of the system's GL header.
#include <cuda_gl_interop.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels/cuda_engine.h"
#include "kernels/device/cuda_call.cuh"

namespace sortscope::device {

RegisteredBuffer::~RegisteredBuffer() {
  if (resource_ != nullptr) (void)cudaGraphicsUnregisterResource(resource_);
}

Status RegisteredBuffer::create(unsigned gl_buffer, unsigned flags) {
  return checked(cudaGraphicsGLRegisterBuffer(&resource_, gl_buffer, flags),
                 "sharing an OpenGL buffer with CUDA");
}

std::vector<int> gpus_of_opengl() {
  unsigned count = 0;
  std::array<int, 16> devices{};
  const cudaError_t result =
      cudaGLGetDevices(&count, devices.data(), devices.size(), cudaGLDeviceListAll);
  (void)cudaGetLastError();
  if (result != cudaSuccess) return {};
  return {devices.begin(), devices.begin() + std::min<std::size_t>(count, devices.size())};
}

Status check_same_device() {
  if (Status status = use_gpu(); !status.ok()) return status;
  for (const int index : gpus_of_opengl()) {
    if (index == cuda_status().index) return {};
  }
  return Error{
      ErrorCode::kUnavailable,
      fmt::format("OpenGL does not draw on the {} that CUDA runs on.", cuda_status().device),
      "The picture is replayed on the CPU and copied instead."};
}

}  // namespace sortscope::device
