// cylinder_depth.h: what the bars of a cylinder hide of what stands behind them.
#pragma once

#include <span>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/views/adaptive/cylinder.h"

namespace sortscope {

/// The outlines of one sequence's bars on the page, back to front.
class CylinderDepth {
 public:
  /// `bars`: of cylinder_bars(). O(bars).
  explicit CylinderDepth(std::span<const CylinderBar> bars);

  /// A bar in front of bar `behind` (an index into the bars) covers a part of `area`. O(bars).
  [[nodiscard]] bool hides(std::size_t behind, const LabelArea& area) const;
  /// A bar that stands nearer than `toward` covers a part of `area`. O(bars).
  [[nodiscard]] bool hides(float toward, const LabelArea& area) const;
  /// Any bar covers a part of `area`. O(1) where all of them are elsewhere, else O(bars).
  [[nodiscard]] bool touches(const LabelArea& area) const;

 private:
  struct Outline {
    std::vector<ShapePoint> corners;  // convex
    LabelArea bounds{};
    float toward = 0;

    [[nodiscard]] bool meets(const LabelArea& area) const;
  };
  std::vector<Outline> outlines_;
  LabelArea bounds_{1e30F, 1e30F, -1e30F, -1e30F};
};

}  // namespace sortscope
