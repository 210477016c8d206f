// sorter.cpp: the AKS network on the device: memory, graphs of launches, stored matchings, and
// the repair until all is in order.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "core/engines/plans/shared_memory.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/device/limits.h"
#include "kernels/sorters/aks/launch.cuh"
#include "kernels/sorters/device_sorter.cuh"

namespace sortscope::device {

namespace {

// Steps that share a graph, which nothing can stop: some milliseconds on a large GPU.
constexpr std::uint64_t kGraphComparators = std::uint64_t{1} << 31;
constexpr std::uint32_t kGraphLaunches = 8192;
// Launches between two looks at progress, where there is no graph.
constexpr std::uint32_t kBatchLaunches = 256;
// Stored partners on their way to the device at a time.
constexpr std::uint64_t kPartnerWords = std::uint64_t{1} << 24;
// Left to the driver of a block's shared memory, and for the keys of its matchings.
constexpr std::uint32_t kSharedReserve = 1024 + kAksMatchingKeys * 16;

const AksKernels& kernels_for(unsigned key_bits, bool places) {
  if (key_bits == 32) return places ? aks_kernels_u32_places() : aks_kernels_u32();
  return places ? aks_kernels_u64_places() : aks_kernels_u64();
}

class AksSorter final : public DeviceSorter {
 public:
  explicit AksSorter(const SorterRequest& request)
      : network_(request.network),
        aks_(*request.network.aks()),
        key_bits_(request.key_bits),
        places_(request.places),
        recorded_(request.recorded),
        kernels_(kernels_for(key_bits_, places_)) {}

  Status plan() {
    const Result<DeviceLimits> device = device_limits();
    if (!device.ok()) return device.error();
    AksLimits limits{key_bytes(), most_aks_threads(key_bits_, places_), 0, device->multiprocessors};
    const std::uint32_t least = kSharedReserve + aks_least_shared(limits);
    if (device->shared_bytes < least) {
      return too_little_shared("kernel \"separators\"", least, device->shared_bytes,
                               "Use --engine cpu.");
    }
    const std::uint32_t most = device->shared_bytes - kSharedReserve;
    limits.shared_bytes = most;
    plan_ = plan_aks(aks_, network_.first_words(), limits);
    return checked(kernels_.allow_shared(most), "asking for shared memory");
  }

  [[nodiscard]] std::uint32_t launches() const override {
    return static_cast<std::uint32_t>(plan_.launches.size()) + 2;
  }

  [[nodiscard]] std::uint64_t bytes(const Network& network) const override {
    const AksNetwork& aks = *network.aks();
    std::uint64_t partners = 0;
    for (const AksStage& stage : aks.stages()) {
      if (aks_is_stored(aks, stage)) partners = std::max(partners, partner_words(stage));
    }
    return std::uint64_t{network.wires()} * (key_bytes() + 4) + partners * 4 +
           plan_.stages.size() * sizeof(AksDeviceStage) + std::uint64_t{16} * plan_.most_keys +
           aks.planted().size_bytes() + (recorded_ ? std::uint64_t{7} * network.wires() / 16 : 0);
  }

  Status prepare(DeviceKeys& keys, std::uint32_t* bits, cudaStream_t stream) override {
    const std::uint64_t wires = network_.wires();
    std::uint64_t partners = 0;
    for (const AksStage& stage : aks_.stages()) {
      if (aks_is_stored(aks_, stage)) partners = std::max(partners, partner_words(stage));
    }
    const std::uint64_t repair_words =
        recorded_ ? std::max(plan_.repair_words[0], plan_.repair_words[1]) : 0;
    if (Status status =
            in_turn([&] { return next_words_.allocate(wires * (key_bits_ / 8)); },
                    [&] { return next_places_.allocate(places_ ? wires : 0); },
                    [&] { return start_wires_.allocate(wires); },
                    [&] { return steps_.allocate(aks_.steps().size()); },
                    [&] { return stages_.allocate(plan_.stages.size()); },
                    [&] { return planted_.allocate(aks_.planted().size()); },
                    [&] { return partners_.allocate(partners); },
                    [&] { return hash_keys_.allocate(std::uint64_t{16} * plan_.most_keys); },
                    [&] { return repair_bits_.allocate(repair_words); },
                    [&] { return count_.allocate(1); });
        !status.ok()) {
      return status;
    }
    if (Status status = in_turn([&] { return upload(steps_, aks_.steps().data(), stream); },
                                [&] { return upload(stages_, plan_.stages.data(), stream); },
                                [&] { return upload(planted_, aks_.planted().data(), stream); },
                                [&] {
                                  return checked(write_aks_wires(steps_.data(), aks_.d(), 0,
                                                                 start_wires_.data(), stream),
                                                 "launching a kernel");
                                });
        !status.ok()) {
      return status;
    }
    keys.next_words = next_words_.data();
    keys.next_places = next_places_.data();
    memory_.keys = keys;
    memory_.stages = stages_.data();
    memory_.keying = aks_.keying();
    memory_.planted = planted_.data();
    memory_.hash_keys = hash_keys_.data();
    memory_.bits = bits;
    start_ = keys;
    // From wires to spots, then from step to step.
    const std::uint32_t moves = aks_steps(aks_.d()) + 1;
    if (moves % 2 != 0) swap_buffers(keys);
    return make_graphs(stream);
  }

