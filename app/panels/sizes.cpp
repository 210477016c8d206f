// sizes.cpp: how much of the window the panels may take.
#include <algorithm>
#include <cmath>

#include "app/panels/panels.h"
#include "app/state/app.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"

namespace sortscope {

bool projects_one_view(const App& app) {
  constexpr float kLowPage = 480;
  return app.projector && !app.lesson->active() &&
         static_cast<float>(app.surface.height()) / app.scale() < kLowPage;
}

PanelSizes panel_sizes(const App& app) {
  const float scale = app.scale();
  const float width = static_cast<float>(app.surface.width()) / scale;
  const float height = static_cast<float>(app.surface.height()) / scale;
  const bool low = height < 960;
  PanelSizes sizes;
  sizes.top_bar = low ? 40 : 48;
  sizes.timeline = low ? 66 : 104;
  if (app.panels_shown && !app.projector && width >= 960) {
    // What is left of 30 % of the window.
    const float rest = 1 - 0.7F * height / (height - sizes.top_bar - sizes.timeline);
    sizes.side_panel = std::clamp(std::floor(rest * width), 216.0F, 300.0F);
  }
  // A caption needs lines that can be read, in projector mode too.
  if (app.lesson->active())
    sizes.side_panel = std::clamp(std::floor(0.29F * width), 240.0F, 400.0F);
  if (projects_one_view(app)) sizes.top_bar = 0;
  sizes.top_bar *= scale;
  sizes.timeline = std::min(sizes.timeline * scale, 0.3F * height * scale);
  sizes.side_panel *= scale;
  return sizes;
}

}  // namespace sortscope
