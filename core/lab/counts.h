// counts.h: how much sorts compare, counted: serial, parallel, and those that are no networks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/lab/lab.h"

namespace sortscope {

/// Comparisons of `n` uniform keys: all of them, and those that follow each other.
struct SortCount {
  std::string title;       // "Bitonic, serial"
  std::string complexity;  // "n log² n"
  std::uint64_t comparisons = 0;
  std::uint64_t chain = 0;
};
/// Bitonic serial and parallel, merge sort serial and parallel, quicksort: comparators of the
/// network that is run, and comparisons of runs that are made. `n` at most kMostContrastKeys. O(n
/// log n).
std::vector<SortCount> sort_counts(std::uint32_t n, std::uint64_t seed);

/// The table of all sizes that can be counted.
std::string counts_text(const LabRequest& request);

}  // namespace sortscope
