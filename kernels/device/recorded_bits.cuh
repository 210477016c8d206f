// recorded_bits.cuh: the outcome bits of a recorded run, kept in device memory for the replay.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>

#include "core/engines/engine.h"
#include "kernels/device/cuda_call.cuh"

namespace sortscope::device {

/// What SortTiming::device_bits is of a run on CUDA. Thread-safe.
class RecordedBits final : public DeviceBits {
 public:
  explicit RecordedBits(DeviceBuffer<std::uint32_t> bits) : bits_(std::move(bits)) {}
  void release() override { (void)take(); }
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
