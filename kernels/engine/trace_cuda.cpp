// trace_cuda.cpp: stamps of a sort in GL buffers that CUDA writes, in rotation.
#include "kernels/trace_cuda.h"

#include <glad/gl.h>
// glad first: it takes the place of the system's GL header.
#include <cuda_gl_interop.h>
#include <fmt/format.h>

#include <vector>

#include "core/base/number_text.h"
#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/gl_buffer.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/sorters/device_sorter.cuh"

namespace sortscope {

namespace {

using device::checked;
using device::in_turn;

constexpr std::uint64_t kStampBytes = 16;  // of a pass

// A GL buffer and the sort that writes into it: its launches, once a graph, know the address.
struct Slot {
  device::RegisteredBuffer buffer;
  std::unique_ptr<device::DeviceSorter> sorter;
  device::DeviceKeys keys;
  device::Event ended;
};

class CudaLiveTrace final : public LiveTrace {
 public:
  explicit CudaLiveTrace(const LiveTraceRequest& request) : request_(request) {}
  ~CudaLiveTrace() override { (void)cudaStreamSynchronize(stream_.get()); }

  Status create(std::span<const unsigned> gl_buffers, std::size_t passes) {
    const PreparedKeys& start = request_.start;
    const bool carries = !fixed_schedule(request_.algorithm.family) || start.ambiguous_padding;
    key_bits_ = start.words.bits;
    const std::uint64_t wires = request_.network.wires();
    word_bytes_ = wires * (key_bits_ / 8);
    place_count_ = carries ? wires : 0;
    const std::uint64_t bit_words = request_.recorded ? request_.network.bit_words() : 0;
    if (Status status = in_turn([&] { return stream_.create(); },
                                [&] { return input_words_.allocate(word_bytes_); },
                                [&] { return words_.allocate(word_bytes_); },
                                [&] { return input_places_.allocate(place_count_); },
                                [&] { return places_.allocate(place_count_); },
                                [&] { return bits_.allocate(bit_words); });
        !status.ok()) {
      return status;
    }
    const void* const host_words = key_bits_ == 32
                                       ? static_cast<const void*>(start.words.w32.data())
                                       : static_cast<const void*>(start.words.w64.data());
    const std::vector<std::uint32_t>& places = start.ties.empty() ? start.places : start.ties;
    if (Status status = in_turn(
            [&] {
              return device::upload(input_words_.data(), host_words, word_bytes_, stream_.get(),
                                    "copying keys to the GPU");
            },
            [&] {
              return device::upload(input_places_.data(), places.data(), place_count_ * 4,
                                    stream_.get(), "copying places to the GPU");
            });
        !status.ok()) {
      return status;
    }
    passes_ = passes;
    slots_ = std::vector<Slot>(gl_buffers.size());
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      Slot& slot = slots_[i];
      auto sorter = device::make_sorter({request_.algorithm, request_.network, request_.kernel,
                                         key_bits_, request_.recorded, carries});
      if (!sorter.ok()) return sorter.error();
      slot.sorter = std::move(*sorter);
      if (Status status = check_passes(slot.sorter->passes().size()); !status.ok()) return status;
      if (Status status = in_turn(
              [&] { return slot.ended.create(); },
              [&] { return slot.buffer.create(gl_buffers[i], cudaGraphicsRegisterFlagsNone); });
          !status.ok()) {
        return status;
      }
    }
    return {};
  }

  Result<int> turn() override {
    if (under_way_ >= 0) {
      const cudaError_t state =
          cudaEventQuery(slots_[static_cast<std::size_t>(under_way_)].ended.get());
      if (state == cudaErrorNotReady) {
        (void)cudaGetLastError();  // an answer, and no error of the next launch
        return shown_;
      }
      if (Status status = checked(state, "sorting on the GPU"); !status.ok()) {
        return status.error();
      }
      shown_ = under_way_;
    }
    under_way_ = -1;
    if (Status status = start(slots_[static_cast<std::size_t>(next_)]); !status.ok()) {
      return status.error();
    }
    under_way_ = next_;
    next_ = (next_ + 1) % static_cast<int>(slots_.size());
    return shown_;
  }

