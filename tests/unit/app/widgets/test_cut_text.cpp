// test_cut_text.cpp: what has no room is said where one points at it.
#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>

#include "app/painters/theme.h"
#include "app/views/cut_labels.h"
#include "app/widgets/widgets.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class CutText : public testing::Test {
 protected:
  CutText() : app(surface) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {1280, 720};
    EXPECT_TRUE(add_fonts(*ImGui::GetIO().Fonts, 1));
    EXPECT_TRUE(ImGui::GetIO().Fonts->Build());
    tooltip_stands(1, 1, [] {});
  }
  ~CutText() override { ImGui::DestroyContext(); }

  // A frame with `draw` in a window, the pointer at (x, y); half a second later.
  template <typename Draw>
  bool tooltip_stands(float x, float y, Draw draw) {
    for (int i = 0; i < 8; ++i) {
      ImGui::GetIO().DeltaTime = 0.2F;
      ImGui::GetIO().MousePos = {x, y};
      ImGui::NewFrame();
      follow_pointer(app.look, false);
      ImGui::SetNextWindowPos({0, 0});
      ImGui::SetNextWindowSize({1280, 720});
      ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
      draw();
      ImGui::End();
      explain_cut_text(app.look);
      ImGui::EndFrame();
    }
    return app.look.pointer_rest->tooltip_frame == ImGui::GetFrameCount();
  }

  QuietSurface surface;
  App app;
};

TEST_F(CutText, IsSaidUnderThePointer) {
  const auto draw = [&](float room) {
    return [this, room] {
      draw_fitted(Brush::of(app.look), 100, 100, room, "a long name of a lesson", kSizeText,
                  Face::kSans, Role::kText);
    };
  };
  EXPECT_TRUE(tooltip_stands(120, 100, draw(60)));
  EXPECT_FALSE(tooltip_stands(120, 300, draw(60)));
  EXPECT_FALSE(tooltip_stands(120, 100, draw(600)));
  // A key that is pressed sends it away until the pointer moves.
  app.look.pointer_rest->dismissed = true;
  EXPECT_FALSE(tooltip_stands(120, 100, draw(60)));
  EXPECT_TRUE(tooltip_stands(121, 100, draw(60)));
}

// A path that is longer than a line ends its lines behind its parts, not inside their names.
TEST_F(CutText, PathsBreakBehindTheirParts) {
  int lines_cut = 0;
  int lines_whole = 0;
  tooltip_stands(1, 1, [&] {
    const Brush brush = Brush::of(app.look);
    const float letter = text_width(brush, "0", kSizeText, Face::kMono);
    const auto lines = [&](std::string_view text) {
      const float line = paragraph_height(brush, 900, "0", kSizeText, Face::kMono);
      return static_cast<int>(std::lround(
          paragraph_height(brush, 12.5F * letter, text, kSizeText, Face::kMono) / line));
    };
    lines_whole = lines("aa_bbbbbbbbbb_ccccc");  // 12 and 7 characters
    lines_cut = lines("aa/bbbbbbbbbb/ccccc");    // "aa/", "bbbbbbbbbb/", "ccccc"
  });
  EXPECT_EQ(lines_whole, 2);
  EXPECT_EQ(lines_cut, 3);
}

TEST_F(CutText, OfPicturesToo) {
  Picture picture;
  picture.width = picture.height = 400;
  picture.labels.push_back(fitted(
      {20, 24, "After parallel step 4 of 20", 13, Face::kSansBold, Anchor::kStart, Role::kText},
      80));
  EXPECT_TRUE(picture.labels[0].text.ends_with("…"));
  Pane pane{.width = 400, .height = 400};
  const auto draw = [&] { explain_cut_labels(app.look, picture, pane, 0, 0, 1); };
  pane.hovered = true;
  EXPECT_TRUE(tooltip_stands(40, 24, draw));
  EXPECT_FALSE(tooltip_stands(40, 200, draw));
  picture.labels[0] = fitted(picture.labels[0], {"After parallel step 4 of 20", "4 of 20"}, 80);
  EXPECT_EQ(picture.labels[0].text, "4 of 20");
}

}  // namespace
}  // namespace sortscope
