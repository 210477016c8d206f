// cylinder_geometry.h: a sequence around a cylinder, and its folding into the cylinders of L and U
// (Zachmann 2011, figures 2 and 6), as plain numbers.
#pragma once

#include <array>
#include <cstdint>

namespace sortscope {

/// The moments of a fold from 0 (one cylinder) to 1 (two): each share runs from 0 to 1, eased, one
/// after the other.
struct FoldMoments {
  float roll = 0;      // the strip is cut and rolled around half the circumference
  float compare = 0;   // pairs lie on each other: the hulls appear
  float separate = 0;  // L and U move apart
};
FoldMoments fold_moments(float fold);

/// A point of the floor around a cylinder's axis; the cylinder has radius 1 before the fold.
struct RingPoint {
  float radius = 1;
  float angle = 0;  // radians, growing with the position
};

/// Where the strip of n keys lies around the cylinder.
struct Ring {
  float keys = 2;           // n
  float roll = 0;           // FoldMoments::roll
  float separate = 0;       // FoldMoments::separate
  float layer_gap = 0.24F;  // between the two layers of the rolled strip, in radii

  /// Keys around the circumference: n before, n/2 once it is rolled.
  [[nodiscard]] float circumference() const { return keys * (1 - 0.5F * roll); }
  /// Radius of the rolled strip: 1 before, 1/2 after.
  [[nodiscard]] float radius() const { return 1 - 0.5F * roll; }
  /// The middle of key `slot` is at slot + 0.5. Before the fold, 0 and n are the same angle; after
  /// it, slot and slot + n/2 are. The later layer is the outer one until L and U are apart.
  [[nodiscard]] RingPoint at(float slot) const;
};

/// How one looks at a cylinder: orthographic with a soft perspective, the axis upright.
struct CylinderCamera {
  float azimuth = 0;       // radians: the angle of the ring that faces the reader
  float elevation = 0.5F;  // radians above the floor
  float distance = 1000;   // of the eye, in pixels: what is nearer is larger
  float center_x = 0;      // of the axis' foot on the page
  float center_y = 0;
  float radius = 100;  // pixels a radius

  struct Projected {
    float x, y;
    float toward;  // pixels towards the reader on the floor: what is drawn later
  };
  /// `height` in pixels above the floor.
  [[nodiscard]] Projected project(RingPoint point, float height) const;
};

/// Centre and radius of the cylinders of a row: instance `number` of `count`, whose sequences share
/// the width. In a fold, the cylinder of the lower wires goes left, that of the upper wires right,
/// to where the next stage's instances 2 number and 2 number + 1 stand.
struct Row {
  float left = 0, right = 100;  // of the page's part
  std::uint32_t count = 1;
  float radius = 50;  // pixels, of a whole cylinder of this stage

  [[nodiscard]] float pitch() const { return (right - left) / static_cast<float>(count); }
  [[nodiscard]] float center(std::uint32_t number) const {
    return left + (static_cast<float>(number) + 0.5F) * pitch();
  }
  /// Centre of one of the two halves, 0 or 1, `separate` of the way.
  [[nodiscard]] float half_center(std::uint32_t number, std::uint32_t half, float separate) const {
    return center(number) + (half == 0 ? -0.25F : 0.25F) * separate * pitch();
  }
};

/// The corners of a bar's foot and top on the page: tangential width and radial depth in radii.
struct BarFaces {
  std::array<CylinderCamera::Projected, 4>
      foot;  // outer left, outer right, inner right, inner left
  std::array<CylinderCamera::Projected, 4> top;
  float angle = 0;  // of the outward normal against the reader: 0 faces the reader
};
BarFaces bar_faces(const CylinderCamera& camera, RingPoint middle, float width, float depth,
                   float foot, float top);

}  // namespace sortscope
