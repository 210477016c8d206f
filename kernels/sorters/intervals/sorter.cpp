// sorter.cpp: interval-based adaptive bitonic sorting on the device: the fast sort, or,
// with a recording, the passes of core/networks/interval_merge.h one by one.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/engines/plans/intervals.h"
#include "core/networks/interval_merge.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/device/limits.h"
#include "kernels/sorters/device_sorter.cuh"
#include "kernels/sorters/intervals/record.cuh"
#include "kernels/sorters/intervals/sort.h"

namespace sortscope::device {

namespace {

// Up to here all launches are one graph, which nothing can stop: some milliseconds on a large GPU.
constexpr std::uint64_t kGraphComparisons = std::uint64_t{1} << 29;

// Without a recording: IntervalSort, which orders by (word, place) as the passes do.
class FastIntervalSorter final : public DeviceSorter {
 public:
  FastIntervalSorter(const SorterRequest& request, std::uint32_t shared_bytes)
      : network_(request.network), key_bits_(request.key_bits), shared_bytes_(shared_bytes) {}

  [[nodiscard]] std::uint32_t launches() const override {
    return IntervalSort::launches_for(key_bits_, true, network_.wires(), shared_bytes_);
  }
  [[nodiscard]] std::uint64_t bytes(const Network& network) const override {
    return IntervalSort::scratch_bytes_for(key_bits_, true, network.wires(), shared_bytes_);
  }
  [[nodiscard]] std::vector<TracePass> passes() const override {
    return passes_of_intervals(network_.wires(), (launches() - 1) / 2, {key_bits_, true, false});
  }
  Status prepare(DeviceKeys& keys, std::uint32_t* /*bits*/, cudaStream_t stream) override {
    Status status = sort_.create(key_bits_, true, network_.wires());
    if (!status.ok()) return status;
    return graph_.capture(stream,
                          [&] { return sort_.sort(keys.words, keys.places, stream, keys.stamps); });
  }
  Status run(cudaStream_t stream, Progress* progress) override {
    Status status = graph_.run(stream);
    if (status.ok() && progress != nullptr) progress->advance(network_.size());
    return status;
  }

 private:
  const Network& network_;
  unsigned key_bits_;
  std::uint32_t shared_bytes_;
  IntervalSort sort_;
  LaunchGraph graph_;
};

class RecordedIntervalSorter final : public DeviceSorter {
 public:
  explicit RecordedIntervalSorter(const SorterRequest& request)
      : network_(request.network),
        key_bits_(request.key_bits),
        wires_log2_(floor_log2(request.network.wires())),
        tile_log2_(interval_tile_log2(wires_log2_)) {
    if (network_.depth() > 0) plan_ = plan_intervals(key_bits_, wires_log2_);
  }

  [[nodiscard]] std::uint32_t launches() const override {
    return static_cast<std::uint32_t>(plan_.size());
  }
  [[nodiscard]] std::uint64_t bytes(const Network& network) const override {
    const std::uint32_t wires_log2 = floor_log2(network.wires());
    const std::uint32_t tile_log2 = interval_tile_log2(wires_log2);
    if (wires_log2 == tile_log2) return 0;
    return (std::uint64_t{key_bits_ / 8 + 4} << wires_log2) +
           (std::uint64_t{4} << (wires_log2 - tile_log2));
  }
  [[nodiscard]] std::vector<TracePass> passes() const override {
    return passes_of_recorded_intervals(network_, {key_bits_, true, true});
  }
  Status prepare(DeviceKeys& keys, std::uint32_t* bits, cudaStream_t stream) override {
    const bool merges = wires_log2_ > tile_log2_;
    const std::uint64_t wires = merges ? network_.wires() : 0;
    if (Status status = in_turn([&] { return next_words_.allocate(wires * (key_bits_ / 8)); },
                                [&] { return next_places_.allocate(wires); },
                                [&] { return rising_.allocate(wires >> tile_log2_); });
        !status.ok()) {
      return status;
    }
    from_ = keys;
    from_.next_words = next_words_.data();
    from_.next_places = next_places_.data();
    bits_ = bits;
    if ((wires_log2_ - tile_log2_) % 2 != 0) {
      keys.words = from_.next_words;
      keys.places = from_.next_places;
    }
    if (network_.depth() == 0 || network_.size() >= kGraphComparisons) return {};
    return graph_.capture(stream, [&] { return launch_all(stream, nullptr); });
  }
  Status run(cudaStream_t stream, Progress* progress) override {
    if (network_.depth() == 0) return {};
    if (!graph_.ready()) return launch_all(stream, progress);
    Status status = graph_.run(stream);
    if (status.ok() && progress != nullptr) progress->advance(network_.size());
    return status;
  }

