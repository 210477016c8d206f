// lab_cuda.cpp: the GPU's side of the benchmark lab: inputs, times by events, checks, floors.
#include "kernels/lab_cuda.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/keys/keys.h"
#include "core/lab/inputs.h"
#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/device/pinned_memory.cuh"
#include "kernels/engine/lab_kernels.cuh"
#include "kernels/engine/lab_outcomes.cuh"
#include "kernels/engine/lab_peers.cuh"
#include "kernels/engine/lab_sort.cuh"
#include "kernels/sorters/device_sort.cuh"

namespace sortscope {

namespace {

using device::checked;
using device::DeviceBuffer;
using device::in_turn;
using device::LabArrays;
using device::LabFindings;
using device::PinnedMemory;

constexpr unsigned kMostSlots = 8;
constexpr std::uint64_t kCopyBytes = std::uint64_t{1} << 30;
constexpr unsigned kFloorSamples = 9;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

// An input in device memory, as words in the keys' order.
struct DeviceInput {
  DeviceBuffer<std::byte> words;
  unsigned key_bits = 32;
  std::uint32_t n = 0;
  std::uint64_t keys_hash = 0;
  std::uint64_t pairs_hash = 0;
};

// What all benches of a lab share. One sample runs at a time.
struct Shared {
  device::Stream stream;
  device::Event begin;
  device::Event end;
  device::Event uploaded;
  device::Event sorted;
  DeviceBuffer<std::byte> evicting;  // twice L2
  DeviceBuffer<LabFindings> findings;
  DeviceBuffer<std::uint32_t> counted;  // 0, 1, 2 ..: hashed for inputs of pairs
  device::LabPool pool;

  Status wait(std::string_view what) const {
    return checked(cudaStreamSynchronize(stream.get()), what);
  }
  // Errors: kWorkFailed.
  Result<LabFindings> look(const DeviceInput& input, const void* words,
                           const std::uint32_t* payloads) const {
    LabFindings found{};
    if (Status status = in_turn(
            [&] {
              return checked(cudaMemsetAsync(findings.data(), 0, sizeof found, stream.get()),
                             "checking");
            },
            [&] {
              return checked(device::lab_check(input.key_bits, words, payloads, input.words.data(),
                                               input.n, findings.data(), stream.get()),
                             "checking");
            },
            [&] {
              return checked(cudaMemcpyAsync(&found, findings.data(), sizeof found,
                                             cudaMemcpyDeviceToHost, stream.get()),
                             "checking");
            },
            [&] { return wait("checking"); });
        !status.ok()) {
      return status.error();
    }
    return found;
  }
};

class GpuBench final : public LabBench {
 public:
  GpuBench(Shared& shared, const LabCase& what, std::unique_ptr<device::LabSort> sort,
           std::vector<std::shared_ptr<const DeviceInput>> inputs, device::LabReplay replay)
      : shared_(shared),
        what_(what),
        sort_(std::move(sort)),
        inputs_(std::move(inputs)),
        replay_(std::move(replay)) {}

  Status prepare() {
    if (Status status = replay_.prepare(sort_->recorded()); !status.ok()) return status;
    if (!what_.transfers) return {};
    host_words_ = std::make_unique<PinnedMemory>();
    host_places_ = std::make_unique<PinnedMemory>();
    if (Status status = in_turn([&] { return host_words_->allocate(word_bytes()); },
                                [&] { return host_places_->allocate(place_bytes()); });
        !status.ok()) {
      return Error{ErrorCode::kOutOfMemory, status.error().message, ""};
    }
    return {};
  }

  Result<double> sample_ns() override {
    slot_ = (slot_ + 1) % inputs_.size();
    // Not waited for between: while the cache is emptied the launches come to the device, whose
    // clock would count waiting for them.
    if (Status status = in_turn([&] { return restore(); }, [&] { return measured(); });
        !status.ok()) {
      return status.error();
    }
    const auto elapsed = between_ns(shared_.begin, shared_.end);
    if (!elapsed.ok() || !what_.transfers) return elapsed;
    const auto upload = between_ns(shared_.begin, shared_.uploaded);
    if (!upload.ok()) return upload.error();
    const auto download = between_ns(shared_.sorted, shared_.end);
    if (!download.ok()) return download.error();
    transfers_ = {*upload, *download};
    return elapsed;
  }
  [[nodiscard]] LabTransfers transfers() const override { return transfers_; }

