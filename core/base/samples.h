// samples.h: samples of one measurement, and their quantiles.
#pragma once

#include <vector>

namespace sortscope {

/// Samples of one measurement, all in the unit that its owner names.
struct Samples {
  std::vector<double> values;
  [[nodiscard]] bool empty() const { return values.empty(); }
  /// The value that a share of the samples does not exceed, interpolated: 0.25, 0.5, 0.75; 0 where
  /// there are none.
  [[nodiscard]] double quantile(double share) const;
  [[nodiscard]] double median() const { return quantile(0.5); }
};

}  // namespace sortscope
