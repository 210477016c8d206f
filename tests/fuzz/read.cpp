// read.cpp: what targets of the fuzzers hold readers to.
#include "tests/fuzz/read.h"

#include <cstdio>
#include <cstdlib>

namespace sortscope {

namespace {

constexpr std::size_t kLongestMessage = 5000;

}  // namespace

void expect(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "\nnot so: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

void expect_good_error(const Error& error) {
  expect(error.code == ErrorCode::kBadInput || error.code == ErrorCode::kBadUsage ||
             error.code == ErrorCode::kOutOfMemory,
         "an error is about the input: " + error.text());
  expect(!error.message.empty() && error.message.size() <= kLongestMessage,
         "a message is there and not too long: " + error.message);
  for (const char c : error.text()) {
    expect(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f,
           "a message has no control character: " + error.text());
  }
}

}  // namespace sortscope
