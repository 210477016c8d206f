// message_place.cpp: the free places of a picture, by sums over its cells.
#include "app/panels/message_place.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <vector>

namespace sortscope {

namespace {

// Which cells of a grid hold words, or something else, summed from the upper left.
class TakenCells {
 public:
  TakenCells(std::span<const Sight> sights, bool words, const Area& within, float cell)
      : within_(within),
        cell_(cell),
        columns_(1 + static_cast<std::size_t>(within.width / cell)),
        rows_(1 + static_cast<std::size_t>(within.height / cell)),
        sums_((columns_ + 1) * (rows_ + 1)) {
    for (const Sight& sight : sights) {
      if (sight.words == words) take(sight);
    }
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

// Cells that a message covers: those of words count only where the others are as many.
struct Covered {
  int others = 0;
  int words = 0;
  friend auto operator<=>(const Covered&, const Covered&) = default;
};
constexpr Covered kNothing;

class Taken {
 public:
  Taken(std::span<const Sight> sights, const Area& within)
      : others_(sights, false, within, kCell), words_(sights, true, within, kCell) {}
  [[nodiscard]] Covered within(const Area& area) const {
    return {others_.within(area), words_.within(area)};
  }

 private:
  TakenCells others_, words_;
};

struct Found {
  Area area;
  Covered covered;
};

Found least_covered(const Taken& taken, const Area& within, float width, float height, float step) {
  Found best;
  const auto look = [&](float x, float y) {
    const Area area{x, y, width, height};
    if (const Covered covered = taken.within(area); covered < best.covered) best = {area, covered};
  };
  best.area = {within.right() - width, within.bottom() - height, width, height};
  best.covered = taken.within(best.area);
  for (float y = within.bottom() - height; best.covered > kNothing && y >= within.y; y -= step) {
    for (float x = within.right() - width; best.covered > kNothing && x >= within.x; x -= step) {
      look(x, y);
    }
  }
  // The very corner at the upper left, which whole steps may miss.
  if (best.covered > kNothing) look(within.x, within.y);
  return best;
}

}  // namespace

Area message_place(std::span<const Sight> sights, const Area& picture,
                   std::span<const ImVec2> sizes, float step, const std::optional<Area>& last) {
  // A window of a few pixels has no room for its picture.
  const Area within{picture.x, picture.y, std::max(0.0F, picture.width),
                    std::max(0.0F, picture.height)};
  const Taken taken(sights, within);
  std::optional<Found> over_words;
  Found best;
  for (const ImVec2& size : sizes) {
    const float width = std::max(0.0F, std::min(size.x, within.width));
    const float height = std::max(0.0F, std::min(size.y, within.height));
    best = {};
    const bool stays =
        last && last->width == width && last->height == height && inside(*last, within);
    const Covered of_last = stays ? taken.within(*last) : Covered{};
    if (stays && of_last == kNothing) return *last;
    best = least_covered(taken, within, width, height, step);
    if (best.covered == kNothing) return best.area;
    if (stays && of_last == best.covered) best.area = *last;
    if (best.covered.others > 0) continue;
    if (!over_words || best.covered < over_words->covered) over_words = best;
  }
  return over_words ? over_words->area : best.area;
}

}  // namespace sortscope
