// diagram_dense.h: comparators that stand closer than pixels: what a pixel shows of them, once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/pictures/picture.h"

namespace sortscope {

/// From so many comparators in sight on they are drawn as DenseComparators.
inline constexpr std::uint64_t kMostSingleComparators = 100'000;

/// Vertical lines of any number, in cells of a pixel: as many marks as the picture has room for.
class DenseComparators {
 public:
  /// Memory: half a byte a pixel.
  DenseComparators(float width, float height);

  /// A line from (x, y0) to (x, y1); what is outside is left out. O(height / 64).
  void add(float x, float y0, float y1, Role role);
  /// The cells that lines of each role cover, exchanged ones on top.
  void draw(Picture& picture) const;

 private:
  std::size_t columns_;
  std::size_t rows_;
  std::size_t words_;  // of a column
  std::vector<std::uint64_t> cells_;
};

}  // namespace sortscope
