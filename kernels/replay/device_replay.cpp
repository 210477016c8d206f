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
#include "core/base/pieces.h"
#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/gl_buffer.cuh"
#include "kernels/device/in_turn.h"
#include "kernels/device/recorded_bits.cuh"
#include "kernels/replay/families.h"
#include "kernels/replay/walk.cuh"

namespace sortscope {

namespace {

using device::checked;
using device::in_turn;
using device::RegisteredBuffer;

constexpr std::uint32_t kPaddingRank = 0xFFFFFFFFu;

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

struct CudaStart final : ReplayStart {
  [[nodiscard]] bool ready() const override { return status.ok(); }
  [[nodiscard]] bool brought_bits() const override { return bits.data() != nullptr; }

  device::Stream stream;  // of all work of the replay
  std::unique_ptr<device::DeviceWalk> walk;
  device::DeviceBuffer<std::uint32_t> bits;
  Status status;
};

class CudaReplay final : public DeviceReplay {
 public:
  Status create(const Recording& recording, std::shared_ptr<CudaStart> start, unsigned gl_bits,
                unsigned gl_ranks);
  Status seek(Cursor cursor) override;
  Status take(Cursor cursor, std::span<const std::uint32_t> ranks) override;
  [[nodiscard]] std::uint64_t seek_ns(Cursor cursor) const override {
    return start_->walk->seek_ns(cursor);
  }
  [[nodiscard]] std::uint64_t last_seek_ns() const override { return last_seek_ns_; }

 private:
  static constexpr std::size_t kRanks = 0;
  static constexpr std::size_t kBits = 1;

  // The ranks, and the bits where shaders read them.
  [[nodiscard]] std::vector<cudaGraphicsResource_t> resources() const {
    if (bits_are_drawn_) return {ranks_.resource(), drawn_bits_.resource()};
    return {ranks_.resource()};
  }
  Status register_buffers(unsigned gl_bits, unsigned gl_ranks);
  Status keep_bits(const Recording& recording, device::DeviceBuffer<std::uint32_t>& brought);
  Status fill_drawn_bits(const Recording& recording, const void* brought, Mapping& mapping);
  // Maps the buffers for `work`, and waits for what it put on the stream.
  template <typename Work>
  Status timed(Work work);
  Status walk(Cursor cursor, Mapping& mapping);
  Status write_ranks(Mapping& mapping);

