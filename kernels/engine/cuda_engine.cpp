// cuda_engine.cpp: the CUDA engine: keys to the device, the launches of a plan, keys and bits back.
#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/device_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>

#include "core/base/number_text.h"
#include "core/engines/plans/kernels.h"
#include "kernels/device/block_ones.cuh"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/device/recorded_bits.cuh"
#include "kernels/sorters/device_sorter.cuh"

namespace sortscope {

namespace {

using device::checked;
using device::DeviceBuffer;
using device::in_turn;

// Left to the driver, the display and other programs.
constexpr std::uint64_t kReserveBytes = std::uint64_t{64} << 20;

// Device memory of one run, beside what its sorter takes.
struct RunMemory {
  DeviceBuffer<std::byte> words;
  DeviceBuffer<std::uint32_t> places;
  DeviceBuffer<std::uint32_t> bits;
  DeviceBuffer<std::uint64_t> stamps;
};

// What the kernels have written, as times since the first one began; one pass where they write
// nothing.
void put_passes(SortTrace& trace, std::vector<TracePass> passes,
                std::span<const std::uint64_t> stamps, const Network& network,
                const SortTiming& timing) {
  trace.elapsed_ns = timing.elapsed_ns;
  trace.stamped = !passes.empty();
  trace.passes = std::move(passes);
  for (std::size_t i = 0; i < trace.passes.size(); ++i) {
    trace.passes[i].begin_ns = stamps[2 * i] - stamps[0];
    trace.passes[i].end_ns = std::max(stamps[2 * i + 1], stamps[2 * i]) - stamps[0];
  }
  if (!trace.passes.empty()) return;
  trace.passes.push_back({.name = fmt::format("{} launches", timing.launches),
                          .layer_count = network.depth(),
                          .end_ns = timing.elapsed_ns,
                          .comparators = network.size()});
}

std::uint64_t bytes_of(const SortBuffers& buffers, const SortOptions& options,
                       const device::DeviceSorter& sorter, const Network& network) {
  const std::uint64_t wires = network.wires();
  return wires * (buffers.key_bits / 8) + (buffers.places.empty() ? 0 : wires * 4) +
         (options.bits.empty() ? 0 : network.bit_words() * 4) + sorter.bytes(network);
}

// The largest power of two of keys, below those of `network`, that fits into `free_bytes`; or 0.
std::uint32_t keys_that_fit(const Algorithm& algorithm, const Network& network,
                            const SortBuffers& buffers, const SortOptions& options,
                            const device::DeviceSorter& sorter, std::uint64_t free_bytes) {
  std::uint32_t n = std::uint32_t{1} << floor_log2(network.wires() - 1);
  while (n > 1 && bytes_of(buffers, options, sorter, algorithm.build(n)) > free_bytes) n /= 2;
  return n > 1 ? n : 0;
}

Status reserve(RunMemory& memory, const Algorithm& algorithm, const Network& network,
               const SortBuffers& buffers, const SortOptions& options,
               const device::DeviceSorter& sorter) {
  std::size_t free_bytes = 0;
  std::size_t all_bytes = 0;
  if (Status status = checked(cudaMemGetInfo(&free_bytes, &all_bytes), "asking for free memory");
      !status.ok()) {
    return status;
  }
  const std::uint64_t needed = bytes_of(buffers, options, sorter, network);
  if (needed + kReserveBytes > free_bytes) {
    const std::uint64_t left = free_bytes - std::min<std::uint64_t>(free_bytes, kReserveBytes);
    const std::uint32_t fits = keys_that_fit(algorithm, network, buffers, options, sorter, left);
    return Error{
        ErrorCode::kOutOfMemory,
        fmt::format("sorting {} keys on the GPU needs {}{}, and {} of its {} are free.",
                    network.wires(), bytes_text(needed),
                    options.bits.empty() ? ""
                                         : fmt::format(" ({} of them outcome bits)",
                                                       bytes_text(options.bits.size() * 4)),
                    bytes_text(free_bytes), bytes_text(all_bytes)),
        fmt::format("Sort {}, {}close other programs that use the GPU, or use --engine cpu.",
                    fits > 0 ? fmt::format("at most {} keys", fits) : "fewer keys",
                    algorithm.family == Family::kNetwork && !options.bits.empty()
                        ? "keep keyframes (--keyframes), "
                        : "")};
  }
  const std::uint64_t wires = network.wires();
  if (Status status = in_turn([&] { return memory.words.allocate(wires * (buffers.key_bits / 8)); },
                              [&] { return memory.places.allocate(buffers.places.size()); },
                              [&] { return memory.bits.allocate(options.bits.size()); });
      !status.ok()) {
    return status;
  }
  return {};
}

bool may_lack_places(const Algorithm& algorithm) { return fixed_schedule(algorithm.family); }

Status check_buffers(const Algorithm& algorithm, const Network& network, const SortBuffers& buffers,
                     const SortOptions& options) {
  const std::size_t words =
      buffers.key_bits == 32 ? buffers.words32.size() : buffers.words64.size();
  const bool fits = (buffers.key_bits == 32 || buffers.key_bits == 64) &&
                    words == network.wires() &&
                    ((buffers.places.empty() && may_lack_places(algorithm)) ||
                     buffers.places.size() == network.wires()) &&
                    (options.bits.empty() || options.bits.size() == network.bit_words());
  if (fits) return {};
  return Error{ErrorCode::kBadUsage,
               fmt::format("the buffers ({} keys of {} bits, {} places, {} bit words) do not fit a "
                           "network of {} wires and {} bit words.",
                           words, buffers.key_bits, buffers.places.size(), options.bits.size(),
                           network.wires(), network.bit_words()),
               ""};
}

class Stopwatch {
 public:
  [[nodiscard]] std::uint64_t elapsed_ns() const {
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                          std::chrono::steady_clock::now() - begin_)
                                          .count());
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

class CudaEngine final : public Engine {
 public:
  [[nodiscard]] std::string_view id() const override { return "cuda"; }
  [[nodiscard]] std::string description() const override {
    const CudaStatus& status = cuda_status();
    return fmt::format("CUDA {}.{}, {}", status.runtime_version / 1000,
                       status.runtime_version % 1000 / 10, status.device);
  }
  [[nodiscard]] std::span<const Kernel> kernels() const override { return cuda_kernels(); }
  [[nodiscard]] std::string_view default_kernel(const Algorithm& algorithm,
                                                const Network& network) const override {
    return default_cuda_kernel(algorithm, network);
  }
  /// All that a sort needs lies on the device.
  [[nodiscard]] std::uint64_t sort_bytes(const Algorithm& /*algorithm*/, std::uint32_t /*wires*/,
                                         unsigned /*key_bits*/) const override {
    return 0;
  }
  Result<SortTiming> run(const Algorithm& algorithm, const Network& network,
                         const SortBuffers& buffers, const SortOptions& options,
                         Progress* progress) override;

