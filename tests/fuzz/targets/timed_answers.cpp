// timed_answers.cpp: what a person's program that is timed answers: a line each.
#include <cmath>
#include <string>

#include "core/own_kernels/timing/answers.h"
#include "tests/fuzz/read.h"

namespace {

using namespace sortscope;

void expect_plain(std::string_view text) {
  expect(text.size() <= 2000, "a text is short");
  for (const char c : text) {
    expect(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "a text has no control character");
  }
}

void take_line(const std::string& line) {
  for (const char* kind : {"hello", "kernel", "case", "time", "output"}) {
    const auto rest = answer_of(line, kind);
    if (!rest) {
      expect(rest.error().code == ErrorCode::kWorkFailed ||
                 rest.error().code == ErrorCode::kOutOfMemory,
             "an answer fails as work does");
      expect_plain(rest.error().text());
      continue;
    }
    if (const auto hello = hello_of(*rest)) {
      expect(hello->l2_bytes <= std::uint64_t{1} << 32, "a cache is no larger than there are");
      expect_plain(hello->card);
    } else {
      expect_plain(hello.error().text());
    }
    if (const auto kernel = kernel_of(*rest)) {
      expect(kernel->threads <= 1024 && kernel->registers >= -1, "a block is what one can be");
      expect(kernel->occupancy >= 0 && kernel->occupancy <= 1, "an occupancy is a share");
      expect_plain(kernel->name);
    }
    if (const auto times = times_of(*rest)) {
      for (const double time : *times) expect(std::isfinite(time) && time >= 0, "a time is one");
      expect((*times)[1] + (*times)[2] <= (*times)[0], "transfers are a part of it");
    }
    (void)launches_of(*rest);
    (void)output_of(*rest);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(bytes), size);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    take_line(std::string(line));
  }
  return 0;
}
