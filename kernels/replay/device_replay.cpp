// device_replay.cpp: a recording replayed on the GPU into GL buffers registered with CUDA.
#include "kernels/device_replay.h"
#include "core/recordings/recording.h"

#include <glad/gl.h>
// glad first: it takes the place of the system's GL header.
#include <cuda_gl_interop.h>
#include <fmt/format.h>

#include <array>
#include <vector>

#include "core/base/number_text.h"
#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/gl_buffer.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/device/recorded_bits.cuh"
#include "kernels/replay/walk.cuh"

namespace sortscope {

namespace {

using device::checked;
using device::in_turn;
using device::RegisteredBuffer;

constexpr std::uint32_t kPaddingRank = 0xFFFFFFFFu;

// Both buffers, mapped while it lives: GL must not touch them meanwhile.
class Mapping {
 public:
  Mapping(RegisteredBuffer& bits, RegisteredBuffer& ranks, cudaStream_t stream)
      : resources_{bits.resource(), ranks.resource()}, stream_(stream) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { (void)unmap(); }

  Status map() {
    Status status = checked(cudaGraphicsMapResources(2, resources_.data(), stream_),
                            "taking the OpenGL buffers");
    mapped_ = status.ok();
    return status;
  }
  // Device memory of one of the two, at least `bytes` long.
  Result<void*> memory(int which, std::uint64_t bytes) {
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
    return checked(cudaGraphicsUnmapResources(2, resources_.data(), stream_),
                   "giving the OpenGL buffers back");
  }

 private:
  std::array<cudaGraphicsResource_t, 2> resources_;
  cudaStream_t stream_;
  bool mapped_ = false;
};

constexpr int kBits = 0;
constexpr int kRanks = 1;

class CudaReplay final : public DeviceReplay {
 public:
  Status create(const Recording& recording, std::span<const std::uint32_t> ranks_by_place,
                unsigned gl_bits, unsigned gl_ranks);
  Status seek(Cursor cursor) override;
  [[nodiscard]] std::uint64_t last_seek_ns() const override { return last_seek_ns_; }

 private:
  Status fill_bits(const Recording& recording);
  Status walk(Cursor cursor, Mapping& mapping);

  Network network_;
  device::Stream stream_;
  device::Event begin_;
  device::Event end_;
  RegisteredBuffer bits_;
  RegisteredBuffer ranks_;
  device::DeviceWalk walk_;
  std::uint64_t last_seek_ns_ = 0;
};

Status CudaReplay::create(const Recording& recording, std::span<const std::uint32_t> ranks_by_place,
                          unsigned gl_bits, unsigned gl_ranks) {
  network_ = recording.network;
  if (Status status = in_turn([&] { return stream_.create(); }, [&] { return begin_.create(); },
                              [&] { return end_.create(); });
      !status.ok()) {
    return status;
  }
  // An OpenGL buffer cannot be empty: where there are no bits it holds a word of nothing.
  if (Status status = bits_.create(gl_bits, cudaGraphicsRegisterFlagsNone); !status.ok()) {
    return status;
  }
  if (Status status = ranks_.create(gl_ranks, cudaGraphicsRegisterFlagsWriteDiscard);
      !status.ok()) {
    return status;
  }
  std::vector<std::uint32_t> start(network_.wires());
  for (std::uint32_t wire = 0; wire < network_.wires(); ++wire) {
    const std::uint32_t place = recording.start.places[wire];
    start[wire] = recording.is_padding(place) ? kPaddingRank : ranks_by_place[place];
  }
  if (Status status = walk_.create(network_, start, stream_.get()); !status.ok()) return status;
  if (Status status = fill_bits(recording); !status.ok()) return status;
  return seek({0, 0});
}

Status CudaReplay::fill_bits(const Recording& recording) {
  const std::uint64_t bytes = recording.bits.size() * sizeof(std::uint32_t);
  if (bytes == 0) return {};
  Mapping mapping(bits_, ranks_, stream_.get());
  if (Status status = mapping.map(); !status.ok()) return status;
  const Result<void*> to = mapping.memory(kBits, bytes);
  if (!to.ok()) return to.error();
  device::DeviceBuffer<std::uint32_t> kept;
  if (auto* const recorded =
          dynamic_cast<device::RecordedBits*>(recording.timing.device_bits.get())) {
    kept = recorded->take();
  }
  // A repair adds bits that the device has not.
  const bool on_device = kept.data() != nullptr && kept.count() == recording.bits.size();
  const void* const from = on_device ? static_cast<const void*>(kept.data())
                                     : static_cast<const void*>(recording.bits.data());
  const cudaMemcpyKind kind = on_device ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
  if (Status status = in_turn(
          [&] {
            return checked(cudaMemcpyAsync(to.value(), from, bytes, kind, stream_.get()),
                           "copying the outcome bits into an OpenGL buffer");
          },
          [&] {
            return checked(cudaStreamSynchronize(stream_.get()),
                           "copying the outcome bits into an OpenGL buffer");
          });
      !status.ok()) {
    return status;
  }
  return mapping.unmap();
}

Status CudaReplay::seek(Cursor cursor) {
  if (Status status = begin_.record(stream_.get()); !status.ok()) return status;
  Mapping mapping(bits_, ranks_, stream_.get());
  if (Status status = mapping.map(); !status.ok()) return status;
  Status walked = walk(cursor, mapping);
  Status unmapped = mapping.unmap();
  if (!walked.ok()) return walked;
  if (!unmapped.ok()) return unmapped;
  if (Status status =
          in_turn([&] { return end_.record(stream_.get()); }, [&] { return end_.wait(); });
      !status.ok()) {
    return status;
  }
  const Result<std::uint64_t> elapsed = device::elapsed_ns(begin_, end_);
  if (!elapsed.ok()) return elapsed.error();
  last_seek_ns_ = elapsed.value();
  return {};
}

Status CudaReplay::walk(Cursor cursor, Mapping& mapping) {
  const std::uint64_t bit_bytes = network_.bit_words() * sizeof(std::uint32_t);
  const std::uint64_t rank_bytes = std::uint64_t{network_.wires()} * sizeof(std::uint32_t);
  const Result<void*> bits = mapping.memory(kBits, bit_bytes);
  if (!bits.ok()) return bits.error();
  const Result<void*> ranks = mapping.memory(kRanks, rank_bytes);
  if (!ranks.ok()) return ranks.error();
  if (Status status =
          walk_.seek(cursor, static_cast<const std::uint32_t*>(bits.value()), stream_.get());
      !status.ok()) {
    return status;
  }
  return checked(cudaMemcpyAsync(ranks.value(), walk_.values(), rank_bytes,
                                 cudaMemcpyDeviceToDevice, stream_.get()),
                 "writing the ranks");
}

}  // namespace

Result<std::unique_ptr<DeviceReplay>> make_device_replay(
    const Recording& recording, std::span<const std::uint32_t> ranks_by_place, unsigned gl_bits,
    unsigned gl_ranks) {
  if (const std::string why = why_no_cuda(); !why.empty()) {
    return Error{ErrorCode::kUnavailable, why,
                 "The picture is replayed on the CPU and copied instead."};
  }
  if (Status status = device::check_same_device(); !status.ok()) return status.error();
  auto replay = std::make_unique<CudaReplay>();
  if (Status status = replay->create(recording, ranks_by_place, gl_bits, gl_ranks); !status.ok()) {
    return status.error();
  }
  return std::unique_ptr<DeviceReplay>(std::move(replay));
}

}  // namespace sortscope
