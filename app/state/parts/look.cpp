// look.cpp: scale, fonts and theme of the window.
#include "app/state/parts/look.h"

#include <algorithm>

#include "app/painters/theme.h"
#include "app/surface/surface.h"

namespace sortscope {

namespace {

// Pages of fewer units have no room for a diagram of 16 wires with its keys.
constexpr float kLeastPageWidth = 640;
constexpr float kLeastPageHeight = 360;

}  // namespace

Look::Look(const Surface& surface) : palette(&palettes()[0]), surface_(surface) {}

float Look::scale() const { return std::clamp(surface_.display_scale() * user_scale, 0.5F, 6.0F); }

float Look::width() const { return static_cast<float>(surface_.width()); }

float Look::height() const { return static_cast<float>(surface_.height()); }

std::pair<float, float> Look::units() const {
  return {width() / surface_.display_scale(), height() / surface_.display_scale()};
}

void Look::size_for_projector() {
  const auto [wide, high] = units();
  sized_for_ = {wide, high};
  const float most = std::clamp(std::min(wide / kLeastPageWidth, high / kLeastPageHeight),
                                kLeastProjected, kMostProjected);
  // Twice the size where the window is as high as most projectors show.
  user_scale =
      projector_scale > 0 ? std::min(projector_scale, most) : std::clamp(high / 540, 1.25F, 2.0F);
}

void Look::follow_window() {
  if (projector && sized_for_ && *sized_for_ != units()) size_for_projector();
}

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
