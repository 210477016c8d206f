// trace.cpp: traces of a sort's passes.
#include "core/engines/sort_trace_json.h"
#include "tests/fuzz/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  const auto trace = read_trace_json({reinterpret_cast<const char*>(bytes), size}, "fuzz.json");
  if (!trace) {
    expect_good_error(trace.error());
    return 0;
  }
  const std::string written = trace_json(*trace);
  const auto again = read_trace_json(written, "again.json");
  expect(again.ok(), "what was written is read again: " + written);
  expect(trace_json(*again) == written, "a trace stays what it is: " + written);
  return 0;
}