  Status run(cudaStream_t stream, Progress* progress) override {
    memory_.keys = start_;
    Event done[2];
    std::uint64_t before[2] = {};
    std::uint32_t current = 0;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      Part& now = parts_[part];
      Status status;
      if (now.graph.ready()) {
        status = now.graph.run(stream);
        for (std::uint32_t i = 0; i < now.swaps; ++i) swap_buffers(memory_.keys);
        if (progress != nullptr) before[current] = now.comparators;
      } else {
        status = run_steps(now, stream, progress);
      }
      if (!status.ok()) return status;
      if (progress == nullptr) continue;
      if (Status step = in_turn([&] { return done[current].create_once(); },
                                [&] { return done[current].record(stream); });
          !step.ok()) {
        return step;
      }
      current = 1 - current;
      if (part > 0) {
        if (Status waited = done[current].wait(); !waited.ok()) return waited;
        progress->advance(std::exchange(before[current], 0));
      }
      if (progress->cancelled()) return stopped();
    }
    if (progress != nullptr) progress->advance(before[0] + before[1]);
    return repair(stream, progress);
  }

  void report(SortTiming& timing) const override {
    timing.repair_rounds = rounds_;
    timing.misplaced = misplaced_;
  }

  std::vector<std::uint32_t>* repair_bits = nullptr;
  std::vector<std::vector<std::uint32_t>>* keyframes = nullptr;

 private:
  // Steps [first, last) that run as one.
  struct Part {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint64_t comparators = 0;
    std::uint32_t swaps = 0;
    LaunchGraph graph;
  };

  [[nodiscard]] std::uint32_t key_bytes() const { return key_bits_ / 8 + (places_ ? 4 : 0); }
  static std::uint64_t partner_words(const AksStage& stage) {
    return stage.count() * layers_at_once(stage);
  }
  static std::uint64_t layers_at_once(const AksStage& stage) {
    return std::clamp<std::uint64_t>(kPartnerWords / stage.count(), 1, stage.depth);
  }
  static Error stopped() { return {ErrorCode::kCancelled, "the sort was stopped.", ""}; }
  static void swap_buffers(DeviceKeys& keys) {
    std::swap(keys.words, keys.next_words);
    std::swap(keys.places, keys.next_places);
  }
  template <typename T>
  static Status upload(const DeviceBuffer<T>& to, const T* from, cudaStream_t stream) {
    if (to.count() == 0) return {};
    return checked(
        cudaMemcpyAsync(to.data(), from, to.count() * sizeof(T), cudaMemcpyHostToDevice, stream),
        "copying the network to the GPU");
  }

  [[nodiscard]] bool stored(std::uint32_t t) const {
    const auto [first, last] = aks_.stages_of(t);
    return std::any_of(aks_.stages().begin() + first, aks_.stages().begin() + last,
                       [&](const AksStage& stage) { return aks_is_stored(aks_, stage); });
  }

  // Divides the steps, and captures what needs nothing from the host.
  Status make_graphs(cudaStream_t stream) {
    parts_.clear();
    const std::uint32_t steps = aks_steps(aks_.d()) + 1;
    DeviceKeys keys = start_;
    for (std::uint32_t t = 0; t < steps;) {
      Part& part = parts_.emplace_back();
      part.first = t;
      const std::uint32_t first_launch = plan_.first_launch[t];
      const bool alone = stored(t) || keyframes != nullptr;
      do {
        for (std::uint32_t i = plan_.first_launch[t]; i < plan_.first_launch[t + 1]; ++i) {
          part.comparators += plan_.launches[i].comparators;
        }
        ++t;
      } while (!alone && t < steps && !stored(t) && part.comparators < kGraphComparators &&
               plan_.first_launch[t + 1] - first_launch <= kGraphLaunches);
      part.last = t;
      part.swaps = part.last - part.first + (part.first == 0 ? 1 : 0) - (part.last == steps);
      memory_.keys = keys;
      for (std::uint32_t i = 0; i < part.swaps; ++i) swap_buffers(keys);
      if (alone || plan_.first_launch[t] - first_launch > kGraphLaunches) continue;
      Status status = part.graph.capture(stream, [&] { return run_steps(part, stream, nullptr); });
      if (!status.ok()) return status;
    }
    return {};
  }

