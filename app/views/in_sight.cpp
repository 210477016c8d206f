// in_sight.cpp: keys, marks of the step and words among the marks of a picture.
#include "app/views/in_sight.h"

#include <algorithm>
#include <cmath>

#include "core/pictures/label_fit.h"
#include "core/pictures/picture.h"

namespace sortscope {

namespace {

bool of_step(Role role) { return role == Role::kExchanged || role == Role::kKept; }

class Collector {
 public:
  Collector(std::vector<Sight>& sights, float x, float y, float scale)
      : sights_(sights), x_(x), y_(y), scale_(scale) {}

  // With a little room around it.
  void add(float left, float top, float right, float bottom, bool words = false) {
    constexpr float kAround = 2;
    sights_.push_back({x_ + scale_ * (left - kAround), y_ + scale_ * (top - kAround),
                       x_ + scale_ * (right + kAround), y_ + scale_ * (bottom + kAround), words});
  }
  // Pieces of a line that runs across the page, for it fills no rectangle.
  void add_line(const Line& line) {
    constexpr float kPiece = 24;
    const float across = std::abs(line.x1 - line.x0);
    const float down = std::abs(line.y1 - line.y0);
    const int pieces = 1 + static_cast<int>(std::min(across, down) / kPiece);
    for (int i = 0; i < pieces; ++i) {
      const auto at = [&](float from, float to, int piece) {
        return std::lerp(from, to, static_cast<float>(piece) / static_cast<float>(pieces));
      };
      const auto [left, right] =
          std::minmax({at(line.x0, line.x1, i), at(line.x0, line.x1, i + 1)});
      const auto [top, bottom] =
          std::minmax({at(line.y0, line.y1, i), at(line.y0, line.y1, i + 1)});
      add(left - 1, top - 1, right + 1, bottom + 1);
    }
  }

 private:
  std::vector<Sight>& sights_;
  float x_, y_, scale_;
};

}  // namespace

void keep_in_sight(std::vector<Sight>& sights, const Picture& picture, float x, float y,
                   float scale) {
  Collector collect(sights, x, y, scale);
  for (const std::vector<Box>* boxes : {&picture.boxes, &picture.chips}) {
    for (const Box& box : *boxes) {
      if (box.role == Role::kRank || box.role == Role::kAccentBand || of_step(box.role)) {
        collect.add(box.x, box.y, box.x + box.w, box.y + box.h);
      }
    }
  }
  for (const Shape& shape : picture.shapes) {
    if (shape.role != Role::kRank && !of_step(shape.role)) continue;
    const auto points = picture.points_of(shape);
    if (points.empty()) continue;
    const auto [left, right] = std::ranges::minmax_element(points, {}, &ShapePoint::x);
    const auto [top, bottom] = std::ranges::minmax_element(points, {}, &ShapePoint::y);
    collect.add(left->x, top->y, right->x, bottom->y);
  }
  for (const Line& line : picture.lines) {
    if (of_step(line.role)) collect.add_line(line);
  }
  for (const Dot& dot : picture.dots) {
    if (dot.role == Role::kRank || of_step(dot.role)) {
      collect.add(dot.x - dot.radius, dot.y - dot.radius, dot.x + dot.radius, dot.y + dot.radius);
    }
  }
  for (const Label& label : picture.labels) {
    if (label.text.empty()) continue;
    const LabelArea area = area_of(label);
    const bool words = !label.of_key && label.on_rank < 0;
    collect.add(area.left, area.top, area.right, area.bottom, words);
  }
}

}  // namespace sortscope
