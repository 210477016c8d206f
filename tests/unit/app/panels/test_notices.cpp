// test_notices.cpp: before a class messages and progress lie over the timeline, not over the
// picture nor the buttons beside it; a card at the pointer lies over neither.
#include <gtest/gtest.h>
#include <imgui.h>

#include <string>
#include <utility>

#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/widgets/widgets.h"
#include "app/window/frame.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class SizedSurface final : public QuietSurface {
 public:
  int wide = 1280, high = 720;
  [[nodiscard]] int width() const override { return wide; }
  [[nodiscard]] int height() const override { return high; }
};

class MessagesOnAProjector : public testing::TestWithParam<std::pair<int, int>> {
 protected:
  MessagesOnAProjector() : app(surface) {
    std::tie(surface.wide, surface.high) = GetParam();
    app.session.open(prepare_run(small_recording()));
    EXPECT_TRUE(run_command_line(app, "projector on"));
    app.notices.shown.clear();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {app.look.width(), app.look.height()};
    EXPECT_TRUE(add_fonts(*ImGui::GetIO().Fonts, app.look.scale()));
    EXPECT_TRUE(ImGui::GetIO().Fonts->Build());
    apply_theme(*app.look.palette, app.look.scale());
  }
  ~MessagesOnAProjector() override { ImGui::DestroyContext(); }

  // What floats after a frame.
  const std::vector<Area>& drawn() {
    ImGui::GetIO().DeltaTime = 0.1F;
    ImGui::NewFrame();
    const PanelParts given = panel_parts(app);
    given.memory.floating.clear();
    draw_notices(given);
    ImGui::Render();
    return app.panel_memory->floating;
  }
  void expect_over_timeline(const std::vector<Area>& areas, const std::string& what) {
    const PanelSizes sizes = panel_sizes(app.look, false);
    for (const Area& area : areas) {
      EXPECT_GE(area.y, app.look.height() - sizes.timeline) << what;
      EXPECT_LE(area.bottom(), app.look.height()) << what;
      // Beside the buttons, where a page has room for that.
      if (app.look.width() >= 1280) {
        EXPECT_GE(area.x, kTransportWidth * app.look.scale()) << what;
      }
      EXPECT_GE(area.x, 0) << what;
      EXPECT_LE(area.right(), app.look.width()) << what;
    }
  }

  SizedSurface surface;
  App app;
};

TEST_P(MessagesOnAProjector, LieOverTheTimelineOneAtATime) {
  const std::string text = "A message of some words that says what came of what was done, ";
  for (std::size_t length = 6; length <= 120; length += 6) {
    app.notices.shown.clear();
    app.notices.notify((text + text).substr(0, length));
    ASSERT_EQ(drawn().size(), 1U);
    expect_over_timeline(drawn(), std::to_string(length) + " characters");
    app.notices.shown.clear();
    app.notices.offer((text + text).substr(0, length), "Back to my run", "back", false);
    ASSERT_EQ(drawn().size(), 1U);
    expect_over_timeline(drawn(), std::to_string(length) + " characters and a button");
  }
  // Several wait for each other, and none is lost; what failed comes first.
  app.notices.shown.clear();
  app.notices.notify("The first.");
  app.notices.notify("It failed.", true);
  app.notices.notify("The last.");
  double shown_until = 0;
  for (int frame = 0; frame < 600 && !app.notices.shown.empty(); ++frame) {
    ASSERT_LE(drawn().size(), 1U);
    if (app.notices.shown.size() > 1) shown_until = app.clock.time_s;
    app.clock.time_s += 0.1;
  }
  EXPECT_TRUE(app.notices.shown.empty());
  EXPECT_GT(shown_until, 12) << "the error has its time before the others have theirs";
}

INSTANTIATE_TEST_SUITE_P(Windows, MessagesOnAProjector,
                         testing::Values(std::pair{1280, 720}, std::pair{1920, 1080},
                                         std::pair{1024, 700}));

}  // namespace
}  // namespace sortscope
