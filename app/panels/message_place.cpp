// message_place.cpp: the free places of a picture, by sums over its cells.
#include "app/panels/message_place.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sortscope {

namespace {

// Which cells of a grid hold something, summed from the upper left.
class TakenCells {
 public:
  TakenCells(std::span<const Sight> sights, const Area& within, float cell)
      : within_(within),
        cell_(cell),
        columns_(1 + static_cast<std::size_t>(within.width / cell)),
        rows_(1 + static_cast<std::size_t>(within.height / cell)),
        sums_((columns_ + 1) * (rows_ + 1)) {
    for (const Sight& sight : sights) take(sight);
    for (std::size_t row = 1; row <= rows_; ++row) {
      for (std::size_t column = 1; column <= columns_; ++column) {
        at(column, row) += at(column - 1, row) + at(column, row - 1) - at(column - 1, row - 1);
      }
    }
  }

  /// Cells that `area` meets and something takes.
  [[nodiscard]] int within(const Area& area) const {
    const auto [left, right] = span_of(area.x - within_.x, area.width, columns_);
    const auto [top, bottom] = span_of(area.y - within_.y, area.height, rows_);
    return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
  }

 private:
  [[nodiscard]] std::pair<std::size_t, std::size_t> span_of(float from, float length,
                                                            std::size_t count) const {
    // What is no number is the first cell.
    const auto cell = [&](float at) {
      return static_cast<std::size_t>(std::min(static_cast<float>(count), std::max(0.0F, at)));
    };
    return {cell(std::floor(from / cell_)), cell(std::ceil((from + length) / cell_))};
  }
  void take(const Sight& sight) {
    const auto [left, right] = span_of(sight.left - within_.x, sight.right - sight.left, columns_);
    const auto [top, bottom] = span_of(sight.top - within_.y, sight.bottom - sight.top, rows_);
    for (std::size_t row = top; row < bottom; ++row) {
      for (std::size_t column = left; column < right; ++column) at(column + 1, row + 1) = 1;
    }
  }
  [[nodiscard]] int& at(std::size_t column, std::size_t row) {
    return sums_[row * (columns_ + 1) + column];
  }
  [[nodiscard]] int at(std::size_t column, std::size_t row) const {
    return sums_[row * (columns_ + 1) + column];
  }

  Area within_;
  float cell_;
  std::size_t columns_, rows_;
  std::vector<int> sums_;
};

constexpr float kCell = 4;  // pixels

bool inside(const Area& area, const Area& within) {
  return area.x >= within.x && area.y >= within.y && area.right() <= within.right() &&
         area.bottom() <= within.bottom();
}

Area least_covered(const TakenCells& taken, const Area& within, float width, float height,
                   float step) {
  Area best{within.right() - width, within.bottom() - height, width, height};
  int least = taken.within(best);
  for (float y = within.bottom() - height; least > 0 && y >= within.y; y -= step) {
    for (float x = within.right() - width; least > 0 && x >= within.x; x -= step) {
      const Area area{x, y, width, height};
      if (const int found = taken.within(area); found < least) {
        least = found;
        best = area;
      }
    }
  }
  // The very corner at the upper left, which whole steps may miss.
  const Area corner{within.x, within.y, width, height};
  return taken.within(corner) < least ? corner : best;
}

}  // namespace

Area message_place(std::span<const Sight> sights, const Area& picture,
                   std::span<const ImVec2> sizes, float step, const std::optional<Area>& last) {
  // A window of a few pixels has no room for its picture.
  const Area within{picture.x, picture.y, std::max(0.0F, picture.width),
                    std::max(0.0F, picture.height)};
  const TakenCells taken(sights, within, kCell);
  Area best;
  for (const ImVec2& size : sizes) {
    const float width = std::max(0.0F, std::min(size.x, within.width));
    const float height = std::max(0.0F, std::min(size.y, within.height));
    if (last && last->width == width && last->height == height && inside(*last, within) &&
        taken.within(*last) == 0) {
      return *last;
    }
    best = least_covered(taken, within, width, height, step);
    if (taken.within(best) == 0) return best;
  }
  return best;
}

}  // namespace sortscope
