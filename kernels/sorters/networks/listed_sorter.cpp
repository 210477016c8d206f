// listed_sorter.cpp: networks from a list on the device: a launch a layer.
#include "kernels/device/cuda_call.cuh"
#include "kernels/sorters/device_sorter.cuh"
#include "kernels/sorters/networks/listed_kernels.cuh"

namespace sortscope::device {

namespace {

class ListedSorter final : public DeviceSorter {
 public:
  explicit ListedSorter(const SorterRequest& request) : network_(request.network) {}

  [[nodiscard]] std::uint32_t launches() const override { return network_.depth(); }
  [[nodiscard]] std::uint64_t bytes(const Network& network) const override {
    return network.size() * sizeof(Comparator);
  }

  Status prepare(DeviceKeys& keys, std::uint32_t* bits, cudaStream_t stream) override {
    keys_ = &keys;
    bits_ = bits;
    const std::span<const Comparator> all = network_.listed()->comparators();
    if (Status status = comparators_.allocate(all.size()); !status.ok()) return status;
    if (all.empty()) return {};
    return checked(cudaMemcpyAsync(comparators_.data(), all.data(), all.size_bytes(),
                                   cudaMemcpyHostToDevice, stream),
                   "copying the comparators to the GPU");
  }

  Status run(cudaStream_t stream, Progress* progress) override {
    for (std::uint32_t layer = 0; layer < network_.depth(); ++layer) {
      const ListedLayer listed{comparators_.data() + network_.listed()->first(layer),
                               network_.count(layer),
                               bits_ == nullptr ? nullptr : bits_ + network_.first_word(layer)};
      if (Status status = checked(launch_listed(listed, *keys_, stream), "launching a kernel");
          !status.ok()) {
        return status;
      }
      if (progress == nullptr) continue;
      progress->advance(listed.count);
      if (progress->cancelled()) return Error{ErrorCode::kCancelled, "the sort was stopped.", ""};
    }
    return {};
  }

 private:
  const Network& network_;
  DeviceBuffer<Comparator> comparators_;
  DeviceKeys* keys_ = nullptr;
  std::uint32_t* bits_ = nullptr;
};

}  // namespace

Result<std::unique_ptr<DeviceSorter>> make_listed_sorter(const SorterRequest& request) {
  if (request.kernel != "list") {
    return Error{ErrorCode::kBadUsage,
                 "kernel \"" + std::string(request.kernel) + "\" does not run lists.",
                 "Leave the kernel out: list is taken then."};
  }
  return std::unique_ptr<DeviceSorter>(std::make_unique<ListedSorter>(request));
}

}  // namespace sortscope::device
