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
  /// Hands the bits over; empty where they were taken or freed before.
  DeviceBuffer<std::uint32_t> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(bits_, {});
  }

 private:
  std::mutex mutex_;
  DeviceBuffer<std::uint32_t> bits_;
};

}  // namespace sortscope::device
