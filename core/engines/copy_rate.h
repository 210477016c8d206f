// copy_rate.h: how fast this machine's processor copies memory: the floor of passes on the CPU.
#pragma once

#include "core/engines/device_floors.h"

namespace sortscope {

/// Copies by all threads, of buffers that no cache holds and of ones that stay in each core's own,
/// read and written bytes both counted; minima and maxima by all threads, on registers. Rates that
/// are not of the CPU stay 0. Some 0.1 s; the second call gives what the first one measured.
const DeviceFloors& cpu_floors();

}  // namespace sortscope
