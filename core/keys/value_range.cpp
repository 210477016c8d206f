// value_range.cpp: the least and the greatest of the finite keys.
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

}  // namespace sortscope
