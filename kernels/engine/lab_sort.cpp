// lab_sort.cpp: our sorts and the libraries' as the lab runs them on the device.
#include "kernels/engine/lab_sort.cuh"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/lab/inputs.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/sorters/device_sorter.cuh"
#include "kernels/sorters/fast/sort.h"
#include "kernels/sorters/intervals/sort.h"

namespace sortscope::device {

namespace {

// Words and places of a sort that moves both.
struct Arrays {
  DeviceBuffer<std::byte> words;
  DeviceBuffer<std::uint32_t> places;
  Status allocate(unsigned key_bits, std::uint64_t wires, bool with_places) {
    Status status = words.allocate(wires * (key_bits / 8));
    return status.ok() ? places.allocate(with_places ? wires : 0) : status;
  }
};

Status fill(void* memory, int byte, std::uint64_t bytes, cudaStream_t stream) {
  if (memory == nullptr || bytes == 0) return {};
  return checked(cudaMemsetAsync(memory, byte, bytes, stream), "clearing the output");
}

// --- ours ---

class OurSort final : public LabSort {
 public:
  OurSort(const LabSorter& sorter, const Algorithm& algorithm, const LabCase& what)
      : algorithm_(algorithm),
        kernel_(sorter.kernel),
        what_(what),
        network_(lab_network(sorter, algorithm, what.n)) {}

  Status prepare(cudaStream_t stream) {
    const unsigned key_bits = bits_of(what_.type);
    const bool places = what_.pairs || !fixed_schedule(algorithm_.family);
    SorterRequest request{algorithm_, network_, kernel_, key_bits, what_.recording, places};
    if (what_.recording && algorithm_.family == Family::kAks) request.repair_bits = &repair_bits_;
    auto made = make_sorter(request);
    if (!made.ok()) return made.error();
    sorter_ = std::move(made.value());
    if (Status status =
            in_turn([&] { return arrays_.allocate(key_bits, network_.wires(), places); },
                    [&] { return bits_.allocate(what_.recording ? network_.bit_words() : 0); });
        !status.ok()) {
      return status;
    }
    start_ = {arrays_.words.data(), arrays_.places.data(), network_.wires()};
    keys_.key_bits = key_bits;
    keys_.words = start_.words;
    keys_.places = start_.places;
    keys_.real_keys = what_.n;
    return sorter_->prepare(keys_, bits_.data(), stream);
  }

  [[nodiscard]] LabArrays input() const override { return start_; }
  [[nodiscard]] LabArrays output() const override {
    return {keys_.words, keys_.places, network_.wires()};
  }
  [[nodiscard]] LabRecorded recorded() const override {
    if (!what_.recording) return {};
    SortTiming timing;
    sorter_->report(timing);
    return {&network_, bits_.data(), repair_bits_, timing.repair_rounds};
  }
  Status clear(cudaStream_t stream) override {
    Status status = fill(bits_.data(), 0xff, bits_.count() * sizeof(std::uint32_t), stream);
    for (const auto& [words, places] :
         {std::pair{keys_.words, keys_.places}, std::pair{keys_.next_words, keys_.next_places}}) {
      if (words == start_.words) continue;
      if (status.ok()) status = fill(words, 0, arrays_.words.count(), stream);
      if (status.ok()) status = fill(places, 0, std::uint64_t{network_.wires()} * 4, stream);
    }
    return status;
  }
  Status run(cudaStream_t stream) override {
    repair_bits_.clear();
    return sorter_->run(stream, nullptr);
  }
  [[nodiscard]] std::uint32_t launches() const override { return sorter_->launches(); }

 private:
  const Algorithm& algorithm_;
  std::string_view kernel_;
  LabCase what_;
  Network network_;
  Arrays arrays_;
  DeviceBuffer<std::uint32_t> bits_;
  std::vector<std::uint32_t> repair_bits_;
  LabArrays start_;
  DeviceKeys keys_;
  std::unique_ptr<DeviceSorter> sorter_;  // after what it refers to
};

// IntervalSort or FastSort as they are meant to be used: in place, any n without padding, no places
// where keys are alone.
template <typename Sort>
class DirectSort final : public LabSort {
 public:
  Status prepare(const LabCase& what, cudaStream_t stream) {
    n_ = what.n;
    if (Status status =
            in_turn([&] { return arrays_.allocate(bits_of(what.type), what.n, what.pairs); },
                    [&] { return sort_.create(bits_of(what.type), what.pairs, what.n); });
        !status.ok()) {
      return status;
    }
    return graph_.capture(
        stream, [&] { return sort_.sort(arrays_.words.data(), arrays_.places.data(), stream); });
  }
  [[nodiscard]] LabArrays input() const override {
    return {arrays_.words.data(), arrays_.places.data(), n_};
  }
  [[nodiscard]] LabArrays output() const override { return input(); }
  Status run(cudaStream_t stream) override { return graph_.run(stream); }
  [[nodiscard]] std::uint32_t launches() const override { return sort_.launches(); }

 private:
  std::uint32_t n_ = 0;
  Arrays arrays_;
  Sort sort_;
  LaunchGraph graph_;
};

// --- the libraries' ---

// What sorts the peers of core/lab/sorters.cpp that run on the GPU.
struct PeerRow {
  std::string_view id;
  LabPeer peer;
};
constexpr PeerRow kPeers[] = {
    {"cub-radix", LabPeer::kCubRadix},
    {"cub-merge", LabPeer::kCubMerge},
    {"thrust", LabPeer::kThrust},
};

class PeerSort final : public LabSort {
 public:
  PeerSort(LabPeer peer, const LabCase& what, LabPool& pool)
      : peer_(peer), wide_(bits_of(what.type) == 64), what_(what), pool_(pool) {}

