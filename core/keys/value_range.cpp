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

LevelScale::LevelScale(const ValueLevels& levels, float lowest)
    : flat_(!levels.any || !(levels.least < levels.greatest)) {
  const bool mixed = levels.both_signs();
  floor_ = mixed || levels.zero() > 0 ? 0 : lowest;
  room_ = (mixed || levels.zero() < 1 ? 1 : 1 - lowest) - floor_;
  if (flat_) return;
  half_least_ = levels.least / 2;
  half_range_ = levels.greatest / 2 - levels.least / 2;
}

float ValueLevels::level(double value, float lowest) const {
  return LevelScale(*this, lowest).level(value);
}

}  // namespace sortscope
