// device_replay.cpp: a recording replayed on the GPU into GL buffers registered with CUDA.
#include "kernels/device_replay.h"
#include "core/recordings/recording.h"

#include <glad/gl.h>
// glad first: it takes the place of the system's GL header.
#include <cuda_gl_interop.h>
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/base/number_text.h"
#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/gl_buffer.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/replay/start.cuh"

namespace sortscope {

namespace {

using device::checked;
using device::in_turn;
using device::RegisteredBuffer;

// OpenGL buffers, mapped while it lives: GL must not touch them meanwhile.
class Mapping {
 public:
  Mapping(std::vector<cudaGraphicsResource_t> resources, cudaStream_t stream)
      : resources_(std::move(resources)), stream_(stream) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { (void)unmap(); }

  Status map() {
    Status status = checked(cudaGraphicsMapResources(count(), resources_.data(), stream_),
                            "taking the OpenGL buffers");
    mapped_ = status.ok();
    return status;
  }
  // Device memory of one of them, at least `bytes` long.
  Result<void*> memory(std::size_t which, std::uint64_t bytes) {
    void* pointer = nullptr;
    std::size_t size = 0;
    Status status =
        checked(cudaGraphicsResourceGetMappedPointer(&pointer, &size, resources_[which]),
                "asking where an OpenGL buffer is");
    if (!status.ok()) return status.error();
    if (size < bytes) {
      return Error{ErrorCode::kWorkFailed,
                   fmt::format("an OpenGL buffer has {}, and the replay needs {}.",
                               bytes_text(size), bytes_text(bytes)),
                   ""};
    }
    return pointer;
  }
  Status unmap() {
    if (!mapped_) return {};
    mapped_ = false;
    return checked(cudaGraphicsUnmapResources(count(), resources_.data(), stream_),
                   "giving the OpenGL buffers back");
  }

 private:
  [[nodiscard]] int count() const { return static_cast<int>(resources_.size()); }

  std::vector<cudaGraphicsResource_t> resources_;
  cudaStream_t stream_;
  bool mapped_ = false;
};

class CudaReplay final : public DeviceReplay {
 public:
  Status create(const Recording& recording, std::shared_ptr<CudaStart> start, unsigned gl_bits,
                unsigned gl_ranks);
  Status seek(Cursor cursor) override;
  Status take(Cursor cursor, std::span<const std::uint32_t> places) override;
  [[nodiscard]] std::uint64_t seek_ns(Cursor cursor) const override {
    const auto locked = start_->lock();
    return start_->walk().seek_ns(cursor);
  }
  [[nodiscard]] std::uint64_t last_seek_ns() const override { return last_seek_ns_; }

 private:
  static constexpr std::size_t kRanks = 0;
  static constexpr std::size_t kBits = 1;

  // The ranks, and the bits where they are copied there, or stand nowhere else.
  [[nodiscard]] std::vector<cudaGraphicsResource_t> resources() const {
    if (bits_are_drawn_ && (!filled_ || start_->bits() == nullptr)) {
      return {ranks_.resource(), drawn_bits_.resource()};
    }
    return {ranks_.resource()};
  }
  Status register_buffers(unsigned gl_bits, unsigned gl_ranks);
  Status need_bits();
  Status fill_drawn_bits(const Recording& recording, Mapping& mapping);
  // Maps the buffers for `work`, and waits for what it put on the stream.
  template <typename Work>
  Status timed(Work work);
  Status walk(Cursor cursor, Mapping& mapping);
  Status write_ranks(Mapping& mapping);