  Status prepare(cudaStream_t stream) {
    const unsigned key_bits = bits_of(what_.type);
    if (Status status = arrays_.allocate(key_bits, what_.n, what_.pairs); !status.ok()) {
      return status;
    }
    keys_.n = what_.n;
    keys_.words = arrays_.words.data();
    keys_.payloads = arrays_.places.data();
    if (peer_ == LabPeer::kCubRadix) {
      if (Status status = next_.allocate(key_bits, what_.n, what_.pairs); !status.ok()) {
        return status;
      }
      keys_.next_words = next_.words.data();
      keys_.next_payloads = next_.places.data();
    }
    auto* const wanted =
        wide_ ? &lab_peer_scratch<std::uint64_t> : &lab_peer_scratch<std::uint32_t>;
    Status status = checked(wanted(peer_, keys_, bytes_), "asking for scratch memory");
    if (status.ok()) status = scratch_.allocate(bytes_);
    if (!status.ok() || peer_ == LabPeer::kThrust) return status;
    // As a graph, as ours are: the stricter measure. A first run loads its code.
    status = launch(stream);
    if (status.ok()) status = checked(cudaStreamSynchronize(stream), "a first run");
    return status.ok() ? graph_.capture(stream, [&] { return launch(stream); }) : status;
  }

  [[nodiscard]] LabArrays input() const override { return {keys_.words, keys_.payloads, what_.n}; }
  [[nodiscard]] LabArrays output() const override {
    return peer_ == LabPeer::kCubRadix ? LabArrays{keys_.next_words, keys_.next_payloads, what_.n}
                                       : input();
  }
  Status clear(cudaStream_t stream) override {
    Status status = fill(next_.words.data(), 0, next_.words.count(), stream);
    return status.ok() ? fill(next_.places.data(), 0, next_.places.count() * 4, stream) : status;
  }
  Status run(cudaStream_t stream) override {
    return graph_.ready() ? graph_.run(stream) : launch(stream);
  }

 private:
  Status launch(cudaStream_t stream) {
    auto* const sort = wide_ ? &lab_peer_sort<std::uint64_t> : &lab_peer_sort<std::uint32_t>;
    return checked(sort(peer_, keys_, scratch_.data(), bytes_, pool_, stream), "sorting");
  }

  LabPeer peer_;
  bool wide_;
  LabCase what_;
  LabPool& pool_;
  Arrays arrays_;
  Arrays next_;
  LabPeerKeys keys_;
  std::size_t bytes_ = 0;
  DeviceBuffer<std::byte> scratch_;
  LaunchGraph graph_;
};

template <typename Sort, typename... Arguments>
Result<std::unique_ptr<LabSort>> prepared(std::unique_ptr<Sort> sort,
                                          const Arguments&... arguments) {
  Status status = sort->prepare(arguments...);
  if (!status.ok()) return status.error();
  return std::unique_ptr<LabSort>(std::move(sort));
}

Error cannot(std::string message) { return {ErrorCode::kBadUsage, std::move(message), ""}; }

}  // namespace

LabPool::~LabPool() {
  for (const auto& [bytes, memory] : free_) (void)cudaFree(memory);
}

char* LabPool::allocate(std::ptrdiff_t bytes) {
  const auto wanted = static_cast<std::size_t>(bytes);
  if (const auto fits = free_.lower_bound(wanted);
      fits != free_.end() && fits->first <= 2 * wanted + 4096) {
    char* const memory = fits->second;
    used_[memory] = fits->first;
    free_.erase(fits);
    return memory;
  }
  void* memory = nullptr;
  cudaError_t result = cudaMalloc(&memory, wanted);
  if (result == cudaErrorMemoryAllocation) {
    release();
    result = cudaMalloc(&memory, wanted);
  }
  if (result != cudaSuccess) {
    (void)cudaGetLastError();
    throw std::bad_alloc();
  }
  used_[static_cast<char*>(memory)] = wanted;
  return static_cast<char*>(memory);
}

void LabPool::deallocate(char* memory, std::size_t /*bytes*/) {
  const auto used = used_.find(memory);
  if (used == used_.end()) return;
  free_.emplace(used->second, memory);
  used_.erase(used);
}

bool LabPool::release() {
  (void)cudaGetLastError();
  const bool any = !free_.empty();
  for (const auto& [bytes, memory] : free_) (void)cudaFree(memory);
  free_.clear();
  return any;
}

Result<std::unique_ptr<LabSort>> make_lab_sort(const LabSorter& sorter, const LabCase& what,
                                               LabPool& pool, cudaStream_t stream) {
  if (what.recording && !sorter.records) return cannot("it records nothing.");
  if (sorter.algorithm.empty()) {
    for (const PeerRow& row : kPeers) {
      if (row.id == sorter.id) {
        return prepared(std::make_unique<PeerSort>(row.peer, what, pool), stream);
      }
    }
    return cannot("nothing here runs it.");
  }
  const auto algorithm = find_algorithm(sorter.algorithm);
  if (!algorithm.ok()) return algorithm.error();
  // These two take more keys than can be recorded.
  if (!what.recording && algorithm.value()->family == Family::kIntervals) {
    return prepared(std::make_unique<DirectSort<IntervalSort>>(), what, stream);
  }
  if (!what.recording && sorter.kernel == "fast" &&
      FastSort::takes(bits_of(what.type), what.pairs, what.n)) {
    return prepared(std::make_unique<DirectSort<FastSort>>(), what, stream);
  }
  if (what.n > algorithm.value()->max_keys) {
    return cannot(fmt::format("it takes at most {} keys.", algorithm.value()->max_keys));
  }
  return prepared(std::make_unique<OurSort>(sorter, *algorithm.value(), what), stream);
}

}  // namespace sortscope::device