  const Network* network_ = nullptr;
  bool bits_are_drawn_ = false;
  std::shared_ptr<CudaStart> start_;
  device::Event begin_;
  device::Event end_;
  RegisteredBuffer drawn_bits_;
  RegisteredBuffer ranks_;
  device::DeviceBuffer<std::uint32_t> own_bits_;
  std::uint64_t last_seek_ns_ = 0;
};

Status CudaReplay::create(const Recording& recording, std::shared_ptr<CudaStart> start,
                          unsigned gl_bits, unsigned gl_ranks) {
  network_ = &recording.network;
  bits_are_drawn_ = replay_row(recording.algorithm->family).bits_are_drawn;
  start_ = std::move(start);
  device::DeviceBuffer<std::uint32_t> brought = std::move(start_->bits);
  return in_turn([&] { return start_->status; }, [&] { return begin_.create(); },
                 [&] { return end_.create(); }, [&] { return register_buffers(gl_bits, gl_ranks); },
                 [&] { return keep_bits(recording, brought); },
                 [&] {
                   return timed([&](Mapping& mapping) {
                     return in_turn(
                         [&] { return fill_drawn_bits(recording, brought.data(), mapping); },
                         [&] {
                           return walk({0, 0}, mapping);
                         });
                   });
                 });
}

// An OpenGL buffer cannot be empty: where there are no bits it holds a word of nothing.
Status CudaReplay::register_buffers(unsigned gl_bits, unsigned gl_ranks) {
  Status status = ranks_.create(gl_ranks, cudaGraphicsRegisterFlagsWriteDiscard);
  if (!status.ok() || !bits_are_drawn_) return status;
  return drawn_bits_.create(gl_bits, cudaGraphicsRegisterFlagsNone);
}

// In device memory: in `brought` where shaders read them from their OpenGL buffer, else here.
Status CudaReplay::keep_bits(const Recording& recording,
                             device::DeviceBuffer<std::uint32_t>& brought) {
  auto* const left = dynamic_cast<device::RecordedBits*>(recording.timing.device_bits.get());
  if (brought.data() == nullptr && left != nullptr) brought = left->take();
  // A repair adds bits that the device has not.
  if (brought.count() != recording.bits.size()) brought.release();
  if (bits_are_drawn_) return {};
  own_bits_ = std::move(brought);
  if (own_bits_.data() != nullptr) return {};
  return in_turn([&] { return own_bits_.allocate(recording.bits.size()); },
                 [&] {
                   return device::upload(own_bits_.data(), recording.bits.data(),
                                         recording.bits.size() * sizeof(std::uint32_t),
                                         start_->stream.get(),
                                         "copying the outcome bits to the GPU");
                 });
}

Status CudaReplay::fill_drawn_bits(const Recording& recording, const void* brought,
                                   Mapping& mapping) {
  const std::uint64_t bytes = recording.bits.size() * sizeof(std::uint32_t);
  if (bytes == 0 || !bits_are_drawn_) return {};
  const Result<void*> to = mapping.memory(kBits, bytes);
  if (!to.ok()) return to.error();
  const void* const from = brought != nullptr ? brought : recording.bits.data();
  const cudaMemcpyKind kind =
      brought != nullptr ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
  return checked(cudaMemcpyAsync(to.value(), from, bytes, kind, start_->stream.get()),
                 "copying the outcome bits into an OpenGL buffer");
}

Status CudaReplay::seek(Cursor cursor) {
  return timed([&](Mapping& mapping) { return walk(cursor, mapping); });
}

template <typename Work>
Status CudaReplay::timed(Work work) {
  if (Status status = begin_.record(start_->stream.get()); !status.ok()) return status;
  Mapping mapping(resources(), start_->stream.get());
  if (Status status = mapping.map(); !status.ok()) return status;
  Status worked = work(mapping);
  Status unmapped = mapping.unmap();
  if (!worked.ok()) return worked;
  if (!unmapped.ok()) return unmapped;
  if (Status status =
          in_turn([&] { return end_.record(start_->stream.get()); }, [&] { return end_.wait(); });
      !status.ok()) {
    return status;
  }
  const Result<std::uint64_t> elapsed = device::elapsed_ns(begin_, end_);
  if (!elapsed.ok()) return elapsed.error();
  last_seek_ns_ = elapsed.value();
  return {};
}

Status CudaReplay::walk(Cursor cursor, Mapping& mapping) {
  const std::uint32_t* bits = own_bits_.data();
  if (bits_are_drawn_) {
    const Result<void*> drawn =
        mapping.memory(kBits, network_->bit_words() * sizeof(std::uint32_t));
    if (!drawn.ok()) return drawn.error();
    bits = static_cast<const std::uint32_t*>(drawn.value());
  }
  return in_turn([&] { return start_->walk->seek(cursor, bits); },
                 [&] { return write_ranks(mapping); });
}

Status CudaReplay::take(Cursor cursor, std::span<const std::uint32_t> ranks) {
  Mapping mapping({ranks_.resource()}, start_->stream.get());
  return in_turn(
      [&] { return mapping.map(); }, [&] { return start_->walk->take(cursor, ranks); },
      [&] { return write_ranks(mapping); }, [&] { return mapping.unmap(); },
      [&] { return checked(cudaStreamSynchronize(start_->stream.get()), "running on the GPU"); });
}

Status CudaReplay::write_ranks(Mapping& mapping) {
  const Result<void*> ranks =
      mapping.memory(kRanks, std::uint64_t{network_->wires()} * sizeof(std::uint32_t));
  if (!ranks.ok()) return ranks.error();
  return start_->walk->write(static_cast<std::uint32_t*>(ranks.value()));
}

// More cannot be stopped soon enough, and may be more than one OpenGL buffer takes.
constexpr std::size_t kMostWordsAhead = std::size_t{1} << 28;

// Unless they are there already, are many, or find no room.
void bring_bits(const Recording& recording, CudaStart& start) {
  const std::size_t words = recording.bits.size();
  const auto* const left =
      dynamic_cast<const device::RecordedBits*>(recording.timing.device_bits.get());
  if (words == 0 || words > kMostWordsAhead || (left != nullptr && left->holds(words))) return;
  const Status status =
      in_turn([&] { return start.bits.allocate(words); },
              [&] {
                return device::upload(start.bits.data(), recording.bits.data(),
                                      words * sizeof(std::uint32_t), start.stream.get(),
                                      "copying the outcome bits to the GPU");
              });
  if (!status) start.bits.release();
}

}  // namespace

std::shared_ptr<ReplayStart> make_replay_start(const Recording& recording,
                                               std::span<const std::uint32_t> ranks_by_place) {
  if (!cuda_status().available || replay_bits(recording) == ReplayBits::kNone) return nullptr;
  std::vector<std::uint32_t> ranks;
  reserve_at_once(ranks, recording.network.wires());
  ranks.resize(recording.network.wires());
  in_stretches_at_once(ranks.size(), nullptr, [&](std::uint64_t first, std::uint64_t end) {
    for (std::uint64_t wire = first; wire < end; ++wire) {
      const std::uint32_t place = recording.start.places[wire];
      ranks[wire] = recording.is_padding(place) ? kPaddingRank : ranks_by_place[place];
    }
  });
  auto start = std::make_shared<CudaStart>();
  start->walk = device::make_walk(replay_row(recording.algorithm->family).walk);
  start->status = in_turn([] { return device::use_gpu(); }, [&] { return start->stream.create(); },
                          [&] {
                            return start->walk->create(recording.network, recording.algorithm->rule,
                                                       ranks, start->stream.get());
                          });
  if (start->status) bring_bits(recording, *start);
  return start;
}

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
