// samples.cpp: quantiles of samples.
#include "core/base/samples.h"

#include <algorithm>
#include <cmath>

namespace sortscope {

double Samples::quantile(double share) const {
  if (values.empty()) return 0;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return std::lerp(sorted[low], sorted[high], at - static_cast<double>(low));
}

}  // namespace sortscope
