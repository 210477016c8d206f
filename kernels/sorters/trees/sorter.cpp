// sorter.cpp: adaptive bitonic sorting on the device: memory, launches, progress.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/engines/plans/shared_memory.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/device/limits.h"
#include "kernels/sorters/device_sorter.cuh"
#include "kernels/sorters/trees/launch.cuh"

namespace sortscope::device {

namespace {

// Up to here all launches are one graph, which nothing can stop: some milliseconds on a large GPU.
constexpr std::uint64_t kGraphComparisons = std::uint64_t{1} << 27;

class TreeSorter final : public DeviceSorter {
 public:
  TreeSorter(const SorterRequest& request, const TreeShape& shape)
      : network_(request.network),
        two_cases_(request.algorithm.rule == TreeRule::kTwoCase),
        by_steps_(request.kernel == "tree-steps"),
        recorded_(request.recorded),
        key_bits_(request.key_bits),
        plan_(plan_tree(request.network, by_steps_, recorded_, shape)) {}

  [[nodiscard]] std::uint32_t launches() const override {
    return static_cast<std::uint32_t>(plan_.launches.size());
  }

  [[nodiscard]] std::uint64_t bytes(const Network& network) const override {
    const TreePlan plan = plan_tree(network, by_steps_, recorded_, plan_.shape);
    const std::uint64_t wires = network.wires();
    const std::uint64_t node = key_bits_ == 32 ? 16 : 20;
    return (plan.nodes ? wires * node * (plan.next_nodes ? 2 : 1) : 0) +
           (plan.pairs ? wires * 8 : 0) + std::uint64_t{plan.staged_words} * 4 +
           plan.bits_jobs.size() * sizeof(BitsJob);
  }

  [[nodiscard]] std::vector<TracePass> passes() const override {
    return passes_of(network_, plan_, {key_bits_, true, recorded_});
  }

  Status prepare(DeviceKeys& keys, std::uint32_t* bits, cudaStream_t stream) override {
    const std::uint64_t nodes = plan_.nodes ? network_.wires() : 0;
    const std::uint64_t next = plan_.next_nodes ? nodes : 0;
    const std::uint64_t pairs = plan_.pairs ? network_.wires() : 0;
    if (Status status = in_turn([&] { return nodes_.allocate(16 * nodes); },
                                [&] { return next_nodes_.allocate(16 * next); },
                                [&] { return rights_.allocate(key_bits_ == 64 ? nodes : 0); },
                                [&] { return next_rights_.allocate(key_bits_ == 64 ? next : 0); },
                                [&] { return pairs_.allocate(8 * pairs); },
                                [&] { return staged_.allocate(plan_.staged_words); },
                                [&] { return bits_jobs_.allocate(plan_.bits_jobs.size()); });
        !status.ok()) {
      return status;
    }
    if (!plan_.bits_jobs.empty()) {
      const std::size_t jobs_bytes = plan_.bits_jobs.size() * sizeof(BitsJob);
      Status status = checked(cudaMemcpyAsync(bits_jobs_.data(), plan_.bits_jobs.data(), jobs_bytes,
                                              cudaMemcpyHostToDevice, stream),
                              "copying the schedule to the GPU");
      if (!status.ok()) return status;
    }
    memory_ = {keys,           nodes_.data(),       next_nodes_.data(),
               rights_.data(), next_rights_.data(), pairs_.data(),
               staged_.data(), bits_jobs_.data(),   bits};
    if (plan_.launches.empty() || network_.size() >= kGraphComparisons) return {};
    return graph_.capture(stream, [&] { return launch_all(stream, nullptr); });
  }

  Status run(cudaStream_t stream, Progress* progress) override {
    if (!graph_.ready()) return launch_all(stream, progress);
    Status status = graph_.run(stream);
    if (status.ok() && progress != nullptr) progress->advance(network_.size());
    return status;
  }

 private:
  // Runs ahead of the device by one merge level where it reports progress.
  Status launch_all(cudaStream_t stream, Progress* progress) {
    TreeMemory memory = memory_;
    Event levels[2];
    std::uint64_t before = 0;  // comparisons of all levels but the one under way
    std::uint32_t level = 0;
    for (std::size_t i = 0; i < plan_.launches.size(); ++i) {
      const TreeLaunch& launch = plan_.launches[i];
      auto* const of_type =
          key_bits_ == 32 ? &launch_tree<std::uint32_t> : &launch_tree<std::uint64_t>;
      Status status = checked(of_type(network_, plan_, launch, two_cases_, memory, stream),
                              "launching a kernel");
      if (!status.ok()) return status;
      if (memory.keys.stamps != nullptr) memory.keys.stamps += 2;
      if (launch.kind == TreeLaunchKind::kTwigs) {
        std::swap(memory.nodes, memory.next_nodes);
        std::swap(memory.rights, memory.next_rights);
      }
      const std::uint32_t layers = launch.first_layer + launch.layer_count;
      const bool ends_level = i + 1 == plan_.launches.size() ||
                              plan_.launches[i + 1].layer_count == 0 ||
                              plan_.launches[i + 1].first_layer >= layers;
      if (progress == nullptr || layers == 0 || !ends_level) continue;
      if (Status step = in_turn([&] { return levels[level % 2].create_once(); },
                                [&] { return levels[level % 2].record(stream); });
          !step.ok()) {
        return step;
      }
      if (level++ > 0) {
        if (Status done = levels[level % 2].wait(); !done.ok()) return done;
      }
      progress->advance(network_.comparators_before(layers) - before);
      before = network_.comparators_before(layers);
      if (progress->cancelled()) {
        return Error{ErrorCode::kCancelled, "the sort was stopped.", ""};
      }
    }
    return {};
  }

  const Network& network_;
  bool two_cases_;
  bool by_steps_;
  bool recorded_;
  unsigned key_bits_;
  TreePlan plan_;
  TreeMemory memory_;
  DeviceBuffer<std::byte> nodes_;
  DeviceBuffer<std::byte> next_nodes_;
  DeviceBuffer<std::uint32_t> rights_;
  DeviceBuffer<std::uint32_t> next_rights_;
  DeviceBuffer<std::byte> pairs_;
  DeviceBuffer<std::uint32_t> staged_;
  DeviceBuffer<BitsJob> bits_jobs_;
  LaunchGraph graph_;
};

}  // namespace

Result<std::unique_ptr<DeviceSorter>> make_tree_sorter(const SorterRequest& request,
                                                       const TreeShape& shape) {
  if (request.kernel != "tree" && request.kernel != "tree-steps") {
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("kernel \"{}\" cannot run \"{}\".", request.kernel, request.algorithm.id),
        "Take kernel tree or tree-steps."};
  }
  const Result<DeviceLimits> limits = device_limits();
  if (!limits.ok()) return limits.error();
  TreeShape fitting = shape;
  fitting.tile_log2 =
      std::min(shape.tile_log2, most_tile_log2(request.key_bits, limits->shared_bytes));
  if (fitting.tile_log2 < kLeastTileLog2) {
    return too_little_shared(fmt::format("kernel \"{}\"", request.kernel),
                             tree_key_bytes(request.key_bits) << kLeastTileLog2,
                             limits->shared_bytes, "Use --engine cpu.");
  }
  return std::unique_ptr<DeviceSorter>(std::make_unique<TreeSorter>(request, fitting));
}

}  // namespace sortscope::device
