// diagram_dense.h: comparators that stand closer than pixels: what a pixel shows of them, once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/pictures/picture.h"

namespace sortscope {

/// From so many comparators in sight on they are drawn as DenseComparators.
inline constexpr std::uint64_t kMostSingleComparators = 100'000;

/// Vertical lines of any number, in cells of a pixel: as many marks as the picture has room for.
class DenseComparators {
 public:
  DenseComparators(float width, float height);

  /// A line from (x, y0) to (x, y1); what is outside is left out. Memory: 8 bytes, and of a column
  /// at most a bit a cell and role. O(1), or where a column has that many O(height / 64).
  void add(float x, float y0, float y1, Role role);
  /// The cells that lines of each role cover, exchanged ones on top; what is there so far where
  /// `progress` is cancelled.
  void draw(Picture& picture, const Progress* progress = nullptr);

 private:
  struct Span {
    std::uint32_t first;
    std::uint32_t last;
  };
  // Of one role and one pixel wide: its lines, or, where these would take more, a bit a cell.
  struct Column {
    std::vector<Span> spans;
    std::vector<std::uint64_t> cells;
  };

  void mark(Column& column, Span span) const;
  // The column's cells as lines of `role`.
  void draw(Column& column, float middle, Role role, Picture& picture) const;

  std::size_t columns_;
  std::size_t rows_;
  std::size_t words_;            // of a column's cells
  std::vector<Column> covered_;  // role by role
};

}  // namespace sortscope
