// value_range.cpp: the least and the greatest of the finite keys, and where they stand.
#include "core/keys/value_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sortscope {

KeyRange range_of(const Keys& keys) {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  with_values(keys, [&](auto value_of) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const double value = value_of(i);
      if (!std::isfinite(value)) continue;
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
  });
  return {least, greatest, least <= greatest};
}

float ValueLevels::zero() const {
  if (!any || least >= 0) return 0;
  if (greatest <= 0) return 1;
  return static_cast<float>(-least / 2 / (greatest / 2 - least / 2));
}

float ValueLevels::level(double value, float lowest) const {
  const bool mixed = both_signs();
  const float floor = mixed || zero() > 0 ? 0 : lowest;
  const float head = mixed || zero() < 1 ? 1 : 1 - lowest;
  if (!std::isfinite(value)) return value < 0 ? floor : 1;
  if (!any || !(least < greatest)) return 0.5F;
  // Halves keep the differences of very large doubles finite.
  const double share = (value / 2 - least / 2) / (greatest / 2 - least / 2);
  return floor + (head - floor) * static_cast<float>(share);
}

}  // namespace sortscope
