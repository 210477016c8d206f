// sorter.cpp: interval-based adaptive bitonic sorting on the device: the fast sort, or,
// with a recording, the passes of core/networks/interval_merge.h one by one.
#include <fmt/format.h>

#include <utility>

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
        tile_log2_(interval_tile_log2(wires_log2_)) {}

  [[nodiscard]] std::uint32_t launches() const override {
    return network_.depth() == 0 ? 0 : 1 + 2 * (wires_log2_ - tile_log2_);
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

  // Runs ahead of the device by one pass where it reports progress.
  template <typename Word>
  Status launch_all(cudaStream_t stream, Progress* progress) {
    RecordedKeys<Word> from{static_cast<Word*>(from_.words), from_.places};
    RecordedKeys<Word> to{static_cast<Word*>(from_.next_words), from_.next_places};
    Event passes[2];
    std::uint64_t* stamps = from_.stamps;
    std::uint32_t layer = 0;
    for (std::uint32_t merge = tile_log2_; merge <= wires_log2_; ++merge) {
      std::uint32_t* const bits = bits_ + network_.first_word(layer);
      Status status;
      std::uint32_t layers = merge;
      if (merge == tile_log2_) {
        status = checked(record_tiles(from, wires_log2_, tile_log2_, bits, stamps, stream),
                         "launching a kernel");
        layers = merge * (merge + 1) / 2;
      } else {
        status = checked(record_merge(from, to, wires_log2_, tile_log2_, merge, rising_.data(),
                                      bits, stamps, stream),
                         "launching a kernel");
        std::swap(from, to);
      }
      if (!status.ok()) return status;
      layer += layers;
      if (stamps != nullptr) stamps += merge == tile_log2_ ? 2 : 4;
      if (progress == nullptr) continue;
      Event& pass = passes[merge % 2];
      if (Status step =
              in_turn([&] { return pass.create_once(); }, [&] { return pass.record(stream); });
          !step.ok()) {
        return step;
      }
      if (merge > tile_log2_) {
        if (Status done = passes[(merge + 1) % 2].wait(); !done.ok()) return done;
      }
      progress->advance(network_.comparators_before(layer) -
                        network_.comparators_before(layer - layers));
      if (progress->cancelled()) {
        return Error{ErrorCode::kCancelled, "the sort was stopped.", ""};
      }
    }
    return {};
  }

  const Network& network_;
  unsigned key_bits_;
  std::uint32_t wires_log2_;
  std::uint32_t tile_log2_;
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
