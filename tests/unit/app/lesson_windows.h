// lesson_windows.h: every stop of every lesson in windows of many sizes.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/panels.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/views/pane_places.h"
#include "core/lessons/lesson.h"
#include "tests/unit/app/pane_pictures.h"

namespace sortscope {

inline constexpr Window kWindows[] = {
    {1024, 700, 1, false},  {1280, 720, 1, false},  {1920, 1080, 1, false}, {2560, 1440, 1, false},
    {2560, 1440, 2, false}, {3840, 2160, 3, false}, {1024, 700, 1, true},   {1280, 720, 1, true},
    {1920, 1080, 1, true},  {2560, 1440, 2, true},  {1920, 1080, 2, false}, {2560, 1440, 1, true},
    {3840, 2160, 2, true},
};

class LessonWindows : public testing::TestWithParam<std::string_view> {
 protected:
  LessonWindows() : app(surface) {}

  void run(const std::string& line) {
    const Status status = run_command_line(app, line);
    ASSERT_TRUE(status) << line << ": " << status.error().text();
  }
  // Calls `look` with each step of each stop.
  template <typename Look>
  void walk(Look look) {
    run("lesson " + std::string(GetParam()));
    const auto& stops = app.lesson->lesson().stops;
    for (std::size_t stop = 0; stop < stops.size(); ++stop) {
      for (std::size_t build = 0; build < stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        look(fmt::format("{}, stop {}, step {}", GetParam(), stop + 1, build + 1));
      }
    }
  }
  void use(const Window& window) {
    surface.wide = window.width;
    surface.high = window.height;
    surface.scaled = window.display_scale;
    if (app.look.projector) run("projector off");
    if (window.projector) run("projector on");
  }
  // Panes as the window places them.
  [[nodiscard]] std::vector<Pane> panes() const {
    const PanelSizes sizes = panel_sizes(app.look, true);
    const float width = app.look.width() - sizes.side_panel;
    const float height = app.look.height() - sizes.top_bar - sizes.timeline;
    return pane_places(app.panes.views.size(), app.panes.views.back()->id() == "bars", 0, 0, width,
                       height, 1);
  }

  // One, two and four views.
  [[nodiscard]] std::vector<Pane> divided() const {
    const PanelSizes sizes = panel_sizes(app.look, true);
    const Pane area{.width = app.look.width() - sizes.side_panel,
                    .height = app.look.height() - sizes.top_bar - sizes.timeline};
    std::vector<Pane> all;
    for (const std::size_t count : {1U, 2U, 4U}) {
      for (const PlacedPane& placed :
           shown_panes(std::vector<bool>(count, false), 0, area, 1, app.look.scale())) {
        all.push_back(placed.pane);
      }
    }
    return all;
  }

  SizedSurface surface;
  App app;
};

/// The names of all lessons, and what a test of one is called.
inline auto lesson_names() {
  std::vector<std::string_view> names;
  for (const Lesson& lesson : shipped_lessons()) names.push_back(lesson.name);
  return testing::ValuesIn(names);
}
inline std::string lesson_test_name(const testing::TestParamInfo<std::string_view>& each) {
  std::string name(each.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace sortscope
