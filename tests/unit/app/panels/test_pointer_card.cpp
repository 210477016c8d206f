// test_pointer_card.cpp: where no side panel explains what is under the pointer, a card beside it
// does.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <bit>
#include <cfloat>

#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/next_run.h"
#include "app/state/quiz.h"
#include "app/widgets/widgets.h"
#include "app/window/frame.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/drawn_text.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

// A window that becomes wider.
class SizedSurface : public QuietSurface {
 public:
  [[nodiscard]] int width() const override { return columns; }
  int columns = 1280;
};

class PointerCard : public testing::Test {
 protected:
  PointerCard() : app(surface) {
    app.session.open(prepare_run(small_recording()));
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {1280, 720};
    EXPECT_TRUE(add_fonts(*ImGui::GetIO().Fonts, 1));
    EXPECT_TRUE(ImGui::GetIO().Fonts->Build());
    card_at(1, 1);
  }
  ~PointerCard() override { ImGui::DestroyContext(); }

  void run(std::string_view line) { EXPECT_TRUE(run_command_line(app, line)) << line; }

  // Half a second with the pointer at (x, y): what is drawn over everything then.
  ImVec4 card_at(float x, float y, int frames = 6) {
    ImVec4 found{1e9F, 1e9F, -1, -1};
    for (int i = 0; i < frames; ++i) {
      app.clock.time_s += 0.1;
      ImGui::GetIO().DeltaTime = 0.1F;
      ImGui::GetIO().MousePos = {x, y};
      ImGui::NewFrame();
      follow_pointer(app.look, covered);
      draw_pointer_card(panel_parts(app), false);
      found = {1e9F, 1e9F, -1, -1};
      for (const ImDrawVert& vertex : ImGui::GetForegroundDrawList()->VtxBuffer) {
        found.x = std::min(found.x, vertex.pos.x);
        found.y = std::min(found.y, vertex.pos.y);
        found.z = std::max(found.z, vertex.pos.x);
        found.w = std::max(found.w, vertex.pos.y);
      }
      ImGui::Render();
      // Nothing else has come on the screen with it.
      EXPECT_LE(ImGui::GetDrawData()->CmdListsCount, 1);
    }
    return found;
  }
  bool stands(const ImVec4& card) { return card.z > card.x && card.w > card.y; }

  SizedSurface surface;
  App app;
  bool covered = false;  // by an overlay
};

TEST_F(PointerCard, StandsBesideThePointerOnAProjector) {
  app.session.hover.comparator = ComparatorId{0, 1};
  EXPECT_FALSE(stands(card_at(610, 300))) << "the side panel says it";
  run("projector on");
  app.panel_memory.reset();
  for (const ImVec2 at : {ImVec2{600, 300}, {1270, 20}, {1270, 700}, {5, 715}}) {
    app.panel_memory.reset();
    const ImVec4 card = card_at(at.x, at.y);
    ASSERT_TRUE(stands(card)) << at.x << " " << at.y;
    EXPECT_GE(card.x, 0);
    EXPECT_GE(card.y, 0);
    EXPECT_LE(card.z, 1280);
    EXPECT_LE(card.w, 720);
    // What is pointed at is not covered.
    EXPECT_FALSE(card.x < at.x && at.x < card.z && card.y < at.y && at.y < card.w);
  }
}

TEST_F(PointerCard, GoesWithAKeyAndWithWhatItExplains) {
  run("projector on");
  app.session.hover.wire = 3;
  EXPECT_TRUE(stands(card_at(600, 300)));
  app.look.pointer_rest->dismissed = true;
  EXPECT_FALSE(stands(card_at(600, 300)));
  EXPECT_TRUE(stands(card_at(601, 300)));
  app.session.hover = {};
  EXPECT_FALSE(stands(card_at(601, 301)));
}

// Whatever comes under a pointer that rests is not what somebody points at.
TEST_F(PointerCard, WaitsForAMovement) {
  app.session.hover.comparator = ComparatorId{0, 1};
  card_at(600, 300);
  run("projector on");
  EXPECT_FALSE(stands(card_at(600, 300))) << "a larger page";
  EXPECT_TRUE(stands(card_at(601, 300)));
  covered = true;
  card_at(601, 300);
  covered = false;
  EXPECT_FALSE(stands(card_at(601, 300))) << "an overlay has closed";
  EXPECT_TRUE(stands(card_at(600, 300)));
  card_at(-FLT_MAX, -FLT_MAX);
  app.look.pointer_rest->dismissed = true;
  EXPECT_FALSE(stands(card_at(600, 300))) << "the window has opened under it";
  EXPECT_TRUE(stands(card_at(601, 300)));
}

