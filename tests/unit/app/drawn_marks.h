// drawn_marks.h: what a person sees of a picture's marks: colours and strokes.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/pictures/palette.h"
#include "core/pictures/picture.h"

namespace sortscope {

/// A mark of a picture: its colour, and how it is drawn.
struct Drawn {
  Color color;
  float width = 0;  // of a stroke; 0: filled
  bool dashed = false;
  bool hollow = false;
  bool ranked = false;
  bool diamond = false;
};

inline std::vector<Drawn> marks_of(const Picture& picture, const Palette& palette) {
  std::vector<Drawn> marks;
  for (const auto* boxes : {&picture.boxes, &picture.chips}) {
    for (const Box& box : *boxes) {
      marks.push_back({palette.color(box.role, box.rank), box.filled ? 0 : box.width, box.dashed,
                       !box.filled, box.role == Role::kRank, false});
    }
  }
  for (const Line& line : picture.lines) {
    marks.push_back({palette.color(line.role), line.width, line.dashed});
  }
  for (const Dot& dot : picture.dots) {
    marks.push_back({palette.color(dot.role), dot.filled ? 0 : dot.width, false, !dot.filled});
  }
  for (const ArrowHead& arrow : picture.arrows) {
    marks.push_back({palette.color(arrow.role), arrow.width});
  }
  for (const Shape& shape : picture.shapes) {
    const bool diamond =
        shape.count == 4 && picture.points_of(shape)[0].x == picture.points_of(shape)[2].x;
    marks.push_back({palette.color(shape), shape.width, shape.dashed, shape.width > 0,
                     shape.role == Role::kRank, diamond});
  }
  for (const Label& label : picture.labels) {
    if (!label.text.empty()) marks.push_back({palette.color(label.role)});
  }
  return marks;
}

/// Degrees; nothing for greys.
inline std::optional<float> hue_of(const Color& color) {
  const float most = std::max({color.r, color.g, color.b});
  const float least = std::min({color.r, color.g, color.b});
  if (most - least < 0.15F) return std::nullopt;
  const float range = most - least;
  const float sixth = most == color.r   ? (color.g - color.b) / range
                      : most == color.g ? 2 + (color.b - color.r) / range
                                        : 4 + (color.r - color.g) / range;
  return 60 * (sixth < 0 ? sixth + 6 : sixth);
}

}  // namespace sortscope
