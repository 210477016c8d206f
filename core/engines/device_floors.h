// device_floors.h: how fast a device moves and compares keys: what no sort on it can undercut.
#pragma once

#include <cstdint>

namespace sortscope {

/// Rates of a device, measured, never looked up. 0: not measured.
struct DeviceFloors {
  double copy_bytes_per_s = 0;    // of a large copy: read and written bytes both counted
  double cached_bytes_per_s = 0;  // the same within L2
  double min_max_per_s = 0;       // 32-bit minimum and maximum operations
  std::uint64_t cache_bytes = 0;  // of L2
  double launch_ns = 0;           // of an empty kernel in a graph
};

}  // namespace sortscope
