// hdf5_checksums.h: the checksums of HDF5's own structures, made good in a damaged file.
#pragma once

#include <string>

namespace sortscope {

/// Recomputes the checksum of the superblock (versions 2 and 3), of every object header and its
/// continuations, of every index of chunks, and of heaps and trees of links but their leaves, that
/// can be found. What does not fit the file is left alone. O(bytes).
void mend_hdf5_checksums(std::string& file);

}  // namespace sortscope