  Status check() override {
    const DeviceInput& input = *inputs_[slot_];
    const LabArrays out = sort_->output();
    const std::uint32_t* const payloads = what_.pairs ? out.places : nullptr;
    const auto found = shared_.look(input, out.words, payloads);
    if (!found.ok()) return found.error();
    const auto wrong = [](std::string what) {
      return Error{ErrorCode::kWorkFailed, fmt::format("its output is wrong: {}.", what), ""};
    };
    if (found->descents > 0) {
      return wrong(fmt::format("{} keys are smaller than the one before", found->descents));
    }
    if (found->strays > 0) {
      return wrong(fmt::format("{} payloads left their keys", found->strays));
    }
    if (found->hash != (what_.pairs ? input.pairs_hash : input.keys_hash)) {
      return wrong("it is no permutation of the input");
    }
    return replay_.check(static_cast<unsigned>(slot_), sort_->recorded(), input.words.data(),
                         out.words, shared_.findings.data(), shared_.stream.get());
  }

  [[nodiscard]] std::uint32_t launches() const override { return sort_->launches(); }

 private:
  // On the device's clock.
  static Result<double> between_ns(const device::Event& from, const device::Event& to) {
    float elapsed_ms = 0;
    Status status = checked(cudaEventElapsedTime(&elapsed_ms, from.get(), to.get()), "the clock");
    if (!status.ok()) return status.error();
    return static_cast<double>(elapsed_ms) * 1e6;
  }

  [[nodiscard]] std::uint64_t word_bytes() const {
    return std::uint64_t{what_.n} * (bits_of(what_.type) / 8);
  }
  [[nodiscard]] std::uint64_t place_bytes() const {
    return what_.pairs ? std::uint64_t{what_.n} * 4 : 0;
  }

  Status evict() {
    return checked(
        cudaMemsetAsync(shared_.evicting.data(), 0, shared_.evicting.count(), shared_.stream.get()),
        "emptying the cache");
  }

  // The last output away and the input to where it is sorted. Cold: then everything out of L2;
  // warm: between the two.
  Status restore() {
    if (Status status = sort_->clear(shared_.stream.get()); !status.ok()) return status;
    const LabArrays to = sort_->input();
    const std::uint64_t padding = (std::uint64_t{to.wires} - what_.n) * (bits_of(what_.type) / 8);
    const cudaStream_t stream = shared_.stream.get();
    if (what_.warm) {
      if (Status status = evict(); !status.ok()) return status;
    }
    auto* const words = static_cast<std::byte*>(to.words);
    if (Status status = in_turn(
            [&] {
              return checked(cudaMemcpyAsync(words, inputs_[slot_]->words.data(), word_bytes(),
                                             cudaMemcpyDeviceToDevice, stream),
                             "restoring the input");
            },
            [&] {
              return padding == 0
                         ? Status()
                         : checked(cudaMemsetAsync(words + word_bytes(), 0xff, padding, stream),
                                   "restoring the padding");
            },
            [&] {
              return to.places == nullptr
                         ? Status()
                         : checked(device::lab_count_up(to.places, to.wires, stream),
                                   "restoring places");
            });
        !status.ok()) {
      return status;
    }
    if (what_.transfers) {
      if (Status status = in_turn(
              [&] {
                return checked(cudaMemcpyAsync(host_words_->data(), words, word_bytes(),
                                               cudaMemcpyDeviceToHost, stream),
                               "restoring the input");
              },
              [&] {
                return place_bytes() == 0
                           ? Status()
                           : checked(cudaMemcpyAsync(host_places_->data(), to.places, place_bytes(),
                                                     cudaMemcpyDeviceToHost, stream),
                                     "restoring payloads");
              });
          !status.ok()) {
        return status;
      }
    }
    return what_.warm ? Status() : evict();
  }

  Status copy(void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind) {
    if (bytes == 0) return {};
    return checked(cudaMemcpyAsync(to, from, bytes, kind, shared_.stream.get()), "a transfer");
  }

  Status measured() {
    const cudaStream_t stream = shared_.stream.get();
    if (Status status = shared_.begin.record(stream); !status.ok()) return status;
    if (what_.transfers) {
      const LabArrays in = sort_->input();
      if (Status status = in_turn(
              [&] {
                return copy(in.words, host_words_->data(), word_bytes(), cudaMemcpyHostToDevice);
              },
              [&] {
                return copy(in.places, host_places_->data(), place_bytes(), cudaMemcpyHostToDevice);
              });
          !status.ok()) {
        return status;
      }
      if (Status status = shared_.uploaded.record(stream); !status.ok()) return status;
    }
    Status sorted = sort_->run(stream);
    if (sorted.ok() && what_.transfers) {
      const LabArrays out = sort_->output();
      if (Status status = in_turn([&] { return shared_.sorted.record(stream); },
                                  [&] {
                                    return copy(host_words_->data(), out.words, word_bytes(),
                                                cudaMemcpyDeviceToHost);
                                  },
                                  [&] {
                                    return copy(host_places_->data(), out.places, place_bytes(),
                                                cudaMemcpyDeviceToHost);
                                  });
          !status.ok()) {
        return status;
      }
    }
    if (sorted.ok()) sorted = shared_.end.record(stream);
    const Status waited = shared_.wait("sorting");
    return sorted.ok() ? waited : sorted;
  }

