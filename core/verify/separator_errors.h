// separator_errors.h: what is permitted against what happened; which keys are in the wrong half.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sortscope {

/// The most by which errors exceed what is permitted, epsilon * k, in whole keys; 0: valid.
/// `errors`: by k, from k = 0 on (SeparatorError).
std::uint32_t excess_errors(std::span<const std::uint32_t> errors, double epsilon);

/// The border between the smaller and the larger half of some keys. Keys that are equal across it
/// are neither small nor large: either half may hold them.
class HalfBorder {
 public:
  /// `ranks`: of all the keys, an even number of them, at least 2. O(m).
  explicit HalfBorder(std::span<const std::uint32_t> ranks);
  [[nodiscard]] bool is_small(std::uint32_t rank) const { return rank < small_below_; }
  [[nodiscard]] bool is_large(std::uint32_t rank) const { return rank >= large_from_; }
  /// How many are small.
  [[nodiscard]] std::uint32_t small() const { return small_; }

 private:
  std::uint32_t small_below_ = 0;
  std::uint32_t large_from_ = 0;
  std::uint32_t small_ = 0;
};

}  // namespace sortscope
