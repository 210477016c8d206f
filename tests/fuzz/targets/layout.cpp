// layout.cpp: what looks through a file before the HDF5 library does. No checksum keeps an input
// from it.
#include "core/base/hdf5/layout.h"

#include "core/base/hdf5/source.h"
#include "tests/fuzz/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  sortscope::H5Source source;
  source.size = size;
  source.bytes = {bytes, size};
  const auto breach = sortscope::find_breach(source);
  if (breach) sortscope::expect(!breach->what.empty(), "a breach is said");
  return 0;
}
