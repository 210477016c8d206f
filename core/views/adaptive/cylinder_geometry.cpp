// cylinder_geometry.cpp: rolling, folding, projecting.
#include "core/views/adaptive/cylinder_geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sortscope {

namespace {

constexpr float kTau = 2 * std::numbers::pi_v<float>;

float eased_share(float value, float from, float to) {
  const float x = std::clamp((value - from) / (to - from), 0.0F, 1.0F);
  return x * x * (3 - 2 * x);
}

}  // namespace

FoldMoments fold_moments(float fold) {
  return {eased_share(fold, 0.04F, 0.5F), eased_share(fold, 0.46F, 0.6F),
          eased_share(fold, 0.62F, 1.0F)};
}

RingPoint Ring::at(float slot) const {
  // The middle of the strip keeps its place; half a turn brings the first key to angle 0 again.
  const float from_middle = slot - keys / 2;
  const float angle = kTau * from_middle / circumference() + std::numbers::pi_v<float> * (1 + roll);
  // A spiral: one gap a turn.
  const float opened = std::min(4 * roll, 1.0F) * (1 - separate) * layer_gap;
  return {radius() + opened * (from_middle / circumference()), angle};
}

CylinderCamera::Projected CylinderCamera::project(RingPoint point, float height) const {
  const float angle = point.angle - azimuth;
  const float x = radius * point.radius * std::sin(angle);
  const float toward = radius * point.radius * std::cos(angle);
  const float sine = std::sin(elevation);
  const float cosine = std::cos(elevation);
  const float nearer = toward * cosine + height * sine;
  const float perspective = distance / std::max(distance - nearer, 0.2F * distance);
  return {center_x + x * perspective, center_y + (toward * sine - height * cosine) * perspective,
          toward};
}

BarFaces bar_faces(const CylinderCamera& camera, RingPoint middle, float width, float depth,
                   float foot, float top) {
  BarFaces faces;
  const float outer = middle.radius + depth / 2;
  const float inner = middle.radius - depth / 2;
  const auto corner = [&](float along, float across) {
    return RingPoint{std::hypot(along, across), middle.angle + std::atan2(across, along)};
  };
  const RingPoint corners[4] = {corner(outer, -width / 2), corner(outer, width / 2),
                                corner(inner, width / 2), corner(inner, -width / 2)};
  for (std::size_t i = 0; i < 4; ++i) {
    faces.foot[i] = camera.project(corners[i], foot);
    faces.top[i] = camera.project(corners[i], top);
  }
  faces.angle = middle.angle - camera.azimuth;
  return faces;
}

}  // namespace sortscope
