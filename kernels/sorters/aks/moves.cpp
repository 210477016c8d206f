// moves.cpp: movements of the AKS network's wires in a GL buffer that CUDA writes.
#include "kernels/aks_moves.h"

#include <glad/gl.h>
// glad first: it takes the place of the system's GL header.
#include <cuda_gl_interop.h>
#include <fmt/format.h>

#include <vector>

#include "core/base/number_text.h"
#include "core/networks/aks/schedule.h"
#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/gl_buffer.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/sorters/aks/launch.cuh"

namespace sortscope {

namespace {

using device::checked;
using device::in_turn;

class CudaAksMoves final : public AksMoves {
 public:
  Status create(std::uint32_t d, unsigned gl_moves) {
    d_ = d;
    std::vector<AksStep> steps;
    for (std::uint32_t t = 0; t <= aks_steps(d); ++t) steps.push_back(aks_step(d, t));
    if (Status status = in_turn([&] { return stream_.create(); },
                                [&] { return steps_.allocate(steps.size()); });
        !status.ok()) {
      return status;
    }
    Status copied = device::upload(steps_.data(), steps.data(), steps.size() * sizeof(AksStep),
                                   stream_.get(), "copying the schedule to the GPU");
    if (!copied.ok()) return copied;
    return buffer_.create(gl_moves, cudaGraphicsRegisterFlagsWriteDiscard);
  }

  Status write(std::uint32_t t) override {
    if (t >= aks_steps(d_)) {
      return Error{ErrorCode::kBadUsage, fmt::format("no wires move at step {}.", t),
                   fmt::format("Steps go from 0 to {}.", aks_steps(d_) - 1)};
    }
    cudaGraphicsResource_t resource = buffer_.resource();
    Status status =
        checked(cudaGraphicsMapResources(1, &resource, stream_.get()), "taking the OpenGL buffer");
    if (!status.ok()) return status;
    status = write_mapped(t);
    const Status unmapped = checked(cudaGraphicsUnmapResources(1, &resource, stream_.get()),
                                    "giving the OpenGL buffer back");
    if (!status.ok()) return status;
    if (!unmapped.ok()) return unmapped;
    return checked(cudaStreamSynchronize(stream_.get()), "running on the GPU");
  }

 private:
  Status write_mapped(std::uint32_t t) {
    void* memory = nullptr;
    std::size_t size = 0;
    Status status =
        checked(cudaGraphicsResourceGetMappedPointer(&memory, &size, buffer_.resource()),
                "asking where an OpenGL buffer is");
    if (!status.ok()) return status;
    const std::uint64_t needed = std::uint64_t{8} << d_;
    if (size < needed) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("an OpenGL buffer has {}, and the movements need {}.",
                               bytes_text(size), bytes_text(needed)),
                   ""};
    }
    return checked(device::write_aks_moves(steps_.data(), d_, t,
                                           static_cast<std::uint32_t*>(memory), stream_.get()),
                   "launching a kernel");
  }

  std::uint32_t d_ = 0;
  device::Stream stream_;
  device::DeviceBuffer<AksStep> steps_;
  device::RegisteredBuffer buffer_;
};

}  // namespace

Result<std::unique_ptr<AksMoves>> make_aks_moves(std::uint32_t d, unsigned gl_moves) {
  if (!aks_allowed(d)) {
    return Error{ErrorCode::kBadUsage, fmt::format("there is no AKS network of 2^{} wires.", d),
                 "d must be a multiple of 4, from 8 to 28."};
  }
  if (const std::string why = why_no_cuda(); !why.empty()) {
    return Error{ErrorCode::kUnavailable, why, "The movements are worked out on the CPU instead."};
  }
  if (Status status = device::check_same_device(); !status.ok()) return status.error();
  auto moves = std::make_unique<CudaAksMoves>();
  if (Status status = moves->create(d, gl_moves); !status.ok()) return status.error();
  return std::unique_ptr<AksMoves>(std::move(moves));
}

}  // namespace sortscope
