// cylinder_labels.h: where words stand around a cylinder, and lines that bars stand before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/pictures/picture.h"
#include "core/views/adaptive/cylinder_depth.h"

namespace sortscope {

/// Words and lines of one sequence of a page, kept apart from all that stand there. It refers to
/// what it is made of.
class CylinderLabels {
 public:
  /// `depths`: of the page's sequences, by instance, filled before anything is placed.
  CylinderLabels(Picture& picture, std::vector<LabelArea>& taken,
                 const std::vector<CylinderDepth>& depths, std::uint32_t instance)
      : picture_(picture), taken_(taken), depths_(depths), instance_(instance) {}

  /// Puts `label` where it stands, `pad` pixels from all others; false where another one or the
  /// page's end is in the way.
  bool place(Label label, float pad = 2);
  /// Names of cuts keep off this closed line, where they can.
  void keep_off(std::span<const ShapePoint> line);
  /// The name of a cut, which is `toward` the reader, at its end of the rim or near by where no bar
  /// is under it; where bars are everywhere, on a patch of ground; else further off, with a line to
  /// `rim`. Wherever a page has room for it, it stands.
  void place_cut(const CylinderDepth& depth, float toward, const Label& label, ShapePoint rim);
  /// Neither bars behind nor spokes take the contrast of what stands there.
  void lay_ground(const LabelArea& area);
  /// Bars of another sequence are under it.
  [[nodiscard]] bool others_touch(const LabelArea& area) const;
  /// A line on the page as far as no bar stands before it; it is `toward` the reader.
  void add_seen_line(const CylinderDepth& depth, ShapePoint a, ShapePoint b, float toward,
                     float width, bool dashed);

 private:
  [[nodiscard]] bool on_line(const LabelArea& area) const;
  // At the next free spot of the page.
  void place_afar(const CylinderDepth& depth, Label label, ShapePoint rim);

  Picture& picture_;
  std::vector<LabelArea>& taken_;
  const std::vector<CylinderDepth>& depths_;
  std::uint32_t instance_;
  std::vector<ShapePoint> lines_;  // points of them, close to each other
};

}  // namespace sortscope
