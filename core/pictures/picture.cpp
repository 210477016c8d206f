// picture.cpp: a picture magnified.
#include "core/pictures/picture.h"

namespace sortscope {

Picture magnified(Picture picture, float by) {
  picture.width *= by;
  picture.height *= by;
  for (auto* boxes : {&picture.boxes, &picture.chips}) {
    for (Box& box : *boxes) {
      box.x *= by;
      box.y *= by;
      box.w *= by;
      box.h *= by;
      box.corner *= by;
      box.width *= by;
    }
  }
  for (Shape& shape : picture.shapes) shape.width *= by;
  for (ShapePoint& point : picture.points) point = {point.x * by, point.y * by};
  for (Line& line : picture.lines) {
    line.x0 *= by;
    line.y0 *= by;
    line.x1 *= by;
    line.y1 *= by;
    line.width *= by;
  }
  for (ArrowHead& arrow : picture.arrows) {
    arrow.x *= by;
    arrow.y *= by;
    arrow.size *= by;
    arrow.width *= by;
  }
  for (Dot& dot : picture.dots) {
    dot.x *= by;
    dot.y *= by;
    dot.radius *= by;
    dot.width *= by;
  }
  for (Label& label : picture.labels) {
    label.x *= by;
    label.y *= by;
    label.size *= by;
  }
  return picture;
}

}  // namespace sortscope
