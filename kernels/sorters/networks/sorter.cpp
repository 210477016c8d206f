// sorter.cpp: comparator networks on the device: the launches of a plan, as a graph where
// it is short.
#include <utility>
#include <vector>

#include "core/engines/plans/launches.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/device/limits.h"
#include "kernels/sorters/device_sorter.cuh"

namespace sortscope::device {

namespace {

class NetworkSorter final : public DeviceSorter {
 public:
  NetworkSorter(const SorterRequest& request, std::vector<Launch> plan)
      : network_(request.network),
        key_bits_(request.key_bits),
        trace_keys_{request.key_bits, request.places, request.recorded},
        plan_(std::move(plan)) {}

  [[nodiscard]] std::uint32_t launches() const override {
    return static_cast<std::uint32_t>(plan_.size());
  }
  [[nodiscard]] std::uint64_t bytes(const Network& network) const override {
    if (!runs_out_of_place(plan_)) return 0;
    return std::uint64_t{network.wires()} * (key_bits_ / 8 + sizeof(std::uint32_t));
  }

  [[nodiscard]] std::vector<TracePass> passes() const override {
    return passes_of(network_, plan_, trace_keys_);
  }

  Status prepare(DeviceKeys& keys, std::uint32_t* bits, cudaStream_t stream) override {
    keys_ = &keys;
    bits_ = bits;
    if (runs_out_of_place(plan_)) {
      const std::uint64_t wires = network_.wires();
      if (Status status =
              in_turn([&] { return next_words_.allocate(wires * (key_bits_ / 8)); },
                      [&] { return next_places_.allocate(keys.places == nullptr ? 0 : wires); });
          !status.ok()) {
        return status;
      }
      keys.next_words = next_words_.data();
      keys.next_places = next_places_.data();
    }
    start_ = keys;
    by_graph_ = SortGraph::suits(network_, plan_);
    return by_graph_ ? graph_.create(network_, plan_, keys, bits, stream) : Status{};
  }

  Status run(cudaStream_t stream, Progress* progress) override {
    if (!by_graph_) {
      // Launches from one buffer to the other leave `keys` at the last one.
      *keys_ = start_;
      return sort_on_device(network_, plan_, *keys_, bits_, stream, progress);
    }
    Status status = graph_.run(stream);
    if (status.ok() && progress != nullptr) progress->advance(network_.size());
    return status;
  }

 private:
  const Network& network_;
  unsigned key_bits_;
  TraceKeys trace_keys_;
  std::vector<Launch> plan_;
  DeviceKeys* keys_ = nullptr;
  DeviceKeys start_;  // as prepare() found them
  std::uint32_t* bits_ = nullptr;
  DeviceBuffer<std::byte> next_words_;
  DeviceBuffer<std::uint32_t> next_places_;
  SortGraph graph_;
  bool by_graph_ = false;
};

}  // namespace

Result<std::unique_ptr<DeviceSorter>> make_network_sorter(const SorterRequest& request) {
  const Result<DeviceLimits> limits = device_limits();
  if (!limits.ok()) return limits.error();
  Result<LaunchPlan> plan = plan_sort(request.algorithm, request.network, request.kernel,
                                      {request.key_bits / 8, request.places}, limits->shared_bytes);
  if (!plan.ok()) return plan.error();
  return std::unique_ptr<DeviceSorter>(
      std::make_unique<NetworkSorter>(request, std::move(plan->launches)));
}

}  // namespace sortscope::device