 private:
  Status check_passes(std::size_t found) const {
    if (found == 0) {
      return Error{ErrorCode::kUnavailable,
                   fmt::format("the kernels of '{}' write no time stamps.", request_.algorithm.id),
                   "It is timed as a whole."};
    }
    if (found == passes_) return {};
    return Error{ErrorCode::kBadUsage,
                 fmt::format("the sort has {} passes, and its trace {}.", found, passes_),
                 "Trace it again."};
  }

  Status start(Slot& slot) {
    cudaGraphicsResource_t resource = slot.buffer.resource();
    Status status =
        checked(cudaGraphicsMapResources(1, &resource, stream_.get()), "taking the OpenGL buffer");
    if (!status.ok()) return status;
    status = start_mapped(slot);
    const Status unmapped = checked(cudaGraphicsUnmapResources(1, &resource, stream_.get()),
                                    "giving the OpenGL buffer back");
    if (!status.ok()) return status;
    if (!unmapped.ok()) return unmapped;
    return slot.ended.record(stream_.get());
  }

  Status start_mapped(Slot& slot) {
    void* memory = nullptr;
    std::size_t size = 0;
    Status status =
        checked(cudaGraphicsResourceGetMappedPointer(&memory, &size, slot.buffer.resource()),
                "asking where an OpenGL buffer is");
    if (!status.ok()) return status;
    if (size < passes_ * kStampBytes) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("an OpenGL buffer has {}, and the time stamps need {}.",
                               bytes_text(size), bytes_text(passes_ * kStampBytes)),
                   ""};
    }
    auto* const stamps = static_cast<std::uint64_t*>(memory);
    if (slot.keys.stamps != stamps) {
      slot.keys = {key_bits_, words_.data(), places_.data(),
                   nullptr,   nullptr,       request_.start.real_keys,
                   stamps};
      status = slot.sorter->prepare(slot.keys, bits_.data(), stream_.get());
      if (!status.ok()) return status;
      slot.keys.stamps = stamps;
    }
    if (Status step = in_turn(
            [&] {
              return checked(cudaMemsetAsync(stamps, 0, passes_ * kStampBytes, stream_.get()),
                             "clearing the time stamps");
            },
            [&] {
              return checked(cudaMemcpyAsync(words_.data(), input_words_.data(), word_bytes_,
                                             cudaMemcpyDeviceToDevice, stream_.get()),
                             "restoring the keys");
            },
            [&] {
              return checked(cudaMemcpyAsync(places_.data(), input_places_.data(), place_count_ * 4,
                                             cudaMemcpyDeviceToDevice, stream_.get()),
                             "restoring the places");
            });
        !step.ok()) {
      return step;
    }
    return slot.sorter->run(stream_.get(), nullptr);
  }

  LiveTraceRequest request_;
  unsigned key_bits_ = 32;
  std::uint64_t word_bytes_ = 0;
  std::uint64_t place_count_ = 0;
  std::size_t passes_ = 0;
  device::DeviceBuffer<std::byte> input_words_, words_;
  device::DeviceBuffer<std::uint32_t> input_places_, places_, bits_;
  device::Stream stream_;
  std::vector<Slot> slots_;
  int under_way_ = -1;
  int next_ = 1;  // the first one is drawn meanwhile
  int shown_ = -1;
};

}  // namespace

Result<std::unique_ptr<LiveTrace>> make_live_trace(const LiveTraceRequest& request,
                                                   std::span<const unsigned> gl_buffers,
                                                   std::size_t passes) {
  if (const std::string why = why_no_cuda(); !why.empty()) {
    return Error{ErrorCode::kUnavailable, why, "The strip shows the trace that was measured."};
  }
  if (Status status = device::check_same_device(); !status.ok()) return status.error();
  auto live = std::make_unique<CudaLiveTrace>(request);
  if (Status status = live->create(gl_buffers, passes); !status.ok()) return status.error();
  return std::unique_ptr<LiveTrace>(std::move(live));
}

}  // namespace sortscope
