// sized_font.h: the letters that are nearest to a size, and that size.
#pragma once

#include <imgui.h>

#include "app/painters/theme.h"
#include "app/widgets/widgets.h"

namespace sortscope {

struct SizedFont {
  ImFont* font;
  float size;  // pixels of a line
};
inline SizedFont sized_font(const Brush& brush, float size, Face face) {
  const float em = size * brush.scale;
  return {Fonts::nearest(face, em), Fonts::line_pixels(face, em)};
}

}  // namespace sortscope