  Shared& shared_;
  LabCase what_;
  std::unique_ptr<device::LabSort> sort_;
  std::vector<std::shared_ptr<const DeviceInput>> inputs_;
  device::LabReplay replay_;
  std::unique_ptr<PinnedMemory> host_words_;
  std::unique_ptr<PinnedMemory> host_places_;
  std::size_t slot_ = 0;
  LabTransfers transfers_;
};

class CudaLab final : public LabBackend {
 public:
  explicit CudaLab(const Progress* progress) : keys_(progress) {}
  Status start() {
    for (const LabSorter& sorter : lab_sorters()) {
      if (sorter.place == LabPlace::kGpu) sorters_.push_back(sorter);
    }
    if (Status status = in_turn(
            [&] { return device::use_gpu(); },
            [&] {
              return checked(cudaGetDeviceProperties(&device_, cuda_status().index),
                             "asking for the GPU");
            },
            [&] { return shared_.stream.create(); }, [&] { return shared_.begin.create(); },
            [&] { return shared_.end.create(); }, [&] { return shared_.uploaded.create(); },
            [&] { return shared_.sorted.create(); }, [&] { return shared_.findings.allocate(1); },
            [&] { return shared_.evicting.allocate(std::uint64_t{2} * cache_bytes()); });
        !status.ok()) {
      return status;
    }
    return {};
  }

  [[nodiscard]] LabPlace place() const override { return LabPlace::kGpu; }
  [[nodiscard]] std::span<const LabSorter> sorters() const override { return sorters_; }
  [[nodiscard]] std::string description() const override {
    const CudaStatus& status = cuda_status();
    int clock_khz = 0;
    int memory_khz = 0;
    (void)cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, status.index);
    (void)cudaDeviceGetAttribute(&memory_khz, cudaDevAttrMemoryClockRate, status.index);
    return fmt::format("{}, driver for CUDA {}.{}, CUDA {}.{}, clocks up to {} and {} MHz",
                       status.device, status.driver_version / 1000,
                       status.driver_version % 1000 / 10, status.runtime_version / 1000,
                       status.runtime_version % 1000 / 10, clock_khz / 1000, memory_khz / 1000);
  }
  [[nodiscard]] std::string method() const override {
    return fmt::format(
        "GPU: events around the sort, on words in the keys' order in device memory (turning keys "
        "into them is not measured); up to {} inputs in turns; cold: after the input was copied "
        "twice L2 ({} MiB) is overwritten; warm: before. Ours and CUB's run as graphs where that "
        "is possible, Thrust's with its memory in a pool; transfers are of pinned memory. Trees, "
        "streams and recorded intervals move 32-bit places also where keys are alone.",
        kMostSlots, cache_bytes() >> 20);
  }
  [[nodiscard]] bool lost() const override { return lost_; }

  Result<std::unique_ptr<LabBench>> prepare(const LabCase& what, std::uint64_t seed) override {
    // The lab may run on another thread than the one that made it.
    if (Status status = device::use_gpu(); !status.ok()) return status.error();
    auto bench = make_bench(what, seed);
    if (!bench.ok()) notice();
    return bench;
  }

  Result<DeviceFloors> floors() override {
    if (Status status = device::use_gpu(); !status.ok()) return status.error();
    auto result = measure_floors();
    if (!result.ok()) notice();
    return result;
  }

  // After an error: a sticky one does not go away.
  void notice() {
    (void)cudaGetLastError();
    if (cudaDeviceSynchronize() != cudaSuccess) lost_ = true;
  }

 private:
  // A bench that lets the lab look for lasting errors.
  class WatchedBench final : public LabBench {
   public:
    WatchedBench(CudaLab& lab, std::unique_ptr<GpuBench> bench)
        : lab_(lab), bench_(std::move(bench)) {}
    Result<double> sample_ns() override {
      try {
        auto result = bench_->sample_ns();
        if (!result.ok()) lab_.notice();
        return result;
      } catch (...) {
        lab_.notice();
        throw;
      }
    }
    Status check() override {
      Status status = bench_->check();
      if (!status.ok()) lab_.notice();
      return status;
    }
    [[nodiscard]] std::uint32_t launches() const override { return bench_->launches(); }
    [[nodiscard]] LabTransfers transfers() const override { return bench_->transfers(); }

