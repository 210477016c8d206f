// test_presets.cpp: every worked example opens as it says.
#include "core/lessons/presets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/state/command_table.h"
#include "app/views/views.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(Presets, OpenWithoutAWordOfComplaint) {
  for (const Preset& preset : presets()) {
    QuietSurface surface;
    App app(surface);
    app.next.engine_id = "cpu";
    ASSERT_TRUE(run_command_line(app, "preset " + std::string(preset.id))) << preset.id;
    app.background.wait(app);
    ASSERT_TRUE(app.session.loaded()) << preset.id;
    // A race shows the lane that finishes last.
    if (app.session.measured.race == nullptr) {
      EXPECT_EQ(app.session.recording().algorithm->id, preset.algorithm) << preset.id;
    }
    // In some demonstrations a mistake is to be seen at once.
    const bool wrong =
        std::ranges::count(
            std::initializer_list<std::string_view>{"mistake-loops", "mistake-first-trace",
                                                    "mistake-second-trace", "mistake-v2-index"},
            preset.id) > 0;
    const std::string title = app.session.recording().title();
    if (wrong) {
      EXPECT_TRUE(title.starts_with("Wrong on purpose")) << preset.id << ": " << title;
    }
    if (preset.id == "aks-planted") {
      EXPECT_EQ(title, "AKS network, errors planted");
    }
    EXPECT_EQ(app.session.recording().sorted, !wrong) << preset.id;
    for (const Notice& notice : app.notices.shown) {
      if (wrong) continue;
      EXPECT_FALSE(notice.error) << preset.id << ": " << notice.text;
    }
    if (preset.view.empty()) continue;
    EXPECT_NE(find_view_kind(preset.view), nullptr) << preset.id;
    EXPECT_TRUE(std::any_of(app.panes.views.begin(), app.panes.views.end(), [&](const auto& view) {
      return view->id() == preset.view;
    })) << preset.id;
  }
}

TEST(Presets, NameEveryFigureTheoremAndAlgorithmOfTheArticle) {
  std::set<std::string> ids;
  for (const Preset& preset : presets()) {
    EXPECT_TRUE(ids.emplace(preset.id).second) << preset.id;
    EXPECT_FALSE(preset.title.empty() || preset.shows.empty()) << preset.id;
  }
  for (int figure = 1; figure <= 12; ++figure) {
    EXPECT_TRUE(ids.contains("figure-" + std::to_string(figure))) << figure;
  }
  for (int number = 1; number <= 3; ++number) {
    EXPECT_TRUE(ids.contains("theorem-" + std::to_string(number)));
    EXPECT_TRUE(ids.contains("algorithm-" + std::to_string(number)));
  }
  EXPECT_FALSE(find_preset("figure-13").ok());
}

TEST(Presets, FormerNamesStillOpenTheSame) {
  EXPECT_EQ(find_preset("seed-003-example").value(), find_preset("bitonic-example").value());
  EXPECT_EQ(find_preset("seed-001-example").value(), find_preset("merge-example").value());
  EXPECT_EQ(find_preset("seed-003-rotated").value(), find_preset("rotated-example").value());
  for (const Preset& preset : presets()) EXPECT_FALSE(preset.id.starts_with("seed-")) << preset.id;
}

}  // namespace
}  // namespace sortscope
