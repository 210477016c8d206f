// planted_call.h: calls of CUDA's runtime that fail as planned. The program is linked with --wrap,
// so that every call of ours goes through planted_call.cu.
#pragma once

#include <cstdint>
#include <string>

namespace sortscope {

/// What a call says that fails.
enum class PlantedError : std::uint8_t { kNoMemory, kLaunchFailed };

/// From here on the calls are counted, and number `failing` (from 1; 0: none) fails.
void plant_failing_call(std::uint64_t failing, PlantedError error);
/// No further call fails. How many were counted.
std::uint64_t end_planting();
/// The wrapper of the call that failed last; "" before one did.
std::string failed_call();
/// What the device says once all its work is done; "" where nothing is wrong. Waits for it.
std::string device_error();

}  // namespace sortscope
