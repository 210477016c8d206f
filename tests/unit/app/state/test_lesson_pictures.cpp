// test_lesson_pictures.cpp: every stop of every lesson in windows of many sizes, on a projector
// too: words have room, stay in their pane and clear of keys, and pictures have what is spoken of.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "app/panels/panels.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/views/pane_places.h"
#include "tests/unit/app/pane_pictures.h"

namespace sortscope {
namespace {

constexpr Window kWindows[] = {
    {1024, 700, 1, false},  {1280, 720, 1, false},  {1920, 1080, 1, false}, {2560, 1440, 1, false},
    {2560, 1440, 2, false}, {3840, 2160, 3, false}, {1024, 700, 1, true},   {1280, 720, 1, true},
    {1920, 1080, 1, true},  {2560, 1440, 2, true},
};

class LessonPictures : public testing::TestWithParam<std::string_view> {
 protected:
  LessonPictures() : app(surface) {}

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

  SizedSurface surface;
  App app;
};

TEST_P(LessonPictures, WordsHaveRoomInEveryWindow) {
  std::map<std::string, int> seen;
  walk([&](const std::string& where) {
    for (const Window& window : kWindows) {
      use(window);
      const std::vector<Pane> places = panes();
      for (std::size_t i = 0; i < places.size(); ++i) {
        const std::string view(app.panes.views[i]->id());
        const auto picture = picture_of(app, view, places[i].width, places[i].height);
        if (!picture) continue;
        for (const std::string& complaint : complaints(*picture)) {
          if (++seen[view] > 12) break;
          ADD_FAILURE() << where << ", " << name_of(window) << ", " << view << " ("
                        << places[i].width << " × " << places[i].height << "): " << complaint;
        }
      }
    }
  });
  for (const auto& [view, count] : seen) {
    if (count > 12) ADD_FAILURE() << view << ": " << count << " in all";
  }
}

// What a lesson's words point at, and what of the picture that is.
struct Spoken {
  std::string_view words, view;
  bool (*drawn)(const Picture& picture);
};

bool has_label(const Picture& picture, std::string_view part) {
  return std::ranges::any_of(picture.labels, [&](const Label& label) {
    return label.text.find(part) != std::string::npos;
  });
}

constexpr Spoken kSpoken[] = {
    {"bars below the tree", "tree",
     [](const Picture& picture) {
       // The lowest keys are bars that stand on one line, a bar a key.
       float lowest = 0;
       for (const Box& chip : picture.chips) lowest = std::max(lowest, chip.y + chip.h);
       return std::ranges::count_if(picture.chips, [&](const Box& chip) {
                return chip.y + chip.h > lowest - 1;
              }) >= 15;
     }},
    {"line below the picture compares", "network",
     [](const Picture& picture) {
       return has_label(picture, "343") && has_label(picture, "bitonic") &&
              has_label(picture, "4608");
     }},
    {"line below the tree", "aks-tree",
     [](const Picture& picture) { return has_label(picture, "a stranger at t ="); }},
    {"bars below the plan", "schedule",
     [](const Picture& picture) { return has_label(picture, "busy"); }},
    {"table on the right counts", "schedule",
     [](const Picture& picture) { return has_label(picture, "steps, this merge"); }},
    {"table on the right counts", "memory",
     [](const Picture& picture) { return has_label(picture, "wizzl"); }},
};

TEST_P(LessonPictures, HaveWhatIsSpokenOf) {
  walk([&](const std::string& where) {
    const LessonPlace place = app.lesson->place();
    const LessonBuild& build = app.lesson->lesson().stops[place.stop].builds[place.build];
    for (const Spoken& spoken : kSpoken) {
      if ((build.caption + build.notes).find(spoken.words) == std::string::npos) continue;
      for (const Window& window : kWindows) {
        use(window);
        const std::vector<Pane> places = panes();
        for (std::size_t i = 0; i < places.size(); ++i) {
          if (app.panes.views[i]->id() != spoken.view) continue;
          const auto picture = picture_of(app, spoken.view, places[i].width, places[i].height);
          EXPECT_TRUE(picture && spoken.drawn(*picture))
              << where << ", " << name_of(window) << ": '" << spoken.words << "' is not drawn";
        }
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, LessonPictures, testing::ValuesIn([] {
                           std::vector<std::string_view> names;
                           for (const Lesson& lesson : shipped_lessons())
                             names.push_back(lesson.name);
                           return names;
                         }()),
                         [](const auto& each) {
                           std::string name(each.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace sortscope
