// driver_class.h: what our HDF5 file drivers have in common.
#pragma once

#include <hdf5.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

namespace sortscope {

/// A driver of this name (which stays) without functions. `number` tells our drivers apart where
/// the library asks for one, from 1.14 on.
H5FD_class_t driver_class(const char* name, int number);

}  // namespace sortscope
