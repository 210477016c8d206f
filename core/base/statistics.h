// statistics.h: whether two sets of samples differ.
#pragma once

#include <span>

namespace sortscope {

/// Mann-Whitney U test of two sets of samples: does one tend to be larger?
struct MannWhitney {
  double u = 0;        // pairs (x of a, y of b) with x > y; ties count a half
  double p_value = 1;  // two-sided
  bool exact = false;  // by counting all arrangements; else the normal approximation
  /// u / (|a| |b|): how often a sample of a is larger than one of b. 0.5: as often as not.
  double effect = 0.5;
};

/// Exact where there are no ties and at most 20 samples on each side, else the normal approximation
/// with corrections for ties and continuity (Mann and Whitney 1947; Conover 1999, 5.1). An empty
/// side: p 1. O(m n + m^2 n^2) exact, O((m + n) log(m + n)) else.
MannWhitney mann_whitney(std::span<const double> a, std::span<const double> b);

}  // namespace sortscope
