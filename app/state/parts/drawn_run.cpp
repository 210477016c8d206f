// drawn_run.cpp: buffers of the run that is shown, with CUDA or without.
#include "app/state/parts/drawn_run.h"

#include <utility>

#include "app/painters/network.h"
#include "core/algorithms/algorithm.h"
#include "core/recordings/recording.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

void DrawnRun::show(std::shared_ptr<const Recording> recording,
                    std::span<const std::uint32_t> ranks, const PaddingMap& padding,
                    std::shared_ptr<ReplayStart> start, std::unique_ptr<TileWords> tiles) {
  if (network == nullptr) network = std::make_shared<NetworkPainter>();
  shown_ = drawn_rows(recording->network, !padding.empty());
  buffers = std::make_unique<DrawBuffers>(std::move(recording), ranks, padding,
                                          cuda_status().available && !gpu_lost_, std::move(start));
  buffers->take_packed(std::move(tiles));
}

void DrawnRun::expect(std::uint64_t work, const Algorithm& algorithm, std::uint32_t n) {
  if (n == 0 || n > algorithm.max_keys) return;
  const bool padded = wires_for(algorithm, n) != n;
  // Those have no rows in closed form, so that there is nothing to look for.
  const bool listed = algorithm.family == Family::kAks || algorithm.family == Family::kListed;
  expected_ =
      listed ? DrawnRows{.trees = false, .padded = padded, .mirrored = false, .in_blocks = false}
             : drawn_rows(algorithm.build(n), padded);
  expected_of_ = work;
}

bool DrawnRun::make_ready(std::uint64_t work) {
  if (network == nullptr) network = std::make_shared<NetworkPainter>();
  const DrawnRows& rows = work != 0 && work == expected_of_ ? expected_ : shown_;
  return network->make_ready(rows);
}

void DrawnRun::drop_gpu(std::shared_ptr<const Recording> recording,
                        std::span<const std::uint32_t> ranks, const PaddingMap& padding) {
  gpu_lost_ = true;
  if (!buffers || recording == nullptr) return;
  buffers.reset();
  show(std::move(recording), ranks, padding);
}

}  // namespace sortscope
