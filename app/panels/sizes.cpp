// sizes.cpp: how much of the window the panels may take.
#include <algorithm>
#include <cmath>

#include "app/panels/panels.h"
#include "app/state/parts/look.h"

namespace sortscope {

bool projects_one_view(const Look& look, bool in_lesson) {
  constexpr float kLowPage = 480;
  return look.projector && !in_lesson && look.height() / look.scale() < kLowPage;
}

PanelSizes panel_sizes(const Look& look, bool in_lesson) {
  const float scale = look.scale();
  const float width = look.width() / scale;
  const float height = look.height() / scale;
  const bool low = height < 960;
  PanelSizes sizes;
  sizes.top_bar = low ? 40 : 48;
  sizes.timeline = low ? 66 : 104;
  if (look.panels_shown && !look.projector && width >= 960) {
    // What is left of 30 % of the window.
    const float rest = 1 - 0.7F * height / (height - sizes.top_bar - sizes.timeline);
    sizes.side_panel = std::clamp(std::floor(rest * width), 216.0F, 300.0F);
  }
  // A caption needs lines that can be read, in projector mode too.
  if (in_lesson) sizes.side_panel = std::clamp(std::floor(0.29F * width), 240.0F, 400.0F);
  // A class has no use for engines and hints.
  if (look.projector) sizes.top_bar = 0;
  sizes.top_bar *= scale;
  sizes.timeline = std::min(sizes.timeline * scale, 0.3F * height * scale);
  sizes.side_panel *= scale;
  return sizes;
}

}  // namespace sortscope
