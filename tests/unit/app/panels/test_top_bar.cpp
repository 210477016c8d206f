// test_top_bar.cpp: however narrow the window, the top bar says of what its numbers are.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>

#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/window/frame.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/drawn_text.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(TopBar, TheNumberOfKeysKeepsItsName) {
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  app.session.open(prepare_run(small_recording()));
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  ASSERT_TRUE(add_fonts(*io.Fonts, 1));
  ASSERT_TRUE(io.Fonts->Build());
  apply_theme(*app.look.palette, 1);
  for (const float width : {640.0F, 800.0F, 1024.0F, 1280.0F, 1920.0F}) {
    io.DisplaySize = {width, 720};
    io.DeltaTime = 0.1F;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    const Pane bar{0, 0, width, panel_sizes(app.look, true).top_bar};
    ImGui::SetNextWindowSize({bar.width, bar.height});
    ImGui::Begin("top", nullptr, ImGuiWindowFlags_NoDecoration);
    draw_top_bar(panel_parts(app), bar);
    ImGui::End();
    ImGui::Render();
    const auto texts = drawn_texts();
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const DrawnText& drawn) {
      return drawn.text.starts_with("Keys");
    })) << width;
  }
  ImGui::DestroyContext();
}

// Who has left the first screen finds back to it by the program's name.
TEST(TopBar, TheNameOpensTheFirstScreen) {
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  app.session.open(prepare_run(small_recording()));
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  ASSERT_TRUE(add_fonts(*io.Fonts, 1));
  ASSERT_TRUE(io.Fonts->Build());
  apply_theme(*app.look.palette, 1);
  io.DisplaySize = {1280, 720};
  io.MousePos = {60, 20};
  for (const bool down : {false, false, true, false}) {
    io.DeltaTime = 0.1F;
    io.MouseDown[0] = down;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    const Pane bar{0, 0, 1280, panel_sizes(app.look, true).top_bar};
    ImGui::SetNextWindowSize({bar.width, bar.height});
    ImGui::Begin("top", nullptr, ImGuiWindowFlags_NoDecoration);
    draw_top_bar(panel_parts(app), bar);
    ImGui::End();
    ImGui::EndFrame();
  }
  const auto asked = app.asked.take();
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].line, "welcome");
  ImGui::DestroyContext();
}

}  // namespace
}  // namespace sortscope
