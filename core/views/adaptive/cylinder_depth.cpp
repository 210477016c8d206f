// cylinder_depth.cpp: convex outlines of bars against rectangles of text.
#include "core/views/adaptive/cylinder_depth.h"

#include <algorithm>
#include <array>

namespace sortscope {

namespace {

float cross(ShapePoint o, ShapePoint a, ShapePoint b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// The convex hull of the points (Andrew's monotone chain).
std::vector<ShapePoint> hull_of(std::vector<ShapePoint> points) {
  std::sort(points.begin(), points.end(),
            [](ShapePoint a, ShapePoint b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<ShapePoint> hull;
  for (int way = 0; way < 2; ++way) {
    const std::size_t start = hull.size();
    for (const ShapePoint& point : points) {
      while (hull.size() >= start + 2 && cross(hull[hull.size() - 2], hull.back(), point) <= 0) {
        hull.pop_back();
      }
      hull.push_back(point);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

struct Range {
  float least, most;
};
Range along(std::span<const ShapePoint> points, float x, float y) {
  Range range{1e30F, -1e30F};
  for (const ShapePoint& point : points) {
    const float at = point.x * x + point.y * y;
    range = {std::min(range.least, at), std::max(range.most, at)};
  }
  return range;
}

// Two convex shapes are apart where a line along one of their edges parts them.
bool meet(std::span<const ShapePoint> outline, const LabelArea& area) {
  const std::array<ShapePoint, 4> corners = {{{area.left, area.top},
                                              {area.right, area.top},
                                              {area.right, area.bottom},
                                              {area.left, area.bottom}}};
  const auto parted = [&](float x, float y) {
    const Range a = along(outline, x, y);
    const Range b = along(corners, x, y);
    return a.most <= b.least || b.most <= a.least;
  };
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const ShapePoint a = outline[i];
    const ShapePoint b = outline[(i + 1) % outline.size()];
    if (parted(b.y - a.y, a.x - b.x)) return false;
  }
  return true;
}

}  // namespace

CylinderDepth::CylinderDepth(std::span<const CylinderBar> bars) {
  outlines_.reserve(bars.size());
  for (const CylinderBar& bar : bars) {
    Outline outline;
    std::vector<ShapePoint> points;
    for (std::size_t i = 0; i < 4; ++i) {
      points.push_back({bar.faces.foot[i].x, bar.faces.foot[i].y});
      points.push_back({bar.faces.top[i].x, bar.faces.top[i].y});
      outline.toward += bar.faces.foot[i].toward / 4;
    }
    outline.corners = hull_of(std::move(points));
    const Range x = along(outline.corners, 1, 0);
    const Range y = along(outline.corners, 0, 1);
    outline.bounds = {x.least, y.least, x.most, y.most};
    bounds_ = {std::min(bounds_.left, x.least), std::min(bounds_.top, y.least),
               std::max(bounds_.right, x.most), std::max(bounds_.bottom, y.most)};
    outlines_.push_back(std::move(outline));
  }
}

bool CylinderDepth::Outline::meets(const LabelArea& area) const {
  return overlap(bounds, area) && meet(corners, area);
}

bool CylinderDepth::hides(std::size_t behind, const LabelArea& area) const {
  return std::any_of(outlines_.begin() + static_cast<std::ptrdiff_t>(behind) + 1, outlines_.end(),
                     [&](const Outline& outline) { return outline.meets(area); });
}

bool CylinderDepth::touches(const LabelArea& area) const {
  return overlap(bounds_, area) && std::ranges::any_of(outlines_, [&](const Outline& outline) {
           return outline.meets(area);
         });
}

bool CylinderDepth::hides(float toward, const LabelArea& area) const {
  return std::any_of(outlines_.begin(), outlines_.end(), [&](const Outline& outline) {
    return outline.toward > toward && outline.meets(area);
  });
}

}  // namespace sortscope
