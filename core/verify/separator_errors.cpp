// separator_errors.cpp: what is permitted against what happened; which keys are in the wrong half.
#include "core/verify/separator_errors.h"

#include <algorithm>
#include <cmath>

namespace sortscope {

std::uint32_t excess_errors(std::span<const std::uint32_t> errors, double epsilon) {
  std::uint32_t most = 0;
  for (std::size_t k = 1; k < errors.size(); ++k) {
    const auto permitted =
        static_cast<std::uint32_t>(std::floor(epsilon * static_cast<double>(k) + 1e-9));
    if (errors[k] > permitted) most = std::max(most, errors[k] - permitted);
  }
  return most;
}

HalfBorder::HalfBorder(std::span<const std::uint32_t> ranks) {
  std::vector<std::uint32_t> sorted(ranks.begin(), ranks.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const std::uint32_t high = *middle;
  const std::uint32_t low = *std::max_element(sorted.begin(), middle);
  // Equal across the border: neither.
  small_below_ = low == high ? low : high;
  large_from_ = low == high ? high + 1 : high;
  small_ = static_cast<std::uint32_t>(
      std::count_if(ranks.begin(), ranks.end(), [&](std::uint32_t r) { return is_small(r); }));
}

}  // namespace sortscope