   private:
    CudaLab& lab_;
    std::unique_ptr<GpuBench> bench_;
  };

  [[nodiscard]] std::uint64_t cache_bytes() const {
    return static_cast<std::uint64_t>(device_.l2CacheSize);
  }

  // `make` once more without what Thrust left in the pool where memory is all that is missing.
  template <typename Make>
  auto with_all_memory(Make make) {
    auto made = make();
    if (made.ok() || made.error().code != ErrorCode::kOutOfMemory) return made;
    return shared_.pool.release() ? make() : std::move(made);
  }

  Result<std::unique_ptr<LabBench>> make_bench(const LabCase& what, std::uint64_t seed) {
    const auto sorter = find_lab_sorter(what.sorter);
    if (!sorter.ok()) return sorter.error();
    const std::uint64_t bytes = std::uint64_t{what.n} * (bits_of(what.type) / 8);
    const unsigned slots = lab_slots(bytes, cache_bytes(), kMostSlots);
    std::vector<std::shared_ptr<const DeviceInput>> inputs;
    for (unsigned slot = 0; slot < slots; ++slot) {
      auto input = with_all_memory([&] { return input_of(what, seed, slot); });
      if (!input.ok()) return input.error();
      inputs.push_back(std::move(input.value()));
    }
    auto sort = with_all_memory([&] {
      return device::make_lab_sort(*sorter.value(), what, shared_.pool, shared_.stream.get());
    });
    if (!sort.ok()) return sort.error();
    device::LabReplay replay(*sorter.value(), what, [this, what, seed](unsigned slot) {
      return keys_.get(what, seed, slot);
    });
    auto bench = std::make_unique<GpuBench>(shared_, what, std::move(sort.value()),
                                            std::move(inputs), std::move(replay));
    if (Status status =
            in_turn([&] { return bench->prepare(); }, [&] { return shared_.wait("preparing"); });
        !status.ok()) {
      return status.error();
    }
    return std::unique_ptr<LabBench>(std::make_unique<WatchedBench>(*this, std::move(bench)));
  }

  Result<std::shared_ptr<const DeviceInput>> input_of(const LabCase& what, std::uint64_t seed,
                                                      unsigned slot) {
    const Name name{what.input, what.type, what.n, seed, slot};
    if (auto there = inputs_[name].lock()) return there;
    std::erase_if(inputs_, [](const auto& entry) { return entry.second.expired(); });
    const auto keys = keys_.get(what, seed, slot);
    if (!keys.ok()) return keys.error();
    Words words = (*keys)->raw;
    for (std::size_t i = 0; i < words.size(); ++i) {
      words.set(i, ordered_word(what.type, Order::kAscending, words.at(i)));
    }
    const void* const from =
        words.bits == 32 ? static_cast<const void*>(words.w32.data()) : words.w64.data();
    auto input = std::make_shared<DeviceInput>();
    input->key_bits = words.bits;
    input->n = what.n;
    const std::uint64_t bytes = std::uint64_t{what.n} * (words.bits / 8);
    if (shared_.counted.count() < what.n) {
      if (Status status = in_turn([&] { return shared_.counted.allocate(what.n); },
                                  [&] {
                                    return checked(
                                        device::lab_count_up(shared_.counted.data(), what.n,
                                                             shared_.stream.get()),
                                        "counting up");
                                  });
          !status.ok()) {
        return status.error();
      }
    }
    if (Status status = in_turn([&] { return input->words.allocate(bytes); },
                                [&] {
                                  return checked(
                                      cudaMemcpyAsync(input->words.data(), from, bytes,
                                                      cudaMemcpyHostToDevice, shared_.stream.get()),
                                      "copying the input to the GPU");
                                },
                                [&] { return shared_.wait("copying the input to the GPU"); });
        !status.ok()) {
      return status.error();
    }
    for (const bool pairs : {false, true}) {
      const auto found =
          shared_.look(*input, input->words.data(), pairs ? shared_.counted.data() : nullptr);
      if (!found.ok()) return found.error();
      (pairs ? input->pairs_hash : input->keys_hash) = found->hash;
    }
    inputs_[name] = input;
    return std::shared_ptr<const DeviceInput>(input);
  }

