// sizes.cpp: how much of the window the panels may take.
#include <algorithm>
#include <cmath>

#include "app/panels/panels.h"
#include "app/state/lesson_player.h"
#include "app/state/parts/least_pane.h"
#include "app/state/parts/look.h"
#include "app/state/quiz.h"

namespace sortscope {

namespace {

constexpr float kLeastSidePanel = 160;  // narrower, its words are not read
constexpr float kLeastLesson = 200;     // lower, some lines and the buttons find no room
constexpr float kLeastBesideBar = 270;  // of a lesson below the bar: its answers share a page

// The picture comes first: the side panel gives way, then goes; so do the top bar and the timeline.
// So does all around a lesson's words.
void leave_room(PanelSizes& sizes, float width, float height, bool in_lesson) {
  const float side = std::min(sizes.side_panel, width - kLeastPaneWidth);
  sizes.side_panel = side < std::min(kLeastSidePanel, sizes.side_panel) ? 0 : side;
  const float least = in_lesson ? kLeastLesson : kLeastPaneHeight;
  const float below_bar = in_lesson ? kLeastBesideBar : least;
  if (height - sizes.top_bar - sizes.timeline < below_bar) sizes.top_bar = 0;
  if (height - sizes.timeline < least) sizes.timeline = 0;
}

}  // namespace

bool projects_one_view(const Look& look, bool in_lesson) {
  constexpr float kLowPage = 480;
  return look.projector && !in_lesson && look.height() / look.scale() < kLowPage;
}

bool words_beside(const Look& look, const LessonPlayer& lesson, const Quiz& quiz) {
  return lesson.active() || (quiz.open() && panel_sizes(look, false).side_panel == 0);
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
  // Nobody presses anything in a film.
  if (look.film) sizes.top_bar = sizes.timeline = 0;
  sizes.timeline = std::min(sizes.timeline, 0.3F * height);
  leave_room(sizes, width, height, in_lesson);
  for (float* size : {&sizes.top_bar, &sizes.side_panel, &sizes.timeline}) *size *= scale;
  return sizes;
}

}  // namespace sortscope
