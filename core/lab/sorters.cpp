// sorters.cpp: the table of what can be measured, and the cases of a request.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/algorithms/algorithm.h"
#include "core/base/choice.h"
#include "core/engines/plans/kernels.h"
#include "core/lab/listed.h"

namespace sortscope {

namespace {

constexpr LabPlace kCpu = LabPlace::kCpu;
constexpr LabPlace kGpu = LabPlace::kGpu;

constexpr LabSorter ours(LabPlace place, const MeasuredSort& sort, std::string_view kernel) {
  return {sort.id, sort.title,     sort.summary, place, false,
          false,   sort.algorithm, kernel,       true,  sort.look};
}

constexpr LabSorter peer(LabPlace place, std::string_view id, std::string_view title,
                         std::string_view summary, CurveLook look, bool stable = false) {
  return {id, title, summary, place, true, stable, "", "", false, look};
}

constexpr std::array kGpuPeers = {
    peer(kGpu, "cub-radix", "CUB radix sort", "cub::DeviceRadixSort, from one buffer to another.",
         {6, PlotMark::kDown}, true),
    peer(kGpu, "cub-merge", "CUB merge sort", "cub::DeviceMergeSort, in place.",
         {2, PlotMark::kSquare}),
    peer(kGpu, "thrust", "thrust::sort", "thrust::sort or sort_by_key, its memory kept in a pool.",
         {5, PlotMark::kPlus}),
};

// The CPU engine's kernels.
constexpr std::array kOnCpu = {
    ours(kCpu,
         {"cpu-bitonic",
          "Bitonic, CPU",
          "Our CPU engine, all threads, AVX2 where there.",
          "bitonic",
          {1, PlotMark::kRing}},
         "layers"),
    ours(kCpu,
         {"cpu-bitonic-plain",
          "Bitonic, CPU, no vectors",
          "The same without vector instructions.",
          "bitonic",
          {1, PlotMark::kSquare}},
         "plain"),
    ours(kCpu,
         {"cpu-bitonic-layers",
          "Bitonic, one thread, by layers",
          "One thread, layer after layer.",
          "bitonic",
          {1, PlotMark::kDiamond}},
         "one-thread"),
    ours(kCpu,
         {"cpu-bitonic-recursive",
          "Bitonic, one thread, recursive",
          "One thread, both halves and then their merger: the serial sort of lectures.",
          "bitonic",
          {1, PlotMark::kUp}},
         "recursive"),
    ours(kCpu,
         {"cpu-odd-even-merge",
          "Odd-even mergesort, CPU",
          "Our CPU engine, all threads.",
          "odd-even-merge",
          {7, PlotMark::kUp}},
         "layers"),
    ours(kCpu,
         {"cpu-adaptive",
          "Adaptive, CPU",
          "Bitonic trees on one thread, leaves of 16 keys.",
          "adaptive",
          {4, PlotMark::kDiamond}},
         "tree"),
    ours(kCpu,
         {"cpu-adaptive-plain",
          "Adaptive, single keys, CPU",
          "The same on trees whose leaves are single keys, as published.",
          "adaptive",
          {4, PlotMark::kSquare}},
         "plain-tree"),
    ours(kCpu,
         {"cpu-abisort",
          "GPU-ABiSort, CPU",
          "The stream program on one thread.",
          "abisort",
          {2, PlotMark::kDiamond}},
         "streams"),
    ours(kCpu,
         {"cpu-adaptive-interval",
          "Adaptive, interval-based, CPU",
          "Merges interval by interval on one thread.",
          "adaptive-interval",
          {3, PlotMark::kRing}},
         "intervals"),
    ours(kCpu,
         {"cpu-aks",
          "AKS, CPU",
          "The AKS network, all threads; perfect halvers.",
          "aks",
          {5, PlotMark::kRing}},
         "separators"),
    ours(kCpu,
         {"cpu-aks-custom",
          "AKS, custom depths, CPU",
          "The same with the thesis's custom depths.",
          "aks",
          {8, PlotMark::kSquare}},
         "separators"),
};

constexpr std::array kCpuPeers = {
    peer(kCpu, "std-sort", "std::sort", "The C++ library's introsort, one thread.",
         {7, PlotMark::kDisc}),
    peer(kCpu, "std-stable-sort", "std::stable_sort", "The C++ library's merge sort, one thread.",
         {7, PlotMark::kRing}, true),
    peer(kCpu, "std-stable-sort-par", "std::stable_sort, parallel",
         "The same with std::execution::par on TBB: a parallel merge sort.", {7, PlotMark::kPlus},
         true),
    peer(kCpu, "std-sort-par", "std::sort, parallel",
         "std::sort with std::execution::par on TBB, all threads.", {7, PlotMark::kSquare}),
    peer(kCpu, "qsort", "qsort", "The C library's qsort, one thread, a call a comparison.",
         {8, PlotMark::kDown}),
    peer(kCpu, "merge-sort", "Merge sort", "No network: merges halves, one thread.",
         {3, PlotMark::kDown}, true),
    peer(kCpu, "merge-sort-par", "Merge sort, parallel",
         "All threads sort pieces, then share each merge.", {3, PlotMark::kSquare}, true),
    peer(kCpu, "quicksort", "Quicksort", "No network: splits around a pivot, one thread.",
         {4, PlotMark::kDown}),
};

constexpr std::array kGiven = {
    LabSorter{.id = kListedSorter,
              .title = "Your network",
              .summary = "A network from a file, our CPU engine.",
              .place = kCpu,
              .algorithm = "listed",
              .kernel = "list",
              .records = true,
              .look = {6, PlotMark::kSquare}},
    LabSorter{.id = kOwnSorter,
              .title = "Your kernel",
              .summary = "A CUDA file, compiled by nvcc as it is.",
              .place = kGpu,
              .peer = true,
              .look = {4, PlotMark::kDisc}},
    LabSorter{.id = kBeforeSorter,
              .title = "Your kernel, before",
              .summary = "An earlier version of it.",
              .place = kGpu,
              .peer = true,
              .look = {4, PlotMark::kPlus}},
};

// Place of an algorithm in the table of algorithms.
std::ptrdiff_t rank_of(std::string_view algorithm) {
  return std::ranges::find(algorithms(), algorithm, &Algorithm::id) - algorithms().begin();
}

// The CUDA kernels by the algorithms that they run, then what is not ours, then the CPU's.
std::vector<LabSorter> make_table() {
  std::vector<LabSorter> table;
  for (const CudaKernel& row : cuda_kernel_table()) {
    for (const MeasuredSort& sort : row.measured) {
      if (!sort.id.empty()) table.push_back(ours(kGpu, sort, row.kernel.id));
    }
  }
  std::ranges::stable_sort(table, {}, [](const LabSorter& one) { return rank_of(one.algorithm); });
  table.insert(table.end(), kGpuPeers.begin(), kGpuPeers.end());
  table.insert(table.end(), kOnCpu.begin(), kOnCpu.end());
  table.insert(table.end(), kCpuPeers.begin(), kCpuPeers.end());
  return table;
}

// The sorters of a place that has none of what they need.
class AbsentLab final : public LabBackend {
 public:
  AbsentLab(LabPlace place, std::string reason) : place_(place), reason_(std::move(reason)) {
    for (const LabSorter& sorter : lab_sorters()) {
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

std::span<const LabSorter> lab_sorters() {
  static const std::vector<LabSorter> kTable = make_table();
  return kTable;
}

Result<const LabSorter*> find_lab_sorter(std::string_view id) {
  if (const LabSorter* found = find_by_id(lab_sorters(), id)) return found;
  return Error{ErrorCode::kBadUsage, fmt::format("there is nothing called \"{}\" to measure.", id),
               fmt::format("Choose among: {}.", ids_of(lab_sorters()))};
}

std::span<const LabSorter> given_lab_sorters() { return kGiven; }

const LabSorter* known_lab_sorter(std::string_view id) {
  const LabSorter* found = find_by_id(lab_sorters(), id);
  return found != nullptr ? found : find_by_id(given_lab_sorters(), id);
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
              const LabSorter* const known = known_lab_sorter(sorter);
              if (known != nullptr && !known->records) recording = false;
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

LabTransfers LabCell::transfers() const {
  Samples up;
  Samples down;
  for (const LabSample& sample : samples) {
    up.values.push_back(sample.transfers.upload_ns);
    down.values.push_back(sample.transfers.download_ns);
  }
  return samples.empty() ? LabTransfers{} : LabTransfers{up.median(), down.median()};
}

Samples LabCell::elapsed_ms() const {
  Samples result;
  for (const LabSample& sample : samples) result.values.push_back(sample.elapsed_ns * 1e-6);
  return result;
}

}  // namespace sortscope
