// driver_class.cpp: the fields of HDF5's table that no driver of ours has its own way.
#include "core/base/hdf5/driver_class.h"

#include <algorithm>
#include <iterator>

namespace sortscope {

H5FD_class_t driver_class(const char* name, [[maybe_unused]] int number) {
  H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(H5_VFD_RESERVED + number);
#endif
  driver.name = name;
  driver.maxaddr = HADDR_MAX / 2;
  driver.fc_degree = H5F_CLOSE_WEAK;
  std::fill(std::begin(driver.fl_map), std::end(driver.fl_map), H5FD_MEM_DEFAULT);
  return driver;
}

}  // namespace sortscope
