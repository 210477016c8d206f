// read.h: what targets of the fuzzers hold readers to. Where it does not hold, the program aborts.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/error.h"

namespace sortscope {

/// Ends the program with `what` unless it holds: the fuzzer keeps the input.
void expect(bool holds, std::string_view what);
/// A refused file is bad input (or too large for the memory), and its message fits a terminal and a
/// window: one line of text, not endless.
void expect_good_error(const Error& error);

}  // namespace sortscope

/// Reads the bytes. Each target defines it; libFuzzer and driver.cpp call it.
// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);