  Status run_steps(const Part& part, cudaStream_t stream, Progress* progress) {
    if (part.first == 0) {
      if (memory_.bits != nullptr) {
        // Words that two blocks share are put together bit by bit.
        Status cleared = checked(
            cudaMemsetAsync(memory_.bits, 0, network_.bit_words() * sizeof(std::uint32_t), stream),
            "clearing the outcome bits");
        if (!cleared.ok()) return cleared;
      }
      Status status =
          checked(kernels_.take_start(memory_.keys, start_wires_.data(), network_.wires(), stream),
                  "launching a kernel");
      if (!status.ok()) return status;
      swap_buffers(memory_.keys);
    }
    for (std::uint32_t t = part.first; t < part.last; ++t) {
      if (Status kept = keep_places(stream); !kept.ok()) return kept;
      const std::uint32_t last = plan_.first_launch[t + 1];
      for (std::uint32_t i = plan_.first_launch[t]; i < last; ++i) {
        const AksLaunch& launch = plan_.launches[i];
        if (Status status = make_partners(launch, stream); !status.ok()) return status;
        Status status =
            checked(kernels_.launch(plan_, launch, memory_, stream), "launching a kernel");
        if (!status.ok()) return status;
        if (progress == nullptr) continue;
        progress->advance(launch.comparators);
        if ((i + 1) % kBatchLaunches != 0) continue;
        Status waited = checked(cudaStreamSynchronize(stream), "running on the GPU");
        if (!waited.ok()) return waited;
        if (progress->cancelled()) return stopped();
      }
      if (t < aks_steps(aks_.d())) swap_buffers(memory_.keys);
    }
    return {};
  }

  Status keep_places(cudaStream_t stream) {
    if (keyframes == nullptr) return {};
    std::vector<std::uint32_t>& places = keyframes->emplace_back(places_ ? network_.wires() : 0);
    if (places.empty()) return {};
    if (Status status = in_turn(
            [&] {
              return checked(cudaMemcpyAsync(places.data(), memory_.keys.places, places.size() * 4,
                                             cudaMemcpyDeviceToHost, stream),
                             "copying places from the GPU");
            },
            [&] { return checked(cudaStreamSynchronize(stream), "running on the GPU"); });
        !status.ok()) {
      return status;
    }
    return {};
  }

  // Fills the partners of a stage whose matchings are stored, some layers at a time.
  Status make_partners(const AksLaunch& launch, cudaStream_t stream) {
    memory_.partners = nullptr;
    if (launch.kind != AksLaunchKind::kLayer) return {};
    const AksStage& stage = plan_.stages[launch.stage].stage;
    if (!aks_is_stored(aks_, stage)) return {};
    const auto at_once = static_cast<std::uint32_t>(layers_at_once(stage));
    const std::uint32_t count = stage.count();
    memory_.partners = partners_.data() + std::uint64_t{launch.matching % at_once} * count;
    if (launch.matching % at_once != 0) return {};
    const std::uint32_t layers = std::min(at_once, stage.depth - launch.matching);
    filled_.resize(std::size_t{layers} * count);
    std::span<std::uint32_t> left(filled_);
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
      for (std::uint32_t halver = 0; halver < stage.nodes * stage.sides; ++halver) {
        aks_.partners(stage, launch.matching + layer, halver / stage.sides, halver % stage.sides,
                      left.first(stage.half));
        left = left.subspan(stage.half);
      }
    }
    // From pageable memory: it has been read when the call returns.
    return checked(cudaMemcpyAsync(partners_.data(), filled_.data(), filled_.size() * 4,
                                   cudaMemcpyHostToDevice, stream),
                   "copying matchings to the GPU");
  }

  // The count that a kernel made. Waits for it.
  Status read_count(std::uint32_t& count, cudaStream_t stream) {
    if (Status status = in_turn(
            [&] {
              return checked(
                  cudaMemcpyAsync(&count, count_.data(), 4, cudaMemcpyDeviceToHost, stream),
                  "copying a count from the GPU");
            },
            [&] { return checked(cudaStreamSynchronize(stream), "running on the GPU"); });
        !status.ok()) {
      return status;
    }
    return {};
  }
  Status clear_count(cudaStream_t stream) {
    return checked(cudaMemsetAsync(count_.data(), 0, 4, stream), "clearing a count");
  }
  Status count_disorder(std::uint32_t& disorder, cudaStream_t stream) {
    if (Status status = in_turn([&] { return clear_count(stream); },
                                [&] {
                                  return checked(
                                      kernels_.count_disorder(memory_.keys, network_.wires(),
                                                              count_.data(), stream),
                                      "launching a kernel");
                                },
                                [&] { return read_count(disorder, stream); });
        !status.ok()) {
      return status;
    }
    return {};
  }

