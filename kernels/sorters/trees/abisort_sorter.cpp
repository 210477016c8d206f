// abisort_sorter.cpp: GPU-ABiSort on the device: memory, launches, progress.
#include <fmt/format.h>

#include <vector>

#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/sorters/device_sorter.cuh"
#include "kernels/sorters/trees/abisort_launch.cuh"

namespace sortscope::device {

namespace {

// Up to here all launches are one graph, which nothing can stop: some milliseconds on a large GPU.
constexpr std::uint64_t kGraphComparisons = std::uint64_t{1} << 27;

// Below so many wires the runs of the finish do not fill the words of its outcomes.
constexpr std::uint32_t kWholeWords = 4 * (std::uint32_t{1} << kFinishLog2);

class StreamSorter final : public DeviceSorter {
 public:
  explicit StreamSorter(const SorterRequest& request)
      : network_(request.network),
        key_bits_(request.key_bits),
        recorded_(request.recorded),
        plan_(plan_streams(request.network, request.kernel == "streams-overlapped")) {}

  [[nodiscard]] std::uint32_t launches() const override {
    return static_cast<std::uint32_t>(plan_.size());
  }

  [[nodiscard]] std::uint64_t bytes(const Network& network) const override {
    return nodes_of(network) * (key_bits_ == 32 ? 16 : 20) + pairs_of(network) * 8;
  }

  [[nodiscard]] std::vector<TracePass> passes() const override {
    return passes_of(network_, plan_, {key_bits_, true, recorded_});
  }

  Status prepare(DeviceKeys& keys, std::uint32_t* bits, cudaStream_t stream) override {
    const std::uint64_t nodes = nodes_of(network_);
    if (Status status = in_turn([&] { return nodes_.allocate(16 * nodes); },
                                [&] { return rights_.allocate(key_bits_ == 64 ? nodes : 0); },
                                [&] { return pairs_.allocate(8 * pairs_of(network_)); });
        !status.ok()) {
      return status;
    }
    memory_ = {keys, nodes_.data(), rights_.data(), pairs_.data(), bits};
    if (plan_.empty() || network_.size() >= kGraphComparisons) return {};
    return graph_.capture(stream, [&] { return launch_all(stream, nullptr); });
  }

  Status run(cudaStream_t stream, Progress* progress) override {
    if (!graph_.ready()) return launch_all(stream, progress);
    Status status = graph_.run(stream);
    if (status.ok() && progress != nullptr) progress->advance(network_.size());
    return status;
  }

 private:
  static std::uint64_t nodes_of(const Network& network) {
    const std::uint32_t n_log2 = floor_log2(network.wires());
    return n_log2 < kFinishLog2 ? 0 : std::uint64_t{2} * stream_size(n_log2);
  }
  static std::uint64_t pairs_of(const Network& network) {
    return std::uint64_t{2} * pair_stream_size(floor_log2(network.wires()));
  }

  // Runs ahead of the device by one merge level where it reports progress.
  Status launch_all(cudaStream_t stream, Progress* progress) {
    if (memory_.bits != nullptr && network_.wires() < kWholeWords) {
      if (Status status =
              checked(cudaMemsetAsync(memory_.bits, 0, network_.bit_words() * 4, stream),
                      "clearing the outcomes");
          !status.ok()) {
        return status;
      }
    }
    Event levels[2];
    std::uint64_t before = 0;  // comparisons counted so far
    std::uint32_t level = 0;
    StreamMemory memory = memory_;
    for (const StreamLaunch& launch : plan_) {
      auto* const of_type =
          key_bits_ == 32 ? &launch_streams<std::uint32_t> : &launch_streams<std::uint64_t>;
      Status status = checked(of_type(network_, launch, memory, stream), "launching a kernel");
      if (!status.ok()) return status;
      if (memory.keys.stamps != nullptr) memory.keys.stamps += 2;
      if (progress == nullptr || !launch.ends_merge) continue;
      if (Status step = in_turn([&] { return levels[level % 2].create_once(); },
                                [&] { return levels[level % 2].record(stream); });
          !step.ok()) {
        return step;
      }
      if (level++ > 0) {
        if (Status done = levels[level % 2].wait(); !done.ok()) return done;
      }
      if (launch.kind == StreamLaunchKind::kFinish) {
        const std::uint64_t done = network_.comparators_before(launch.first_layer + kFinishLog2);
        progress->advance(done - before);
        before = done;
      }
      if (progress->cancelled()) {
        return Error{ErrorCode::kCancelled, "the sort was stopped.", ""};
      }
    }
    if (progress != nullptr) progress->advance(network_.size() - before);
    return {};
  }

  const Network& network_;
  unsigned key_bits_;
  bool recorded_;
  std::vector<StreamLaunch> plan_;
  StreamMemory memory_;
  DeviceBuffer<std::byte> nodes_;
  DeviceBuffer<std::uint32_t> rights_;
  DeviceBuffer<std::byte> pairs_;
  LaunchGraph graph_;
};

}  // namespace

Result<std::unique_ptr<DeviceSorter>> make_stream_sorter(const SorterRequest& request) {
  if (request.kernel != "streams" && request.kernel != "streams-overlapped") {
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("kernel \"{}\" cannot run \"{}\".", request.kernel, request.algorithm.id),
        "Take kernel streams or streams-overlapped."};
  }
  return std::unique_ptr<DeviceSorter>(std::make_unique<StreamSorter>(request));
}

}  // namespace sortscope::device
