// pane_labels.h: every view of typical runs in panes of windows of all sizes.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/panels/panels.h"
#include "app/state/command_table.h"
#include "app/state/opening.h"
#include "app/views/pane_places.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"
#include "core/views/lack.h"
#include "tests/unit/app/pane_pictures.h"

namespace sortscope {

struct TypicalRun {
  std::string_view algorithm;
  std::uint32_t keys;
};

// Each algorithm as a window opens with it; fewer and more keys where the pictures differ.
inline std::vector<TypicalRun> typical_runs() {
  std::vector<TypicalRun> all;
  for (const Algorithm& algorithm : algorithms()) all.push_back({algorithm.id, 16});
  for (const std::string_view id :
       {"bitonic", "odd-even-merge", "adaptive", "abisort", "adaptive-interval", "aks"}) {
    for (const std::uint32_t keys : {8U, 11U, 64U}) all.push_back({id, keys});
  }
  return all;
}

inline PreparedRun prepared(const TypicalRun& run) {
  const Algorithm& algorithm = **find_algorithm(run.algorithm);
  RunRequest request;
  request.algorithm = run.algorithm;
  request.input = usual_input(algorithm);
  request.seed = kUsualSeed;
  EXPECT_TRUE(generate_run_keys(request, algorithm, KeyType::kInt32, run.keys));
  return prepare_run(*record(request, *make_cpu_engine()));
}

struct Page {
  float width, height;  // pixels
  float scale;
  bool projector;
};

class PaneLabels : public testing::TestWithParam<std::string_view> {
 protected:
  PaneLabels() : app(surface) { app.next.engine_id = "cpu"; }

  void run_line(const std::string& line) {
    const Status status = run_command_line(app, line);
    ASSERT_TRUE(status) << line << ": " << status.error().text();
  }

  // Panes of windows with one, two and four views, each once that has another size in units.
  std::vector<Page> pages() {
    std::vector<Page> found;
    std::set<std::tuple<int, int, bool>> seen;
    for (const auto& [wide, high] :
         {std::pair{1024, 700}, {1280, 720}, {1920, 1080}, {2560, 1440}}) {
      for (const float scale : {1.0F, 2.0F, 3.0F}) {
        for (const bool projector : {false, true}) {
          use({wide, high, 1, projector}, scale);
          for (const Pane& pane : panes()) {
            const float unit = app.look.scale();
            if (seen.emplace(std::lround(pane.width / unit), std::lround(pane.height / unit),
                             projector)
                    .second) {
              found.push_back({pane.width, pane.height, app.look.user_scale, projector});
            }
          }
        }
      }
    }
    return found;
  }

  void use(const Window& window, float scale) {
    surface.wide = window.width;
    surface.high = window.height;
    if (app.look.projector) run_line("projector off");
    app.look.projector_scale = 0;
    app.look.user_scale = scale;
    if (window.projector) run_line(fmt::format("projector {}", scale));
  }

  [[nodiscard]] std::vector<Pane> panes() const {
    const PanelSizes sizes = panel_sizes(app.look, false);
    const Pane area{.width = app.look.width() - sizes.side_panel,
                    .height = app.look.height() - sizes.top_bar - sizes.timeline};
    std::vector<Pane> all;
    for (const std::size_t count : {1U, 2U, 4U}) {
      for (const PlacedPane& placed :
           shown_panes(std::vector<bool>(count, false), 0, area, 1, app.look.scale())) {
        all.push_back(placed.pane);
      }
    }
    // Bars alone stand below the other view.
    const std::vector<PlacedPane> above_bars =
        shown_panes({false, true}, 0, area, 1, app.look.scale());
    all.push_back((GetParam() == "bars" ? above_bars.back() : above_bars.front()).pane);
    return all;
  }

  // Calls `look` with the name of each run that the view can show, at its beginning, on its way,
  // with a key followed and a comparator pointed at, and at its end.
  template <typename Look>
  void walk(Look look) {
    std::set<Family> measured;
    for (const TypicalRun& run : typical_runs()) {
      adopt(app, prepared(run));
      app.panes.set_count(1);
      ASSERT_TRUE(app.panes.set(0, GetParam()));
      if (const auto lack = lack_of(GetParam(), app.session.recording(), app.session.measured)) {
        // A measurement of each family will do.
        if (!lack->measurable || !measured.insert(app.session.recording().algorithm->family).second)
          continue;
        run_line(lack->command);
        app.background.wait(app);
      }
      if (lack_of(GetParam(), app.session.recording(), app.session.measured)) continue;
      const std::uint32_t depth = app.session.recording().network.depth();
      const std::string name = fmt::format("{} of {} keys", run.algorithm, run.keys);
      for (const std::uint32_t layer : {0U, depth / 3, 2 * depth / 3, depth}) {
        app.session.seek({layer, 0});
        const bool marked = layer == depth / 3;
        app.session.selected = {};
        app.session.hover = {};
        if (marked) {
          app.session.selected.place = 3;
          app.session.hover.comparator = ComparatorId{layer, 0};
        }
        look(fmt::format("{}, layer {} of {}{}", name, layer, depth, marked ? ", marked" : ""));
      }
    }
  }

  SizedSurface surface;
  App app;
};

/// Of every view, by its name without hyphens.
inline auto all_views() {
  std::vector<std::string_view> ids;
  for (const ViewKind& kind : view_kinds()) ids.push_back(kind.id);
  return testing::ValuesIn(ids);
}
inline std::string view_name(const testing::TestParamInfo<std::string_view>& each) {
  std::string name(each.param);
  std::erase(name, '-');
  return name;
}

}  // namespace sortscope