  // Rounds of merge-splits until all is in order.
  Status repair(cudaStream_t stream, Progress* progress) {
    rounds_ = 0;
    misplaced_ = 0;
    std::uint32_t disorder = 0;
    if (Status status = count_disorder(disorder, stream); !status.ok()) return status;
    if (disorder == 0) return {};
    // What the network left, to be compared with the end.
    Status status = checked(cudaMemcpyAsync(memory_.keys.next_words, memory_.keys.words,
                                            std::uint64_t{network_.wires()} * (key_bits_ / 8),
                                            cudaMemcpyDeviceToDevice, stream),
                            "copying keys on the GPU");
    AksMemory memory = memory_;
    memory.bits = recorded_ ? repair_bits_.data() : nullptr;
    for (; status.ok() && disorder != 0; ++rounds_) {
      status = repair_round(memory, stream);
      if (status.ok()) status = count_disorder(disorder, stream);
      if (progress != nullptr && progress->cancelled()) return stopped();
    }
    if (!status.ok()) return status;
    std::uint32_t misplaced = 0;
    if (Status step = in_turn([&] { return clear_count(stream); },
                              [&] {
                                return checked(
                                    kernels_.count_differences(memory_.keys, network_.wires(),
                                                               count_.data(), stream),
                                    "launching a kernel");
                              },
                              [&] { return read_count(misplaced, stream); });
        !step.ok()) {
      return step;
    }
    misplaced_ = misplaced;
    return {};
  }

  Status repair_round(const AksMemory& memory, cudaStream_t stream) {
    const std::uint32_t odd = rounds_ % 2;
    AksLaunch launch;
    launch.tiles = plan_.repair[odd];
    const std::uint64_t bytes = std::uint64_t{plan_.repair_words[odd]} * 4;
    if (memory.bits != nullptr) {
      Status status =
          checked(cudaMemsetAsync(memory.bits, 0, bytes, stream), "clearing the outcome bits");
      if (!status.ok()) return status;
    }
    Status status = checked(kernels_.launch(plan_, launch, memory, stream), "launching a kernel");
    if (!status.ok() || memory.bits == nullptr || repair_bits == nullptr) return status;
    const std::size_t before = repair_bits->size();
    repair_bits->resize(before + plan_.repair_words[odd]);
    return checked(cudaMemcpyAsync(repair_bits->data() + before, memory.bits, bytes,
                                   cudaMemcpyDeviceToHost, stream),
                   "copying outcome bits from the GPU");
  }

  const Network& network_;
  const AksNetwork& aks_;
  unsigned key_bits_;
  bool places_;
  bool recorded_;
  const AksKernels& kernels_;
  AksPlan plan_;
  AksMemory memory_;
  DeviceKeys start_;
  DeviceBuffer<std::byte> next_words_;
  DeviceBuffer<std::uint32_t> next_places_;
  DeviceBuffer<std::uint32_t> start_wires_;  // of the spots of step 0
  DeviceBuffer<AksStep> steps_;
  DeviceBuffer<AksDeviceStage> stages_;
  DeviceBuffer<AksPair> planted_;
  DeviceBuffer<std::uint32_t> partners_;
  DeviceBuffer<std::byte> hash_keys_;
  DeviceBuffer<std::uint32_t> repair_bits_;  // of one round
  DeviceBuffer<std::uint32_t> count_;
  std::vector<std::uint32_t> filled_;
  std::deque<Part> parts_;  // a graph cannot be moved
  std::uint32_t rounds_ = 0;
  std::uint64_t misplaced_ = 0;
};

}  // namespace

Result<std::unique_ptr<DeviceSorter>> make_aks_sorter(const SorterRequest& request) {
  if (request.kernel != "separators") {
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("kernel \"{}\" cannot run \"{}\".", request.kernel, request.algorithm.id),
        "Take kernel separators."};
  }
  auto sorter = std::make_unique<AksSorter>(request);
  sorter->repair_bits = request.repair_bits;
  sorter->keyframes = request.keyframes;
  if (Status status = sorter->plan(); !status.ok()) return status.error();
  return std::unique_ptr<DeviceSorter>(std::move(sorter));
}

}  // namespace sortscope::device