  // Median seconds of `work` on the stream.
  template <typename Work>
  Result<double> seconds(Work work) {
    std::vector<double> samples;
    for (unsigned i = 0; i <= kFloorSamples; ++i) {
      if (Status status = in_turn([&] { return shared_.begin.record(shared_.stream.get()); },
                                  [&] { return work(); },
                                  [&] { return shared_.end.record(shared_.stream.get()); },
                                  [&] { return shared_.end.wait(); });
          !status.ok()) {
        return status.error();
      }
      float elapsed_ms = 0;
      Status status = checked(
          cudaEventElapsedTime(&elapsed_ms, shared_.begin.get(), shared_.end.get()), "the clock");
      if (!status.ok()) return status.error();
      if (i > 0) samples.push_back(static_cast<double>(elapsed_ms) * 1e-3);
    }
    return std::max(median(samples), 1e-9);
  }

  Result<DeviceFloors> measure_floors() {
    DeviceFloors floors;
    floors.cache_bytes = cache_bytes();
    const cudaStream_t stream = shared_.stream.get();
    std::size_t free_bytes = 0;
    std::size_t all_bytes = 0;
    if (Status status = checked(cudaMemGetInfo(&free_bytes, &all_bytes), "asking for memory");
        !status.ok()) {
      return status.error();
    }
    const std::uint64_t large = std::min<std::uint64_t>(kCopyBytes, free_bytes / 8) & ~255ULL;
    // A quarter of L2 read and a quarter written, so that nothing is thrown out.
    const std::uint64_t small = std::min(cache_bytes() / 4, large) & ~255ULL;
    constexpr unsigned kSmallRounds = 64;
    constexpr unsigned kEmptyLaunches = 256;
    {
      DeviceBuffer<std::byte> from;
      DeviceBuffer<std::byte> to;
      if (Status status =
              in_turn([&] { return from.allocate(large); }, [&] { return to.allocate(large); });
          !status.ok()) {
        return status.error();
      }
      const auto copied = seconds([&] {
        return checked(
            cudaMemcpyAsync(to.data(), from.data(), large, cudaMemcpyDeviceToDevice, stream),
            "a copy");
      });
      if (!copied.ok()) return copied.error();
      floors.copy_bytes_per_s = 2 * static_cast<double>(large) / copied.value();
      device::LaunchGraph rounds;
      Status captured = rounds.capture(stream, [&] {
        return checked(device::lab_copy(from.data(), to.data(), small, kSmallRounds, stream),
                       "a copy");
      });
      if (!captured.ok()) return captured.error();
      const auto cached = seconds([&] { return rounds.run(stream); });
      if (!cached.ok()) return cached.error();
      floors.cached_bytes_per_s = 2.0 * kSmallRounds * static_cast<double>(small) / cached.value();
    }
    double operations = 0;
    auto* const sink = static_cast<unsigned*>(static_cast<void*>(shared_.findings.data()));
    const auto compared = seconds([&] {
      return checked(device::lab_min_max(device_.multiProcessorCount, sink, operations, stream),
                     "minima");
    });
    if (!compared.ok()) return compared.error();
    floors.min_max_per_s = operations / compared.value();
    device::LaunchGraph empty;
    Status captured = empty.capture(stream, [&] {
      for (unsigned i = 0; i < kEmptyLaunches; ++i) {
        if (Status status = checked(device::lab_nothing(stream), "a launch"); !status.ok()) {
          return status;
        }
      }
      return Status();
    });
    if (!captured.ok()) return captured.error();
    const auto launched = seconds([&] { return empty.run(stream); });
    if (!launched.ok()) return launched.error();
    floors.launch_ns = launched.value() * 1e9 / kEmptyLaunches;
    return floors;
  }

  using Name = std::tuple<std::string, KeyType, std::uint32_t, std::uint64_t, unsigned>;

  cudaDeviceProp device_{};
  std::vector<LabSorter> sorters_;
  Shared shared_;
  LabInputs keys_;
  std::map<Name, std::weak_ptr<const DeviceInput>> inputs_;
  bool lost_ = false;
};

}  // namespace

Result<std::unique_ptr<LabBackend>> make_cuda_lab(const Progress* progress) {
  if (const std::string why = why_no_cuda(); !why.empty()) {
    return Error{ErrorCode::kUnavailable, why, "Measure on the CPU."};
  }
  auto lab = std::make_unique<CudaLab>(progress);
  if (Status status = lab->start(); !status.ok()) return status.error();
  return std::unique_ptr<LabBackend>(std::move(lab));
}

}  // namespace sortscope
