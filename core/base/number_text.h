// number_text.h: numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace sortscope {

/// 1234567 as "1,234,567".
std::string grouped_number(std::uint64_t value);

/// "980 ns", "1.23 µs", "12.3 µs", "123 µs", "2.50 ms", "7.25 s": so many significant `digits`, 1
/// or more, and at most the whole number; ns are whole. At least 0.
std::string time_text(double elapsed_ns, int digits = 3);
/// Seconds as people say them: "less than a second", "12 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

/// Powers of 1000: "64 bytes", "1.5 kB", "12 MB", "134 GB"; with 3 `digits` "1.50 kB". 2 or more.
std::string bytes_text(std::uint64_t bytes, int digits = 2);

}  // namespace sortscope
