// planted_shared.h: shared memory of smaller GPUs on the one that is there.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/engines/plans/shared_memory.h"

namespace sortscope {

/// Lives where a block gets at most so many bytes, whole KiB. 0: what the device has.
class PlantedShared {
 public:
  explicit PlantedShared(std::uint32_t bytes) {
    setenv("SORTSCOPE_SHARED_KIB", std::to_string(bytes >> 10).c_str(), 1);
  }
  PlantedShared(const PlantedShared&) = delete;
  PlantedShared& operator=(const PlantedShared&) = delete;
  ~PlantedShared() { unsetenv("SORTSCOPE_SHARED_KIB"); }
};

}  // namespace sortscope
