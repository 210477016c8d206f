// expander_check.h: what it costs to look at all sets of vertices of a graph, to see that it
// expands.
#pragma once

#include <cstdint>
#include <string>

namespace sortscope {

/// Sets that are looked at in a second: what the thesis assumes (section 2.1.2).
inline constexpr double kSetsPerSecond = 1e12;

/// Log10 of the seconds for the 2^n sets of one side's n vertices.
double log10_check_seconds(std::uint32_t n);
/// The same in words: "213.5 days", "4.2 · 10^134 years", "less than a second".
std::string check_time(std::uint32_t n);

}  // namespace sortscope
