// test_open_question.cpp: while a question is open the window around the picture looks alike
// whatever comes: with the recorded outcomes and with the opposite ones.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <cstring>
#include <string>

#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/panels/run_status.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/window/frame.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class OpenQuestion : public testing::Test {
 protected:
  OpenQuestion() : app(surface) {
    app.next.engine_id = "cpu";
    app.session.open(prepare_run(small_recording()));
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {1280, 720};
    EXPECT_TRUE(add_fonts(*ImGui::GetIO().Fonts, 1));
    EXPECT_TRUE(ImGui::GetIO().Fonts->Build());
    apply_theme(*app.look.palette, 1);
    app.look.pointer_rest->dismissed = false;
  }
  ~OpenQuestion() override { ImGui::DestroyContext(); }

  // Every vertex of the panels, with the pointer at x of the timeline.
  std::string drawn(float x) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {x, 690};
    std::string all;
    // Tooltips stand from the second frame on.
    for (int frame = 0; frame < 4; ++frame) {
      io.DeltaTime = 0.5F;
      ImGui::NewFrame();
      const PanelParts given = panel_parts(app);
      given.memory.timeline.generation = 0;
      const auto [top, side, low] = panel_sizes(app.look, true);
      const auto region = [](const char* name, const Pane& pane, const auto& draw) {
        ImGui::SetNextWindowPos({pane.x, pane.y});
        ImGui::SetNextWindowSize({pane.width, pane.height});
        ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration);
        draw();
        ImGui::End();
      };
      const Pane bar{0, 0, 1280, top};
      const Pane foot{0, 720 - low, 1280, low};
      region("top", bar, [&] { draw_top_bar(given, bar); });
      region("foot", foot, [&] { draw_timeline(given, foot); });
      draw_notices(given, {side, 720 - low - 46, 1280 - side, 46});
      ImGui::Render();
    }
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) {
      const auto& vertices = data.CmdLists[i]->VtxBuffer;
      all.append(reinterpret_cast<const char*>(vertices.Data),
                 static_cast<std::size_t>(vertices.Size) * sizeof(ImDrawVert));
    }
    return all;
  }
  std::string words() { return run_status(app.session, app.background, app.drawn, "").story; }

  // The same run, as if what is asked came out the other way.
  std::shared_ptr<const Recording> opposite(std::uint32_t from) {
    auto other = std::make_shared<Recording>(app.session.recording());
    for (std::uint32_t layer = from; layer < other->network.depth(); ++layer) {
      const std::uint64_t first = other->exchanged_before[layer];
      const std::uint64_t here = other->exchanged_before[layer + 1] - first;
      const std::uint64_t flipped = other->network.count(layer) - here;
      for (std::uint32_t later = layer + 1; later <= other->network.depth(); ++later) {
        other->exchanged_before[later] += flipped - here;
      }
    }
    other->sorted = !other->sorted;
    return other;
  }

  void expect_nothing_told(const std::string& where) {
    const Question question = app.quiz->question();
    const auto recording = app.session.shared_recording();
    const std::string story = words();
    std::vector<std::string> seen;
    for (float x = 330; x < 1260; x += 45) seen.push_back(drawn(x));
    const std::uint64_t ns = recording->timing.elapsed_ns;
    auto other = opposite(question.asked.layer);
    EXPECT_EQ(other->timing.elapsed_ns, ns);
    app.session.open(prepare_run(other));
    app.quiz->ask(app.session, question, "", "", false);
    EXPECT_EQ(words(), story) << where;
    std::size_t at = 0;
    for (float x = 330; x < 1260; x += 45) {
      EXPECT_EQ(drawn(x) == seen[at], true) << where << ", pointer at " << x;
      ++at;
    }
    app.quiz->leave(app.session, false);
  }

  QuietSurface surface;
  App app;
};

TEST_F(OpenQuestion, OfALessonIsNotAnsweredByTheWindow) {
  int questions = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        if (!app.lesson->open() || app.lesson->lesson().name != lesson.name) {
          ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
        }
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        if (!app.quiz->asking()) continue;
        ++questions;
        expect_nothing_told(fmt::format("{}, stop {}", lesson.name, stop + 1));
      }
    }
  }
  EXPECT_GT(questions, 30);
}

// Pressed, dragged and released anywhere on the timeline; then the button to the end.
TEST_F(OpenQuestion, NoPressAtTheFootGoesBeyondIt) {
  ImGuiIO& io = ImGui::GetIO();
  const auto frames = [&](float x, bool down) {
    io.MouseDown[0] = down;
    (void)drawn(x);
    run_asked(app);
    app.quiz->attend(app.session);
    app.session.advance(0.5);
  };
  for (const bool from_play : {false, true}) {
    ASSERT_TRUE(run_command_line(app, "seek 3"));
    ASSERT_TRUE(run_command_line(app, "ask exchanges"));
    const Cursor asked = app.quiz->question().asked;
    bool went_back = false;
    for (float x = 330; x < 1260; x += 31) {
      if (from_play) {
        ASSERT_TRUE(run_command_line(app, "start"));
        ASSERT_TRUE(run_command_line(app, "play"));
      }
      for (const float to : {x, x + 40, 1250.0F, x}) {
        frames(to, true);
        ASSERT_TRUE(app.quiz->asking()) << "pressed at " << x;
        EXPECT_LE(app.session.bound_for(), asked);
        EXPECT_LE(app.session.layer_position(), asked.layer);
        went_back = went_back || app.session.cursor() < asked;
      }
      frames(x, false);
      ASSERT_TRUE(app.quiz->asking()) << "released at " << x;
      EXPECT_LE(app.session.bound_for(), asked);
    }
    EXPECT_TRUE(went_back);
    for (const bool down : {true, false}) frames(202, down);
    EXPECT_TRUE(app.quiz->asking());
    EXPECT_EQ(app.quiz->score().asked(), 0U);
    app.quiz->leave(app.session, false);
  }
}

// What a lesson will ask at its next stop is not told before.
TEST_F(OpenQuestion, AStopBeforeDoesNotTellEither) {
  ASSERT_TRUE(run_command_line(app, "lesson 1"));
  app.lesson->go_to(app, {4, 0});
  app.lesson->settle(app);
  ASSERT_FALSE(app.quiz->asking());
  const std::string seen = drawn(900);
  const Cursor cursor = app.session.cursor();
  auto other = opposite(cursor.layer);
  other = [&] {
    auto same = std::make_shared<Recording>(*other);
    same->sorted = true;
    return same;
  }();
  app.session.open(prepare_run(other));
  app.session.seek(cursor);
  app.session.settle();
  EXPECT_EQ(drawn(900) == seen, true);
}

TEST_F(OpenQuestion, OfTheQuizIsNotAnsweredByTheWindow) {
  int questions = 0;
  for (const std::string_view algorithm : {"bitonic", "odd-even-merge", "adaptive", "pairwise"}) {
    for (std::uint32_t layer = 0; layer < 6; ++layer) {
      ASSERT_TRUE(run_command_line(app, fmt::format("record-with {} 16", algorithm)));
      app.background.wait(app);
      if (layer >= app.session.recording().network.depth()) break;
      app.session.seek({layer, 0});
      app.session.settle();
      app.quiz->on = true;
      if (!app.quiz->holds_step(app.session, false, true)) continue;
      ++questions;
      app.notices.forget_runs();
      expect_nothing_told(fmt::format("{}, layer {}", algorithm, layer + 1));
    }
  }
  EXPECT_GT(questions, 12);
}

}  // namespace
}  // namespace sortscope
