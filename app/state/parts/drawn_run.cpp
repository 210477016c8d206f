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
                    std::shared_ptr<ReplayStart> start) {
  if (network == nullptr) network = std::make_shared<NetworkPainter>();
  const Network& shown = recording->network;
  shown_ = {.trees = false, .padded = !padding.empty()};
  // A sort in trees may end with layers of comparators.
  for (std::uint32_t layer = 0; layer < shown.depth() && !shown_.trees; ++layer) {
    shown_.trees = shown.closed_form() && shown.in_trees(layer);
  }
  buffers = std::make_unique<DrawBuffers>(std::move(recording), ranks, padding,
                                          cuda_status().available && !gpu_lost_, std::move(start));
}

void DrawnRun::expect(std::uint64_t work, const Algorithm& algorithm, std::uint32_t n) {
  const Family family = algorithm.family;
  expected_ = {.trees = family == Family::kTree || family == Family::kStreams,
               .padded = wires_for(algorithm, n) != n};
  expected_of_ = work;
}

bool DrawnRun::make_ready(std::uint64_t work) {
  if (network == nullptr) network = std::make_shared<NetworkPainter>();
  const Rows& rows = work != 0 && work == expected_of_ ? expected_ : shown_;
  return network->make_ready(rows.trees, rows.padded);
}

void DrawnRun::drop_gpu(std::shared_ptr<const Recording> recording,
                        std::span<const std::uint32_t> ranks, const PaddingMap& padding) {
  gpu_lost_ = true;
  if (!buffers || recording == nullptr) return;
  buffers.reset();
  show(std::move(recording), ranks, padding);
}

}  // namespace sortscope
