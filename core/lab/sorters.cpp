// sorters.cpp: the table of what can be measured, and the cases of a request.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/choice.h"
#include "core/lab/lab.h"

namespace sortscope {

namespace {

constexpr LabSorter ours(LabPlace place, std::string_view id, std::string_view title,
                         std::string_view summary, std::string_view algorithm,
                         std::string_view kernel) {
  return {id, title, summary, place, false, false, algorithm, kernel, true};
}

constexpr LabPlace kCpu = LabPlace::kCpu;
constexpr LabPlace kGpu = LabPlace::kGpu;

constexpr std::array kTable = {
    ours(kGpu, "v0", "Bitonic, V0", "A launch a layer.", "bitonic", "v0"),
    ours(kGpu, "v1", "Bitonic, V1", "Layers within a block share a launch.", "bitonic", "v1"),
    ours(kGpu, "v2", "Bitonic, V2", "As V1, in shared memory and by shuffles.", "bitonic", "v2"),
    ours(kGpu, "double-buffered", "Bitonic, double-buffered",
         "A launch a layer, from one buffer to the other.", "bitonic", "double-buffered"),
    ours(kGpu, "block", "Bitonic, block", "One block, a thread a key: at most 1024 keys.",
         "bitonic", "block"),
    ours(kGpu, "warp", "Bitonic, warp", "One warp, a lane a key: at most 32 keys.", "bitonic",
         "warp"),
    ours(kGpu, "hybrid", "Bitonic, hybrid",
         "Tiles in registers and shared memory, up to three layers across tiles a pass.", "bitonic",
         "hybrid"),
    ours(kGpu, "fast", "Bitonic, fast",
         "Windows of layers across merge levels, 32 keys a thread in registers.", "bitonic",
         "fast"),
    ours(kGpu, "odd-even-merge", "Odd-even mergesort", "Batcher's other network, a launch a layer.",
         "odd-even-merge", "v0"),
    ours(kGpu, "tree", "Adaptive, bitonic tree",
         "Merges by pointer swaps in bitonic trees; places travel with the keys.", "adaptive",
         "tree"),
    ours(kGpu, "tree-overlapped", "Adaptive, overlapped",
         "As the bitonic tree, stages starting before those above have ended.",
         "adaptive-overlapped", "tree"),
    ours(kGpu, "abisort", "GPU-ABiSort", "Bitonic trees in streams of nodes, pass by pass.",
         "abisort", "streams-overlapped"),
    ours(kGpu, "adaptive-interval", "Adaptive, interval-based",
         "Every pass looks up where its tiles begin in four runs and merges them in registers.",
         "adaptive-interval", "intervals"),
    ours(kGpu, "aks", "AKS", "The AKS network's separators; perfect halvers.", "aks", "separators"),
    ours(kGpu, "aks-custom", "AKS, custom depths", "The same with the thesis's custom depths.",
         "aks", "separators"),
    LabSorter{"cub-radix", "CUB radix sort", "cub::DeviceRadixSort, from one buffer to another.",
              kGpu, true, true},
    LabSorter{"cub-merge", "CUB merge sort", "cub::DeviceMergeSort, in place.", kGpu, true, false},
    LabSorter{"thrust", "thrust::sort", "thrust::sort or sort_by_key, its memory kept in a pool.",
              kGpu, true, false},
    ours(kCpu, "cpu-bitonic", "Bitonic, CPU", "Our CPU engine, all threads, AVX2 where there.",
         "bitonic", "layers"),
    ours(kCpu, "cpu-odd-even-merge", "Odd-even mergesort, CPU", "Our CPU engine, all threads.",
         "odd-even-merge", "layers"),
    ours(kCpu, "cpu-adaptive", "Adaptive, CPU", "Bitonic trees on one thread.", "adaptive", "tree"),
    ours(kCpu, "cpu-abisort", "GPU-ABiSort, CPU", "The stream program on one thread.", "abisort",
         "streams"),
    ours(kCpu, "cpu-adaptive-interval", "Adaptive, interval-based, CPU",
         "Merges interval by interval on one thread.", "adaptive-interval", "intervals"),
    ours(kCpu, "cpu-aks", "AKS, CPU", "The AKS network, all threads; perfect halvers.", "aks",
         "separators"),
    ours(kCpu, "cpu-aks-custom", "AKS, custom depths, CPU",
         "The same with the thesis's custom depths.", "aks", "separators"),
    LabSorter{"std-sort", "std::sort", "The C++ library's introsort, one thread.", kCpu, true,
              false},
    LabSorter{"std-sort-par", "std::sort, parallel",
              "std::sort with std::execution::par on TBB, all threads.", kCpu, true, false},
    LabSorter{"qsort", "qsort", "The C library's qsort, one thread, a call a comparison.", kCpu,
              true, false},
};

// The sorters of a place that has none of what they need.
class AbsentLab final : public LabBackend {
 public:
  AbsentLab(LabPlace place, std::string reason) : place_(place), reason_(std::move(reason)) {
    for (const LabSorter& sorter : kTable) {
      if (sorter.place == place) sorters_.push_back(sorter);
    }
  }
  [[nodiscard]] LabPlace place() const override { return place_; }
  [[nodiscard]] std::span<const LabSorter> sorters() const override { return sorters_; }
  [[nodiscard]] std::string description() const override { return ""; }
  Result<std::unique_ptr<LabBench>> prepare(const LabCase& /*what*/, std::uint64_t) override {
    return Error{ErrorCode::kUnavailable, reason_, ""};
  }
  Result<DeviceFloors> floors() override { return Error{ErrorCode::kUnavailable, reason_, ""}; }

 private:
  LabPlace place_;
  std::string reason_;
  std::vector<LabSorter> sorters_;
};

}  // namespace

std::span<const LabSorter> lab_sorters() { return kTable; }

Result<const LabSorter*> find_lab_sorter(std::string_view id) {
  if (const LabSorter* found = find_by_id(lab_sorters(), id)) return found;
  return Error{ErrorCode::kBadUsage, fmt::format("there is nothing called \"{}\" to measure.", id),
               fmt::format("Choose among: {}.", ids_of(lab_sorters()))};
}

std::unique_ptr<LabBackend> make_absent_lab(LabPlace place, std::string reason) {
  return std::make_unique<AbsentLab>(place, std::move(reason));
}

std::vector<LabCase> lab_cases(const LabRequest& request) {
  std::vector<std::uint32_t> sizes = request.sizes;
  std::sort(sizes.begin(), sizes.end());
  std::vector<LabCase> cases;
  for (const std::uint32_t n : sizes) {
    for (const KeyType type : request.types) {
      for (const bool pairs : request.pairs) {
        for (const std::string& input : request.inputs) {
          for (const std::string& sorter : request.sorters) {
            for (bool recording : request.recording) {
              const auto known = find_lab_sorter(sorter);
              if (known && !(*known)->records) recording = false;
              const LabCase one{sorter,      type, pairs, input, n, recording, request.transfers,
                                request.warm};
              if (std::find(cases.begin(), cases.end(), one) == cases.end()) cases.push_back(one);
            }
          }
        }
      }
    }
  }
  return cases;
}

Samples LabCell::elapsed_ms() const {
  Samples result;
  for (const LabSample& sample : samples) result.values.push_back(sample.elapsed_ns * 1e-6);
  return result;
}

}  // namespace sortscope
