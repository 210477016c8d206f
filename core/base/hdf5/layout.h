// layout.h: whether an HDF5 file is laid out as this program lays out its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/hdf5/source.h"

namespace sortscope {

/// What no file of this program has.
struct LayoutBreach {
  std::string_view what;   // "a link that is not a hard one"
  std::uint64_t byte = 0;  // where in the file; its end for what lies beyond
};

/// Goes through all structures of an HDF5 file before the library does, which crashes or never ends
/// on many that are damaged. Nothing where the file has only what any version of this program
/// writes: superblock 3; a root with attributes in its header, its hard links there or in one small
/// heap; arrays of one dimension of fixed length, empty, in one deflated chunk, or in chunks of 1
/// MiB with a fixed array as their index; every address and length inside the file, no structure on
/// another. Checksums are left to the library. Reads each structure once: O(links + chunks), both
/// bounded, never the arrays themselves.
/// What it has seen stays: read_bytes() of `source` gives the same afterwards.
std::optional<LayoutBreach> find_breach(H5Source& source);

}  // namespace sortscope
