// test_run_titles.cpp: a run has one title, wherever it is named.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <set>

#include "app/commands/examples.h"
#include "app/engines/engines.h"
#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/next_run.h"
#include "app/state/quiz.h"
#include "app/window/frame.h"
#include "core/engines/tracing.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "tests/unit/app/drawn_text.h"
#include "tests/unit/app/pane_pictures.h"

namespace sortscope {
namespace {

constexpr std::string_view kTitle = "AKS network, errors planted";

class TitledSurface final : public QuietSurface {
 public:
  std::string title;
  [[nodiscard]] int width() const override { return 1920; }
  [[nodiscard]] int height() const override { return 1080; }
  void set_title(const std::string& text) override { title = text; }
};

class RunTitles : public testing::Test {
 protected:
  RunTitles() : app(surface) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {1920, 1080};
    EXPECT_TRUE(add_fonts(*ImGui::GetIO().Fonts, 1));
    EXPECT_TRUE(ImGui::GetIO().Fonts->Build());
    apply_theme(*app.look.palette, 1);
    app.next.engine_id = "cpu";
    for (const char* line : {"algorithm aks", "n 256", "param depth ideal", "param planted 1"}) {
      EXPECT_TRUE(run_command_line(app, line)) << line;
    }
    before = next_run_text(app.next);
    EXPECT_TRUE(run_command_line(app, "record"));
    app.background.wait(app);
    EXPECT_TRUE(app.session.loaded());
  }
  ~RunTitles() override { ImGui::DestroyContext(); }

  // Wherever the algorithm is named, the errors are.
  static void expect_titled(const std::string& text, const std::string& where) {
    constexpr std::string_view kAlgorithm = "AKS network";
    for (std::size_t at = 0; (at = text.find(kAlgorithm, at)) != std::string::npos; ++at) {
      EXPECT_EQ(text.substr(at, kTitle.size()), kTitle) << where << ": " << text;
    }
  }
  static void expect_title(const std::string& text, const std::string& where) {
    EXPECT_NE(text.find(kTitle), std::string::npos) << where << ": " << text;
    expect_titled(text, where);
  }

  TitledSurface surface;
  App app;
  std::string before;
};

TEST_F(RunTitles, TellThatErrorsArePlanted) {
  const Recording& recording = app.session.recording();
  expect_title(recording.title(), "recording");
  expect_title(before, "next run");
  expect_title(surface.title, "window");
  app.quiz->on = true;
  ASSERT_TRUE(app.quiz->holds_step(app.session, false, true));
  app.quiz->skip(app.session);
  ASSERT_FALSE(app.quiz->rows().empty());
  expect_title(app.quiz->rows().back().where, "quiz");
  app.quiz->leave(app.session, false);
  app.quiz->on = false;

  const auto engine = choose_engine("cpu");
  ASSERT_TRUE(engine);
  const auto trace =
      trace_sort(*engine->engine,
                 {*recording.algorithm, recording.network, recording.start, "", false, 1}, nullptr);
  ASSERT_TRUE(trace) << trace.error().text();
  expect_title(trace->title, "trace");

  ASSERT_TRUE(run_command_line(app, "record-with bitonic 16"));
  app.background.wait(app);
  expect_title(app.history->back_title(), "history");
}

// Every view, the bar on top, and what commands say.
TEST_F(RunTitles, AreSaidWhole) {
  int named = 0;
  for (const Layout& layout : layouts()) {
    if (layout.id == "code") continue;  // the algorithm's lines, whatever is planted
    const auto picture = picture_of(app, layout.id, 1600, 900);
    if (!picture) continue;
    for (const Label& label : picture->labels) {
      named += label.text.find("AKS network") != std::string::npos ? 1 : 0;
      expect_titled(label.text, std::string(layout.id));
    }
  }
  for (int frame = 0; frame < 2; ++frame) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({1920, 60});
    ImGui::Begin("top", nullptr, ImGuiWindowFlags_NoDecoration);
    draw_top_bar(panel_parts(app), {0, 0, 1920, 48});
    ImGui::End();
    ImGui::Render();
  }
  std::string bar;
  for (const DrawnText& text : drawn_texts()) bar += text.text + " ";
  expect_title(bar, "bar");
  const std::uint64_t run = app.session.generation();
  for (const Command& command : commands()) {
    static const std::set<std::string_view> kNotRun = {"quit", "fullscreen", "presenter"};
    if (kNotRun.contains(command.id) || command.effect == Effect::kWrite ||
        command.effect == Effect::kStart || !can_run(command, app)) {
      continue;
    }
    app.notices.shown.clear();
    const Status status = run_command_line(app, command_example(command.id));
    app.background.wait(app);
    if (app.session.generation() != run) break;
    if (!status) expect_titled(status.error().text(), std::string(command.id));
    for (const Notice& notice : app.notices.shown) {
      expect_titled(notice.text, std::string(command.id));
    }
  }
  EXPECT_GE(named, 1);  // a tree view says that it has no trees
}

}  // namespace
}  // namespace sortscope