 private:
  std::mutex running_;
  std::weak_ptr<device::RecordedBits> last_bits_;
};

Result<SortTiming> CudaEngine::run(const Algorithm& algorithm, const Network& network,
                                   const SortBuffers& buffers, const SortOptions& options,
                                   Progress* progress) {
  const std::lock_guard lock(running_);
  if (Status status = check_buffers(algorithm, network, buffers, options); !status.ok()) {
    return status.error();
  }
  if (Status status = device::use_gpu(); !status.ok()) return status.error();
  SortTiming timing;
  timing.kernel = options.kernel.empty() ? default_kernel(algorithm, network) : options.kernel;
  const Result<std::unique_ptr<device::DeviceSorter>> made = device::make_sorter(
      {algorithm, network, timing.kernel, buffers.key_bits, !options.bits.empty(),
       !buffers.places.empty(), options.repair_bits, options.keyframes});
  if (!made.ok()) return made.error();
  device::DeviceSorter& sorter = **made;
  timing.launches = sorter.launches();
  if (progress != nullptr) progress->begin(network.size());
  if (progress != nullptr && progress->cancelled()) {
    return Error{ErrorCode::kCancelled, "the sort was stopped.", ""};
  }

  // Device memory holds the bits of one run at most.
  if (const auto last = last_bits_.lock()) last->take();
  const std::uint64_t word_bytes = std::uint64_t{network.wires()} * (buffers.key_bits / 8);
  const std::uint64_t place_bytes = buffers.places.size() * sizeof(std::uint32_t);
  RunMemory memory;
  if (Status status = reserve(memory, algorithm, network, buffers, options, sorter); !status.ok()) {
    return status.error();
  }
  device::Stream stream;
  device::Event begin;
  device::Event end;
  if (Status status = in_turn([&] { return stream.create(); }, [&] { return begin.create(); },
                              [&] { return end.create(); });
      !status.ok()) {
    return status.error();
  }

  void* const host_words = buffers.key_bits == 32 ? static_cast<void*>(buffers.words32.data())
                                                  : static_cast<void*>(buffers.words64.data());
  const auto copy = [&](void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind) {
    if (bytes == 0) return Status{};
    return checked(cudaMemcpyAsync(to, from, bytes, kind, stream.get()),
                   kind == cudaMemcpyHostToDevice ? "copying keys to the GPU"
                                                  : "copying results from the GPU");
  };
  const auto wait = [&] {
    return checked(cudaStreamSynchronize(stream.get()), "sorting on the GPU");
  };

  const Stopwatch to_device;
  if (Status status = in_turn(
          [&] { return copy(memory.words.data(), host_words, word_bytes, cudaMemcpyHostToDevice); },
          [&] {
            return copy(memory.places.data(), buffers.places.data(), place_bytes,
                        cudaMemcpyHostToDevice);
          },
          [&] { return wait(); });
      !status.ok()) {
    return status.error();
  }
  timing.transfer_ns = to_device.elapsed_ns();

  std::vector<TracePass> passes;
  if (options.trace != nullptr) passes = sorter.passes();
  if (Status status = memory.stamps.allocate(2 * passes.size()); !status.ok()) {
    return status.error();
  }
  device::DeviceKeys keys{buffers.key_bits, memory.words.data(), memory.places.data(), nullptr,
                          nullptr,          buffers.real_keys,   memory.stamps.data()};
  if (!passes.empty()) {
    if (Status status =
            checked(cudaMemsetAsync(memory.stamps.data(), 0, passes.size() * 16, stream.get()),
                    "clearing the time stamps");
        !status.ok()) {
      return status.error();
    }
  }
  if (Status status =
          in_turn([&] { return sorter.prepare(keys, memory.bits.data(), stream.get()); },
                  [&] { return wait(); }, [&] { return begin.record(stream.get()); });
      !status.ok()) {
    return status.error();
  }
  if (const Status sorted = sorter.run(stream.get(), progress); !sorted.ok()) {
    (void)wait();  // nothing may run on memory that is about to be freed
    return sorted.error();
  }
  if (Status status = in_turn([&] { return end.record(stream.get()); }, [&] { return wait(); });
      !status.ok()) {
    return status.error();
  }
  const Result<std::uint64_t> elapsed = device::elapsed_ns(begin, end);
  if (!elapsed.ok()) return elapsed.error();
  timing.elapsed_ns = elapsed.value();
  sorter.report(timing);

  const Stopwatch from_device;
  std::vector<std::uint64_t> stamps(2 * passes.size());
  if (Status status = in_turn(
          [&] {
            return copy(stamps.data(), memory.stamps.data(), stamps.size() * 8,
                        cudaMemcpyDeviceToHost);
          },
          [&] { return copy(host_words, keys.words, word_bytes, cudaMemcpyDeviceToHost); },
          [&] {
            return copy(buffers.places.data(), keys.places, place_bytes, cudaMemcpyDeviceToHost);
          },
          [&] {
            return copy(options.bits.data(), memory.bits.data(), options.bits.size_bytes(),
                        cudaMemcpyDeviceToHost);
          },
          [&] { return wait(); });
      !status.ok()) {
    return status.error();
  }
  timing.transfer_ns += from_device.elapsed_ns();
  if (options.trace != nullptr) {
    put_passes(*options.trace, std::move(passes), stamps, network, timing);
  }
  // Bits that no replay takes go with the run's other memory.
  if (!options.bits.empty() && replayed_on_device(network)) {
    auto bits = std::make_shared<device::RecordedBits>(std::move(memory.bits));
    last_bits_ = bits;
    timing.device_bits = std::move(bits);
  }
  return timing;
}

}  // namespace

Result<std::unique_ptr<Engine>> make_cuda_engine() {
  if (const std::string why = why_no_cuda(); !why.empty()) {
    return Error{ErrorCode::kUnavailable, why, "Use --engine cpu."};
  }
  const Status loaded =
      device::in_turn([] { return device::use_gpu(); },
                      [] { return device::checked(device::load_count_ones(), "loading kernels"); });
  if (!loaded) return loaded.error();
  return std::unique_ptr<Engine>(std::make_unique<CudaEngine>());
}

}  // namespace sortscope
