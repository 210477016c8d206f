// test_text_log.cpp: the window's log: what is written as the cursor moves, chosen and copied.
#include <gtest/gtest.h>
#include <imgui.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/state/text_log.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class WindowLog : public testing::Test {
 protected:
  WindowLog() : app(surface) {
    ImGui::CreateContext();
    std::string name = (fs::temp_directory_path() / "sortscope-log-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) folder = name;
    app.session.set_reduced_motion(true);
    app.session.open(prepare_run(small_recording()));
  }
  ~WindowLog() override {
    fs::remove_all(folder);
    ImGui::DestroyContext();
  }

  std::string run(std::string_view line) {
    const Status status = run_command_line(app, line);
    app.text_log->follow(app.session, app.notices);
    return status ? "" : status.error().text();
  }
  static std::string read(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // What the log has written since the last call.
  std::string news(const fs::path& path) {
    const std::string all = read(path);
    std::string fresh = all.substr(seen_);
    seen_ = all.size();
    return fresh;
  }

  QuietSurface surface;
  App app;
  fs::path folder;

 private:
  std::size_t seen_ = 0;
};

}  // namespace

TEST_F(WindowLog, WritesEachStepAsTheCursorMoves) {
  const fs::path file = folder / "log.txt";
  ASSERT_TRUE(app.text_log->open(file.string()));
  StepLog steps(app.session.shared_recording());
  app.text_log->follow(app.session, app.notices);
  EXPECT_EQ(news(file), run_sentences(app.session.recording()) + "\n" + steps.step(0) + "\n");
  run("step-forward");
  EXPECT_EQ(news(file), steps.step(1) + "\n");
  run("seek 4");
  EXPECT_EQ(news(file), steps.step(2) + "\n" + steps.step(3) + "\n" + steps.step(4) + "\n");
  run("step-back");
  EXPECT_EQ(news(file), steps.state(3) + "\n");
  run("step-comparator-forward");
  EXPECT_EQ(news(file), steps.comparator({3, 0}) + "\n");
  app.text_log->follow(app.session, app.notices);
  EXPECT_EQ(news(file), "");
}

TEST_F(WindowLog, DoesNotAnswerAQuestion) {
  const fs::path file = folder / "log.txt";
  ASSERT_TRUE(app.text_log->open(file.string()));
  ASSERT_TRUE(run_command_line(app, "ask exchanges"));
  app.text_log->follow(app.session, app.notices);
  const std::string first = news(file);
  EXPECT_EQ(first.find("exchange"), std::string::npos) << first;
  EXPECT_EQ(first.find("sorted"), std::string::npos) << first;
  EXPECT_NE(first.find("The keys are 7, 6, 5"), std::string::npos) << first;
  for (std::uint32_t step = 1; step <= app.text_log->steps(app.session); ++step) {
    const std::string& line = app.text_log->line(app.session, step);
    EXPECT_EQ(line.find("exchange"), std::string::npos) << line;
    EXPECT_EQ(line.find("keys are now"), std::string::npos) << line;
  }
  run("answer-skip");
  EXPECT_NE(app.text_log->line(app.session, 1).find("The keys are now"), std::string::npos);
  EXPECT_EQ(news(file).find("sorted"), std::string::npos);
  run("end");
  EXPECT_TRUE(news(file).ends_with("The output is sorted.\n"));
  run("seek 1");
  run("end");
  EXPECT_EQ(news(file).find("The output"), std::string::npos);
}

TEST_F(WindowLog, AFileThatCannotBeWrittenIsNamed) {
  const Status status = app.text_log->open((folder / "no" / "log.txt").string());
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("no/log.txt"), std::string::npos);
}

TEST_F(WindowLog, CopiesTheStepOrThoseChosen) {
  StepLog steps(app.session.shared_recording());
  run("seek 2");
  EXPECT_EQ(run("log-copy"), "");
  EXPECT_EQ(ImGui::GetClipboardText(), steps.step(2) + "\n");
  EXPECT_EQ(run("log-select 1 3"), "");
  EXPECT_EQ(run("log-copy"), "");
  EXPECT_EQ(ImGui::GetClipboardText(),
            steps.step(1) + "\n" + steps.step(2) + "\n" + steps.step(3) + "\n");
  EXPECT_EQ(run("log-copy 0"), "");
  EXPECT_EQ(ImGui::GetClipboardText(), steps.step(0) + "\n");
  EXPECT_NE(run("log-copy 7"), "");
  EXPECT_NE(run("log-select 3 1"), "");
  EXPECT_EQ(run("log-select"), "");
  EXPECT_FALSE(app.text_log->chosen.has_value());
}

TEST_F(WindowLog, SavesEveryStep) {
  StepLog steps(app.session.shared_recording());
  EXPECT_EQ(run("log-save " + (folder / "all.txt").string()), "");
  std::string all = run_sentences(app.session.recording()) + "\n";
  for (std::uint32_t step = 0; step <= steps.steps(); ++step) all += steps.step(step) + "\n";
  EXPECT_EQ(read(folder / "all.txt"), all);
}

TEST_F(WindowLog, StandsBesideThePicture) {
  run("views 1");
  run("view network");
  EXPECT_EQ(run("log"), "");
  ASSERT_EQ(app.panes.views.size(), 2U);
  EXPECT_EQ(app.panes.views[0]->id(), "network");
  EXPECT_EQ(app.panes.views[1]->id(), "log");
  EXPECT_EQ(run("log on"), "");
  EXPECT_EQ(run("log"), "");
  ASSERT_EQ(app.panes.views.size(), 1U);
  EXPECT_EQ(app.panes.views[0]->id(), "network");
}

// Rows of the view are the same sentences; only long layers are cut.
TEST_F(WindowLog, ShowsTheSameSentences) {
  StepLog steps(app.session.shared_recording());
  for (std::uint32_t step = 0; step <= steps.steps(); ++step) {
    EXPECT_EQ(app.text_log->line(app.session, step), steps.step(step));
  }
}

}  // namespace sortscope
