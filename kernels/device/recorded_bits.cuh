// recorded_bits.cuh: the outcome bits of a recorded run, kept in device memory for the replay.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <utility>

#include "core/engines/engine.h"
#include "core/recordings/passing/block_ones.h"
#include "kernels/device/cuda_call.cuh"

namespace sortscope::device {

/// What SortTiming::device_bits is of a run on CUDA. Thread-safe.
class RecordedBits final : public DeviceBits, public BlockOnes {
 public:
  explicit RecordedBits(DeviceBuffer<std::uint32_t> bits) : bits_(std::move(bits)) {}
  void release() override { (void)take(); }
  /// Waits for the device; others who want the bits wait meanwhile.
  Status count(const LayerBlocks& blocks, std::span<std::uint32_t> ones) override;
  /// Whether nothing has taken them yet, and they are so many words.
  [[nodiscard]] bool holds(std::uint64_t words) const {
    const std::lock_guard lock(mutex_);
    return bits_.data() != nullptr && bits_.count() == words;
  }
  /// Hands the bits over; empty where they were taken or freed before.
  DeviceBuffer<std::uint32_t> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(bits_, {});
  }

 private:
  mutable std::mutex mutex_;
  DeviceBuffer<std::uint32_t> bits_;
};

}  // namespace sortscope::device
