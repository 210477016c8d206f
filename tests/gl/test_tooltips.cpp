// test_tooltips.cpp: everything that can be pressed says what it does.
#include <imgui.h>
#include <imgui_internal.h>

#include "app/state/lesson_player.h"
#include "app/widgets/widgets.h"
#include "tests/gl/drawn_window.h"

namespace sortscope {
namespace {

using Tooltips = DrawnWindow;

TEST_F(Tooltips, EveryButtonHasOne) {
  for (const std::string_view line :
       {"views 4",        "loop 0 3",     "bookmark", "seek 2",       "play",  "pause",
        "padding hidden", "help",         "close",    "palette",      "close", "open",
        "close",          "save",         "close",    "save-session", "close", "export",
        "close",          "new-run",      "close",    "info",         "close", "bench",
        "close",          "command-line", "close",    "welcome",      "close", "projector",
        "projector"}) {
    run(line);
  }
  run("views 1");
  for (const ViewKind& kind : view_kinds()) run("view " + std::string(kind.id));
  app->notices.notify("A message.");
  app->notices.offer("Something to do.", "Sort them instead", "sort-instead");
  draw();
  // The next button would find the last one unexplained.
  draw();
  EXPECT_EQ(app->look.pointer_rest->unexplained, std::set<std::string>());
}

// Whoever rests on one button sees those beside it, which may be pressed next.
TEST_F(Tooltips, NoneCoversWhatCanBePressed) {
  std::size_t shown = 0;
  for (const std::string_view line : {"lesson 1 4", "lesson-leave", "views 4", "projector on"}) {
    run(line);
    app->lesson->settle(*app);
    draw();
    const auto controls = app->look.pointer_rest->controls_before;
    ASSERT_GT(controls.size(), 4U) << line;
    for (const auto& control : controls) {
      PointerRest& rest = *app->look.pointer_rest;
      ImGui::GetIO().MousePos = {control.x + control.width / 2, control.y + control.height / 2};
      draw();
      rest.since_s = kLongAgo_s;
      for (int i = 0; i < 3; ++i) draw();
      if (rest.tooltip_frame < ImGui::GetFrameCount()) continue;
      for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (!window->Active || (window->Flags & ImGuiWindowFlags_Tooltip) == 0) continue;
        ++shown;
        for (const auto& other : controls) {
          const bool apart = window->Pos.x >= other.x + other.width - 1 ||
                             window->Pos.x + window->Size.x <= other.x + 1 ||
                             window->Pos.y >= other.y + other.height - 1 ||
                             window->Pos.y + window->Size.y <= other.y + 1;
          EXPECT_TRUE(apart) << line << ": the tooltip of the button at " << control.x << ", "
                             << control.y << " covers the one at " << other.x << ", " << other.y;
        }
      }
    }
  }
  EXPECT_GT(shown, 40U);
}

}  // namespace
}  // namespace sortscope