// Full screen moves the window under a pointer that rests; where it stands in it changes at once or
// a few frames later.
TEST_F(PointerCard, AWindowThatMovesIsNoMovement) {
  run("projector on");
  app.session.hover.comparator = ComparatorId{0, 1};
  for (const bool later : {false, true}) {
    card_at(600, 299);
    EXPECT_TRUE(stands(card_at(600, 300)));
    surface.columns = 1900;
    if (later) card_at(600, 300, 1);
    EXPECT_FALSE(stands(card_at(600, 330))) << later;
    EXPECT_TRUE(stands(card_at(601, 330))) << later;
    surface.columns = 1280;
    card_at(601, 330);
  }
}

TEST_F(PointerCard, LeavesWhatLightPointsAt) {
  run("projector on");
  app.session.hover.comparator = ComparatorId{0, 1};
  EXPECT_TRUE(stands(card_at(600, 300)));
  for (const char* light : {"laser", "spotlight"}) {
    run(std::string(light) + " on");
    EXPECT_FALSE(stands(card_at(605, 300))) << light;
    run(std::string(light) + " off");
    EXPECT_TRUE(stands(card_at(600, 300))) << light;
  }
}

// Neither the timeline nor what floats over the picture is covered, wherever one points.
TEST_F(PointerCard, StandsClearOfTheTimelineAndOfWhatFloats) {
  run("projector on");
  app.session.hover.comparator = ComparatorId{0, 1};
  const PanelSizes sizes = panel_sizes(app.look, false);
  const Area chip{12, 720 - sizes.timeline - 40, 420, 36};
  const Area message{880, 720 - sizes.timeline - 60, 380, 52};
  for (float y = 20; y < 720 - sizes.timeline; y += 90) {
    for (float x = 10; x < 1280; x += 140) {
      app.panel_memory.reset();
      panel_parts(app).memory.floating = {chip, message};
      const ImVec4 card = card_at(x, y);
      ASSERT_TRUE(stands(card)) << x << " " << y;
      EXPECT_LE(card.w, 721 - sizes.timeline) << x << " " << y;
      for (const Area& area : {chip, message}) {
        const bool over = card.x < area.right() - 1 && area.x + 1 < card.z &&
                          card.y < area.bottom() - 1 && area.y + 1 < card.w;
        EXPECT_FALSE(over) << x << " " << y;
      }
      EXPECT_FALSE(card.x < x && x < card.z && card.y < y && y < card.w);
    }
  }
}

TEST_F(PointerCard, TellsNothingThatIsAsked) {
  run("projector on");
  run("ask exchanges");
  app.session.hover.comparator = ComparatorId{0, 1};
  ASSERT_TRUE(app.quiz->asking());
  EXPECT_FALSE(stands(card_at(600, 300)));
  app.quiz->skip(app.session);
  EXPECT_TRUE(stands(card_at(601, 300)));
}

// Where a side panel explains it, a wire's number in binary stands in one piece.
TEST_F(PointerCard, BinaryNumbersOfThePanelAreWhole) {
  app.next.engine_id = "cpu";
  for (const std::uint32_t n : {16U, 256U, 4096U, 16384U}) {
    run(fmt::format("record-with odd-even-merge {}", n));
    app.background.wait(app);
    app.session.hover.wire = n / 2;
    for (const float wide : {190.0F, 223.0F, 300.0F}) {
      for (int frame = 0; frame < 3; ++frame) {
        ImGui::GetIO().DeltaTime = 0.1F;
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 60});
        ImGui::SetNextWindowSize({wide, 900});
        ImGui::Begin("side", nullptr, ImGuiWindowFlags_NoDecoration);
        draw_side_panel(panel_parts(app), {0, 60, wide, 900});
        ImGui::End();
        ImGui::Render();
      }
      const std::string binary = "1" + std::string(std::bit_width(n) - 2, '0');
      EXPECT_TRUE(std::ranges::any_of(drawn_texts(),
                                      [&](const DrawnText& text) {
                                        return text.text == binary ||
                                               text.text == "binary " + binary;
                                      }))
          << n << " in " << wide;
    }
  }
}

}  // namespace
}  // namespace sortscope
