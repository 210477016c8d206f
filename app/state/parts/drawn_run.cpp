// drawn_run.cpp: buffers of the run that is shown, with CUDA or without.
#include "app/state/parts/drawn_run.h"

#include "kernels/cuda_engine.h"

namespace sortscope {

void DrawnRun::show(const Recording& recording, std::span<const std::uint32_t> ranks,
                    const PaddingMap& padding) {
  buffers = std::make_unique<DrawBuffers>(recording, ranks, padding,
                                          cuda_status().available && !gpu_lost_);
}

void DrawnRun::drop_gpu(const Recording* recording, std::span<const std::uint32_t> ranks,
                        const PaddingMap& padding) {
  gpu_lost_ = true;
  if (!buffers || recording == nullptr) return;
  buffers.reset();
  show(*recording, ranks, padding);
}

}  // namespace sortscope
