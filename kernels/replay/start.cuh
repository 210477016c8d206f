// start.cuh: a recording on the GPU: its bits, the walk through it, and the ranks of its keys.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>

#include "core/recordings/state_replay.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device_replay.h"
#include "kernels/replay/staged_copies.cuh"
#include "kernels/replay/walk.cuh"

namespace sortscope {

/// What replays of one recording share: the one that shaders see and those on this processor. The
/// recording must outlive it.
class CudaStart final : public ReplayStart,
                        public PlacesSource,
                        public std::enable_shared_from_this<CudaStart> {
 public:
  explicit CudaStart(const Recording& recording) : recording_(&recording) {}
  /// See make_replay_start(): what is wrong says status().
  void create(std::span<const std::uint32_t> ranks_by_place, const Progress* progress);

  [[nodiscard]] const Status& status() const { return status_; }
  [[nodiscard]] bool ready() const override { return status_.ok(); }
  [[nodiscard]] bool brought_bits() const override { return brought_; }
  [[nodiscard]] std::shared_ptr<PlacesSource> places_source() override;
  [[nodiscard]] std::uint64_t places_ns(Cursor cursor) const override;
  Status places(Cursor cursor, std::span<std::uint32_t> to, Progress* progress) override;

  /// Of all work on the GPU.
  [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }
  /// Who has it may use what follows.
  [[nodiscard]] std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }
  [[nodiscard]] device::DeviceWalk& walk() { return *walk_; }
  /// In device memory; null: not there.
  [[nodiscard]] const std::uint32_t* bits() const { return bits_.data(); }
  /// Copies the bits to the GPU where they are not there. Without `progress` no more than 1 GiB of
  /// them, as that cannot be stopped. Where there is no room they stay away.
  Status bring_bits(const Progress* progress);
  /// The bits are somewhere else on the GPU as well: where little memory is left, they go.
  void make_room();
  /// Puts the work of writing the rank of the key on each wire on the stream; padding: 0xFFFFFFFF.
  Status write_ranks(std::uint32_t* to);

 private:
  Status make_copies(std::uint64_t state_bytes);
  Status to_device(std::uint32_t* to, std::span<const std::uint32_t> from, const Progress* progress,
                   std::string_view what);
  Status bring_ranks(std::span<const std::uint32_t> ranks_by_place, const Progress* progress);

  const Recording* recording_;
  mutable std::mutex mutex_;
  device::Stream stream_;
  std::unique_ptr<device::DeviceWalk> walk_;
  device::DeviceBuffer<std::uint32_t> bits_;
  device::DeviceBuffer<std::uint32_t> ranks_;     // by place
  device::DeviceBuffer<std::uint32_t> found_;     // places by wire, on their way to the host
  std::unique_ptr<device::StagedCopies> copies_;  // null: of a small run
  Status status_;
  bool brought_ = false;
  bool finds_places_ = false;
};

}  // namespace sortscope
