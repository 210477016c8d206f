// machine.cpp: files that plant a machine.
#include "core/base/machine.h"

#include <cmath>

#include "tests/fuzz/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  const auto read = planted_machine({reinterpret_cast<const char*>(bytes), size}, "machine.txt");
  if (!read) {
    expect_good_error(read.error());
    return 0;
  }
  expect(read->threads >= 1, "a machine has a thread");
  expect(!read->load || std::isfinite(*read->load), "a load is a number");
  return 0;
}
