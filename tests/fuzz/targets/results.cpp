// results.cpp: measured results of the benchmark lab.
#include "core/lab/files.h"
#include "tests/fuzz/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  const auto result = lab_result_from({reinterpret_cast<const char*>(bytes), size}, "fuzz.json");
  if (!result) {
    expect_good_error(result.error());
    return 0;
  }
  const std::string written = lab_json(*result);
  const auto again = lab_result_from(written, "again.json");
  expect(again.ok(), "what was written is read again: " + written);
  expect(lab_json(*again) == written, "a result stays what it is: " + written);
  (void)google_benchmark_json(*result);
  (void)comparison_text(compare_lab_results(*result, *again), *result);
  return 0;
}
