// look.cpp: scale, fonts and theme of the window.
#include "app/state/parts/look.h"

#include <algorithm>

#include "app/painters/theme.h"
#include "app/surface/surface.h"

namespace sortscope {

Look::Look(const Surface& surface) : palette(&palettes()[0]), surface_(surface) {}

float Look::scale() const { return std::clamp(surface_.display_scale() * user_scale, 0.5F, 6.0F); }

float Look::width() const { return static_cast<float>(surface_.width()); }

float Look::height() const { return static_cast<float>(surface_.height()); }

Status Look::prepare() {
  const float wanted = scale();
  if (font_scale_ != wanted || letters_pending()) {
    if (Status status = load_fonts(wanted); !status) return status;
    font_scale_ = wanted;
  }
  if (themed_ != palette || themed_scale_ != wanted) {
    apply_theme(*palette, wanted);
    themed_ = palette;
    themed_scale_ = wanted;
  }
  return {};
}

}  // namespace sortscope
