// device_sort.cpp: the launches of a plan, one after the other, a few milliseconds ahead of the
// device.
#include "kernels/sorters/device_sort.cuh"

#include <algorithm>
#include <utility>

#include "core/engines/plans/schemes.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/sorters/fast/launch.cuh"

namespace sortscope::device {

namespace {

// Work between two looks at `progress`: some milliseconds on a large GPU, half a second on a small
// one.
constexpr std::uint64_t kBatchComparators = std::uint64_t{1} << 30;
// Plans up to here run as a graph: ten milliseconds on a large GPU, a quarter of a second on a
// small one, and nothing can stop them.
constexpr std::uint64_t kGraphComparators = std::uint64_t{1} << 32;
// Launches that the driver may have queued, so that it never blocks for long.
constexpr std::uint32_t kBatchLaunches = 512;

// Windows of a fast launch, found by its first layer.
cudaError_t launch_fast_one(const Network& network, const Launch& launch, const DeviceKeys& keys,
                            std::uint32_t* bits, bool backwards, cudaStream_t stream) {
  const std::uint32_t wires_log2 = floor_log2(network.wires());
  std::uint32_t layer = 0;
  const std::uint32_t tile_bits = floor_log2(launch.threads) + kRoundBits;
  for (const FastWindow& window : fast_windows(wires_log2, tile_bits)) {
    if (layer == launch.first_layer) {
      const FastLaunch fast{
          keys.words,      keys.places,
          network.wires(), network.wires(),
          keys.real_keys,  bits == nullptr ? nullptr : bits + network.first_word(layer),
          layer > 0,       backwards,
          keys.stamps};
      if (keys.key_bits == 32) {
        return keys.places == nullptr ? launch_fast<std::uint32_t, false>(window, fast, stream)
                                      : launch_fast<std::uint32_t, true>(window, fast, stream);
      }
      return keys.places == nullptr ? launch_fast<std::uint64_t, false>(window, fast, stream)
                                    : launch_fast<std::uint64_t, true>(window, fast, stream);
    }
    layer += layers_of(window);
  }
  return cudaErrorInvalidValue;
}

// Kinds of launches that are not launch_sort()'s.
constexpr struct {
  const LaunchKind* kind;
  cudaError_t (*launch)(const Network& network, const Launch& launch, const DeviceKeys& keys,
                        std::uint32_t* bits, bool backwards, cudaStream_t stream);
} kLaunchers[] = {
    {&kFastTilesLaunch, launch_fast_one},
    {&kFastWindowLaunch, launch_fast_one},
};

cudaError_t launch_one(const Network& network, const Launch& launch, const DeviceKeys& keys,
                       std::uint32_t* bits, bool backwards, cudaStream_t stream) {
  for (const auto& row : kLaunchers) {
    if (row.kind == launch.kind) {
      return row.launch(network, launch, keys, bits, backwards, stream);
    }
  }
  if (keys.key_bits == 32) {
    return keys.places == nullptr
               ? launch_sort<std::uint32_t, false>(network, launch, keys, bits, backwards, stream)
               : launch_sort<std::uint32_t, true>(network, launch, keys, bits, backwards, stream);
  }
  return keys.places == nullptr
             ? launch_sort<std::uint64_t, false>(network, launch, keys, bits, backwards, stream)
             : launch_sort<std::uint64_t, true>(network, launch, keys, bits, backwards, stream);
}

// Counts finished work in `progress`: waits for the batch before the last, so that one always runs.
class Pace {
 public:
  explicit Pace(Progress* progress, cudaStream_t stream) : progress_(progress), stream_(stream) {}

  Status launched(std::uint64_t comparators) {
    if (progress_ == nullptr) return {};
    comparators_[current_] += comparators;
    if (comparators_[current_] < kBatchComparators && ++launches_ < kBatchLaunches) return {};
    launches_ = 0;
    Event& event = events_[current_];
    if (event.get() == nullptr) {
      if (Status status = event.create(); !status.ok()) return status;
    }
    if (Status status = event.record(stream_); !status.ok()) return status;
    current_ = 1 - current_;
    if (comparators_[current_] == 0) return {};
    if (Status status = events_[current_].wait(); !status.ok()) return status;
    progress_->advance(std::exchange(comparators_[current_], 0));
    if (!progress_->cancelled()) return {};
    return Error{ErrorCode::kCancelled, "the sort was stopped.", ""};
  }

  // The rest is counted when the caller has waited for it; it is at most two batches.
  void finish() {
    if (progress_ != nullptr) progress_->advance(comparators_[0] + comparators_[1]);
  }

 private:
  Progress* progress_;
  cudaStream_t stream_;
  Event events_[2];
  std::uint64_t comparators_[2] = {0, 0};
  std::uint32_t launches_ = 0;
  int current_ = 0;
};

}  // namespace

bool runs_out_of_place(std::span<const Launch> plan) {
  return std::any_of(plan.begin(), plan.end(),
                     [](const Launch& launch) { return launch.kind->out_of_place; });
}

Status sort_on_device(const Network& network, std::span<const Launch> plan, DeviceKeys& keys,
                      std::uint32_t* bits, cudaStream_t stream, Progress* progress) {
  Pace pace(progress, stream);
  bool backwards = false;
  DeviceKeys stamped = keys;
  for (const Launch& launch : plan) {
    if (Status status = checked(launch_one(network, launch, stamped, bits,
                                           std::exchange(backwards, !backwards), stream),
                                "launching a kernel");
        !status.ok()) {
      return status;
    }
    if (launch.kind->out_of_place) {
      std::swap(keys.words, keys.next_words);
      std::swap(keys.places, keys.next_places);
    }
    std::uint64_t* const next_stamp = stamped.stamps == nullptr ? nullptr : stamped.stamps + 2;
    stamped = keys;
    stamped.stamps = next_stamp;
    const std::uint64_t comparators =
        network.comparators_before(launch.first_layer + launch.layer_count) -
        network.comparators_before(launch.first_layer);
    if (Status status = pace.launched(comparators); !status.ok()) return status;
  }
  pace.finish();
  return {};
}

LaunchGraph::~LaunchGraph() { release(); }

void LaunchGraph::release() {
  if (graph_ != nullptr) (void)cudaGraphExecDestroy(graph_);
  graph_ = nullptr;
}

Status LaunchGraph::capture(cudaStream_t stream, const std::function<Status()>& launch) {
  release();
  Status status = checked(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal),
                          "preparing the launches");
  if (!status.ok()) return status;
  const Status launched = launch();
  cudaGraph_t captured = nullptr;
  status = checked(cudaStreamEndCapture(stream, &captured), "preparing the launches");
  if (!launched.ok()) status = launched;
  if (status.ok()) {
    status = checked(cudaGraphInstantiate(&graph_, captured, 0), "preparing the launches");
  }
  if (captured != nullptr) (void)cudaGraphDestroy(captured);
  if (!status.ok()) return status;
  return checked(cudaGraphUpload(graph_, stream), "preparing the launches");
}

Status LaunchGraph::run(cudaStream_t stream) {
  return checked(cudaGraphLaunch(graph_, stream), "launching the kernels");
}

bool SortGraph::suits(const Network& network, std::span<const Launch> plan) {
  return !plan.empty() && plan.size() <= 2 * kBatchLaunches && network.size() < kGraphComparators;
}

Status SortGraph::create(const Network& network, std::span<const Launch> plan, DeviceKeys& keys,
                         std::uint32_t* bits, cudaStream_t stream) {
  return graph_.capture(stream, [&] { return sort_on_device(network, plan, keys, bits, stream); });
}

}  // namespace sortscope::device
