// recorded_bits.cuh: the outcome bits of the last recorded run, kept in device memory for the
// replay.
#pragma once

#include <cstdint>

#include "core/engines/engine.h"
#include "core/recordings/recording.h"
#include "kernels/device/cuda_call.cuh"

namespace sortscope::device {

/// Keeps `bits` of a run whose host copy is at `host_bits`, in place of those kept before.
/// Thread-safe.
void keep_recorded_bits(DeviceBuffer<std::uint32_t> bits, const std::uint32_t* host_bits,
                        const SortTiming& timing);

/// Frees what is kept.
void drop_recorded_bits();

/// The device bits of `recording`, handed over, if they are the ones kept: it was recorded by that
/// very run (same memory, same times to the nanosecond). Else an empty buffer.
DeviceBuffer<std::uint32_t> take_recorded_bits(const Recording& recording);

}  // namespace sortscope::device
