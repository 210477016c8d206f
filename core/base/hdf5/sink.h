// sink.h: writes HDF5 files so that a full disk is an error and not a crash.
#pragma once

#include <hdf5.h>

namespace sortscope {

/// Where a new HDF5 file goes. HDF5 1.10 crashes or never ends when a write fails under it, so this
/// driver never lets it see one: from the first failure on, what is written is dropped, and
/// `reason` has the errno. Whoever writes looks at it, at the latest when the file is closed.
struct H5Sink {
  int descriptor = -1;  // open for reading and writing, empty; stays open
  int reason = 0;
};

/// Sets file access list `access` to create a file in `sink`, which must outlive the file (its name
/// is then only shown). False if the library refuses.
bool write_into(hid_t access, H5Sink& sink);

}  // namespace sortscope
