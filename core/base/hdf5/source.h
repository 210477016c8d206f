// source.h: reads HDF5 files so that a damaged one is an error and not a crash.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace sortscope {

/// Where an HDF5 file is read from. HDF5 1.10 keeps what it read last and copies from it without a
/// look at how far an address of a damaged file reaches. This driver has it keep nothing, and
/// refuses what lies outside.
struct H5Source {
  H5Source() = default;
  /// Closes the descriptor.
  ~H5Source();
  H5Source(const H5Source&) = delete;
  H5Source& operator=(const H5Source&) = delete;

  int descriptor = -1;                   // open for reading; -1: `bytes`
  std::uint64_t size = 0;                // of the file, in bytes
  std::span<const unsigned char> bytes;  // the whole file, where it is in memory
  /// Pieces of a file, by their number, that keep_bytes() has read: another program may write to
  /// the file between a look and the next.
  std::map<std::uint64_t, std::vector<unsigned char>> kept;
};

/// Copies bytes [at, at + bytes) of `source` as read_bytes() does, which gives these same bytes
/// from now on, whatever becomes of the file.
bool keep_bytes(H5Source& source, std::uint64_t at, std::size_t bytes, void* to);
/// Copies bytes [at, at + bytes) of `source`; false if they are not all there.
bool read_bytes(const H5Source& source, std::uint64_t at, std::size_t bytes, void* to);
/// Sets file access list `access` to read `source`, which must outlive the file (its name is then
/// only shown). False if the library refuses.
bool read_from(hid_t access, const H5Source& source);

}  // namespace sortscope
