// gl_buffer.cuh: OpenGL buffers that CUDA knows.
#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "core/base/error.h"

namespace sortscope::device {

/// A GL buffer registered with CUDA while it lives.
class RegisteredBuffer {
 public:
  RegisteredBuffer() = default;
  RegisteredBuffer(const RegisteredBuffer&) = delete;
  RegisteredBuffer& operator=(const RegisteredBuffer&) = delete;
  ~RegisteredBuffer();
  Status create(unsigned gl_buffer, unsigned flags);
  [[nodiscard]] cudaGraphicsResource_t resource() const { return resource_; }

 private:
  cudaGraphicsResource_t resource_ = nullptr;
};

/// The GPUs that draw the OpenGL context which is current here, as CUDA counts them; at most 16.
std::vector<int> gpus_of_opengl();

/// use_gpu(), and it must be one that the current GL context draws on. Errors: kUnavailable.
Status check_same_device();

}  // namespace sortscope::device