 private:
  Status launch_all(cudaStream_t stream, Progress* progress) {
    return key_bits_ == 32 ? launch_all<std::uint32_t>(stream, progress)
                           : launch_all<std::uint64_t>(stream, progress);
  }

  // Launch number `i` of the plan.
  template <typename Word>
  Status launch(std::size_t i, cudaStream_t stream) {
    const IntervalLaunch& launch = plan_[i];
    const RecordedKeys<Word> buffers[2] = {
        {static_cast<Word*>(from_.words), from_.places},
        {static_cast<Word*>(from_.next_words), from_.next_places}};
    const RecordedTiles tiles{wires_log2_, tile_log2_, launch.first_tile, launch.tiles};
    std::uint64_t* const stamps = from_.stamps == nullptr ? nullptr : from_.stamps + 2 * i;
    std::uint32_t* const bits = bits_ + network_.first_word(launch.first_layer());
    const std::uint32_t now = (launch.merge - tile_log2_ + 1) % 2;
    cudaError_t result = cudaSuccess;
    switch (launch.work) {
      case IntervalWork::kTiles:
        result = record_tiles(buffers[0], tiles, bits, stamps, stream);
        break;
      case IntervalWork::kSearch:
        result = record_search(buffers[now], tiles, launch.merge, rising_.data(), stamps, stream);
        break;
      case IntervalWork::kMerge:
        result = record_merge(buffers[now], buffers[1 - now], tiles, launch.merge, rising_.data(),
                              bits, stamps, stream);
        break;
    }
    return checked(result, "launching a kernel");
  }

  // A launch's share of its layers' comparators.
  [[nodiscard]] std::uint64_t comparators(const IntervalLaunch& launch) const {
    const std::uint32_t first = launch.first_layer();
    return (network_.comparators_before(first + launch.layers()) -
            network_.comparators_before(first)) /
           ((network_.wires() >> tile_log2_) / launch.tiles);
  }

  // Runs ahead of the device by one part, or one merge of more, where it reports progress.
  template <typename Word>
  Status launch_all(cudaStream_t stream, Progress* progress) {
    Event done[2];
    std::uint32_t waits = 0;
    std::uint64_t launched = 0;
    const std::uint32_t part_log2 = std::min(wires_log2_, kIntervalPartLog2);
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (Status status = launch<Word>(i, stream); !status.ok()) return status;
      launched += comparators(plan_[i]);
      if (progress == nullptr || plan_[i].work == IntervalWork::kSearch) continue;
      if (plan_[i].merge < part_log2) continue;
      Event& here = done[waits % 2];
      if (Status step =
              in_turn([&] { return here.create_once(); }, [&] { return here.record(stream); });
          !step.ok()) {
        return step;
      }
      if (waits++ > 0) {
        if (Status step = done[waits % 2].wait(); !step.ok()) return step;
      }
      progress->advance(std::exchange(launched, 0));
      if (progress->cancelled()) {
        return Error{ErrorCode::kCancelled, "the sort was stopped.", ""};
      }
    }
    if (progress != nullptr) progress->advance(launched);
    return {};
  }

  const Network& network_;
  unsigned key_bits_;
  std::uint32_t wires_log2_;
  std::uint32_t tile_log2_;
  std::vector<IntervalLaunch> plan_;
  DeviceKeys from_;
  std::uint32_t* bits_ = nullptr;
  DeviceBuffer<std::byte> next_words_;
  DeviceBuffer<std::uint32_t> next_places_;
  DeviceBuffer<std::uint32_t> rising_;
  LaunchGraph graph_;
};

}  // namespace

Result<std::unique_ptr<DeviceSorter>> make_interval_sorter(const SorterRequest& request) {
  if (request.kernel != "intervals") {
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("kernel \"{}\" cannot run \"{}\".", request.kernel, request.algorithm.id),
        "Take kernel intervals."};
  }
  if (request.recorded) {
    return std::unique_ptr<DeviceSorter>(std::make_unique<RecordedIntervalSorter>(request));
  }
  const Result<DeviceLimits> limits = device_limits();
  if (!limits.ok()) return limits.error();
  return std::unique_ptr<DeviceSorter>(
      std::make_unique<FastIntervalSorter>(request, limits->shared_bytes));
}

}  // namespace sortscope::device