  const Network* network_ = nullptr;
  bool bits_are_drawn_ = false;
  bool filled_ = false;
  std::shared_ptr<CudaStart> start_;
  device::Event begin_;
  device::Event end_;
  RegisteredBuffer drawn_bits_;
  RegisteredBuffer ranks_;
  std::uint64_t last_seek_ns_ = 0;
};

Status CudaReplay::create(const Recording& recording, std::shared_ptr<CudaStart> start,
                          unsigned gl_bits, unsigned gl_ranks) {
  network_ = &recording.network;
  bits_are_drawn_ = gl_bits != 0;
  start_ = std::move(start);
  Status status =
      in_turn([&] { return start_->status(); }, [&] { return begin_.create(); },
              [&] { return end_.create(); }, [&] { return register_buffers(gl_bits, gl_ranks); },
              [&] { return need_bits(); },
              [&] {
                return timed([&](Mapping& mapping) {
                  return in_turn([&] { return fill_drawn_bits(recording, mapping); },
                                 [&] {
                                   return walk({0, 0}, mapping);
                                 });
                });
              });
  filled_ = status.ok();
  if (filled_ && bits_are_drawn_) {
    const auto locked = start_->lock();
    start_->make_room();
  }
  return status;
}

// An OpenGL buffer cannot be empty: where there are no bits it holds a word of nothing.
Status CudaReplay::register_buffers(unsigned gl_bits, unsigned gl_ranks) {
  Status status = ranks_.create(gl_ranks, cudaGraphicsRegisterFlagsWriteDiscard);
  if (!status.ok() || !bits_are_drawn_) return status;
  return drawn_bits_.create(gl_bits, cudaGraphicsRegisterFlagsNone);
}

// Where no shader's buffer has them they must be in device memory.
Status CudaReplay::need_bits() {
  const auto locked = start_->lock();
  if (bits_are_drawn_ || start_->bits() != nullptr) return {};
  // The run that was shown before is gone: there may be room now.
  if (Status status = start_->bring_bits(nullptr); !status.ok()) return status;
  if (start_->bits() != nullptr) return {};
  return Error{ErrorCode::kOutOfMemory, "there is no room for the outcome bits on the GPU.", ""};
}

Status CudaReplay::fill_drawn_bits(const Recording& recording, Mapping& mapping) {
  const std::uint64_t bytes = recording.bits.size() * sizeof(std::uint32_t);
  if (bytes == 0 || !bits_are_drawn_) return {};
  const Result<void*> to = mapping.memory(kBits, bytes);
  if (!to.ok()) return to.error();
  const std::uint32_t* const there = start_->bits();
  return checked(
      cudaMemcpyAsync(to.value(), there != nullptr ? there : recording.bits.data(), bytes,
                      there != nullptr ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice,
                      start_->stream()),
      "copying the outcome bits into an OpenGL buffer");
}

Status CudaReplay::seek(Cursor cursor) {
  return timed([&](Mapping& mapping) { return walk(cursor, mapping); });
}

template <typename Work>
Status CudaReplay::timed(Work work) {
  const auto locked = start_->lock();
  if (Status status = begin_.record(start_->stream()); !status.ok()) return status;
  Mapping mapping(resources(), start_->stream());
  if (Status status = mapping.map(); !status.ok()) return status;
  Status worked = work(mapping);
  Status unmapped = mapping.unmap();
  if (!worked.ok()) return worked;
  if (!unmapped.ok()) return unmapped;
  if (Status status =
          in_turn([&] { return end_.record(start_->stream()); }, [&] { return end_.wait(); });
      !status.ok()) {
    return status;
  }
  const Result<std::uint64_t> elapsed = device::elapsed_ns(begin_, end_);
  if (!elapsed.ok()) return elapsed.error();
  last_seek_ns_ = elapsed.value();
  return {};
}

Status CudaReplay::walk(Cursor cursor, Mapping& mapping) {
  const std::uint32_t* bits = start_->bits();
  if (bits == nullptr) {
    const Result<void*> drawn =
        mapping.memory(kBits, network_->bit_words() * sizeof(std::uint32_t));
    if (!drawn.ok()) return drawn.error();
    bits = static_cast<const std::uint32_t*>(drawn.value());
  }
  return in_turn([&] { return start_->walk().seek(cursor, bits); },
                 [&] { return write_ranks(mapping); });
}

Status CudaReplay::take(Cursor cursor, std::span<const std::uint32_t> places) {
  const auto locked = start_->lock();
  Mapping mapping({ranks_.resource()}, start_->stream());
  return in_turn(
      [&] { return mapping.map(); }, [&] { return start_->walk().take(cursor, places); },
      [&] { return write_ranks(mapping); }, [&] { return mapping.unmap(); },
      [&] { return checked(cudaStreamSynchronize(start_->stream()), "running on the GPU"); });
}

Status CudaReplay::write_ranks(Mapping& mapping) {
  const Result<void*> ranks =
      mapping.memory(kRanks, std::uint64_t{network_->wires()} * sizeof(std::uint32_t));
  if (!ranks.ok()) return ranks.error();
  return start_->write_ranks(static_cast<std::uint32_t*>(ranks.value()));
}

}  // namespace

Result<std::unique_ptr<DeviceReplay>> make_device_replay(const Recording& recording,
                                                         std::shared_ptr<ReplayStart> start,
                                                         unsigned gl_bits, unsigned gl_ranks) {
  auto begun = std::dynamic_pointer_cast<CudaStart>(std::move(start));
  const std::string why = why_no_cuda();
  if (begun == nullptr || !why.empty()) {
    return Error{ErrorCode::kUnavailable, why.empty() ? "nothing of it is on the GPU." : why,
                 "The picture is replayed on the CPU and copied instead."};
  }
  if (Status status = device::check_same_device(); !status.ok()) return status.error();
  auto replay = std::make_unique<CudaReplay>();
  if (Status status = replay->create(recording, std::move(begun), gl_bits, gl_ranks);
      !status.ok()) {
    return status.error();
  }
  return std::unique_ptr<DeviceReplay>(std::move(replay));
}

}  // namespace sortscope
