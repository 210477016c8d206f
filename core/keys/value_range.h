// value_range.h: keys as numbers that are drawn.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/keys/keys.h"

namespace sortscope {

/// Of the finite keys.
struct KeyRange {
  double least = 0;
  double greatest = 0;
  bool any = false;
};

/// Where values stand on a page, from its foot (0) to its head (1). Their bars begin at zero(): the
/// foot where no key is negative, the head where none is positive, else between.
struct ValueLevels : KeyRange {
  [[nodiscard]] bool both_signs() const { return any && least < 0 && greatest > 0; }
  [[nodiscard]] float zero() const;
  /// `lowest`: what is seen of the bar next to zero, where zero is not between the keys.
  [[nodiscard]] float level(double value, float lowest) const;
};

/// ValueLevels::level() of one `lowest`, for loops over many keys.
class LevelScale {
 public:
  LevelScale(const ValueLevels& levels, float lowest);

  [[nodiscard]] float level(double value) const {
    // NaN, too, is not less.
    if (!(std::abs(value) <= std::numeric_limits<double>::max())) return value < 0 ? floor_ : 1;
    if (flat_) return 0.5F;
    return floor_ + room_ * static_cast<float>((value / 2 - half_least_) / half_range_);
  }

 private:
  float floor_ = 0;
  float room_ = 1;  // from the floor to the head
  bool flat_;       // all finite keys are equal
  // Halves keep the differences of very large doubles finite.
  double half_least_ = 0;
  double half_range_ = 1;
};

/// The range of `keys`. O(n).
KeyRange range_of(const Keys& keys);

/// Calls `use` with a function from places to values that does not ask for the type each time.
template <typename Use>
void with_values(const Keys& keys, Use use) {
  const std::uint32_t* w32 = keys.raw.w32.data();
  const std::uint64_t* w64 = keys.raw.w64.data();
  switch (keys.type) {
    case KeyType::kInt32:
      return use(
          [w32](std::size_t i) { return static_cast<double>(static_cast<std::int32_t>(w32[i])); });
    case KeyType::kUint32:
      return use([w32](std::size_t i) { return static_cast<double>(w32[i]); });
    case KeyType::kFloat32:
      return use(
          [w32](std::size_t i) { return static_cast<double>(std::bit_cast<float>(w32[i])); });
    case KeyType::kInt64:
      return use(
          [w64](std::size_t i) { return static_cast<double>(static_cast<std::int64_t>(w64[i])); });
    case KeyType::kUint64:
      return use([w64](std::size_t i) { return static_cast<double>(w64[i]); });
    case KeyType::kFloat64:
      return use([w64](std::size_t i) { return std::bit_cast<double>(w64[i]); });
  }
}

}  // namespace sortscope
