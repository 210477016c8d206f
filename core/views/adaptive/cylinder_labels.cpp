// cylinder_labels.cpp: words that keep off bars and each other.
#include "core/views/adaptive/cylinder_labels.h"

#include <algorithm>
#include <cmath>

namespace sortscope {

bool CylinderLabels::place(Label label, float pad) {
  LabelArea area = area_of(label);
  area = {area.left - pad, area.top - pad, area.right + pad, area.bottom + pad};
  if (area.left < 2 || area.top < 2 || area.right > picture_.width - 2 ||
      area.bottom > picture_.height - 2) {
    return false;
  }
  for (const LabelArea& other : taken_) {
    if (overlap(area, other)) return false;
  }
  taken_.push_back(area);
  picture_.labels.push_back(std::move(label));
  return true;
}

bool CylinderLabels::others_touch(const LabelArea& area) const {
  for (std::size_t i = 0; i < depths_.size(); ++i) {
    if (i != instance_ && depths_[i].touches(area)) return true;
  }
  return false;
}

void CylinderLabels::add_seen_line(const CylinderDepth& depth, ShapePoint a, ShapePoint b,
                                   float toward, float width, bool dashed) {
  constexpr int kPieces = 32;
  const auto at = [&](int i) {
    const float t = static_cast<float>(i) / kPieces;
    return ShapePoint{std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)};
  };
  int from = -1;
  for (int i = 0; i <= kPieces; ++i) {
    const ShapePoint p = at(i);
    const bool seen = !depth.hides(toward, {p.x - 0.5F, p.y - 0.5F, p.x + 0.5F, p.y + 0.5F});
    if (seen && from < 0) from = i;
    if (from < 0 || (seen && i < kPieces)) continue;
    const int to = seen ? i : i - 1;
    if (to > from) {
      picture_.lines.push_back(
          {at(from).x, at(from).y, at(to).x, at(to).y, Role::kAccent, width, dashed});
    }
    from = -1;
  }
}

void CylinderLabels::keep_off(std::span<const ShapePoint> line) {
  constexpr int kPieces = 8;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const ShapePoint& a = line[i];
    const ShapePoint& b = line[(i + 1) % line.size()];
    for (int piece = 0; piece < kPieces; ++piece) {
      const float t = static_cast<float>(piece) / kPieces;
      lines_.push_back({std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)});
    }
  }
}

bool CylinderLabels::on_line(const LabelArea& area) const {
  return std::any_of(lines_.begin(), lines_.end(), [&](const ShapePoint& p) {
    return p.x > area.left && p.x < area.right && p.y > area.top && p.y < area.bottom;
  });
}

void CylinderLabels::place_cut(const CylinderDepth& depth, float toward, const Label& label,
                               ShapePoint rim) {
  constexpr float kNear = 14;
  constexpr int kSteps = 5;
  const float outwards = label.anchor == Anchor::kEnd ? -kNear : kNear;
  for (int steps = 0; steps <= kSteps; ++steps) {
    for (int aside = 0; aside <= steps; ++aside) {
      const auto drop = static_cast<float>(steps - aside) * kNear;
      for (const float down : {drop, -drop}) {
        Label moved = label;
        moved.x += static_cast<float>(aside) * outwards;
        moved.y += down;
        const LabelArea there = area_of(moved);
        if (depth.touches(there) || others_touch(there) || on_line(there)) continue;
        if (place(moved)) return;
      }
    }
  }
  const LabelArea area = area_of(label);
  if (!depth.hides(toward, area) && !others_touch(area) && place(label)) {
    lay_ground(area);
    return;
  }
  place_afar(depth, label, rim);
}

void CylinderLabels::place_afar(const CylinderDepth& depth, Label label, ShapePoint rim) {
  constexpr float kStep = 10;
  const float half = (area_of(label).right - area_of(label).left) / 2;
  label.anchor = Anchor::kMiddle;
  std::vector<ShapePoint> spots;
  for (float y = kStep; y < picture_.height; y += kStep) {
    for (float x = half; x < picture_.width - half; x += kStep) spots.push_back({x, y});
  }
  const auto far = [&](const ShapePoint& spot) {
    return std::hypot(spot.x - rim.x, spot.y - rim.y);
  };
  std::sort(spots.begin(), spots.end(),
            [&](const ShapePoint& a, const ShapePoint& b) { return far(a) < far(b); });
  for (const ShapePoint& spot : spots) {
    label.x = spot.x;
    label.y = spot.y;
    const LabelArea there = area_of(label);
    if (depth.touches(there) || others_touch(there) || on_line(there)) continue;
    if (!place(label)) continue;
    const float x = std::clamp(rim.x, there.left, there.right);
    const float y = rim.y < there.top ? there.top : std::min(rim.y, there.bottom);
    picture_.lines.push_back({rim.x, rim.y, x, y, Role::kAccent, 1, true});
    return;
  }
}

void CylinderLabels::lay_ground(const LabelArea& area) {
  picture_.chips.push_back({.x = area.left - 2,
                            .y = area.top - 1,
                            .w = area.right - area.left + 4,
                            .h = area.bottom - area.top + 2,
                            .role = Role::kGround,
                            .filled = true,
                            .corner = 3});
}

}  // namespace sortscope
