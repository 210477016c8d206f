// test_failures.cpp: where no person watches, a line that fails ends the program with an error that
// names it: every row of the command table that can fail.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/commands/argument_choices.h"
#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/window/agenda.h"
#include "app/window/run.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class Failures : public testing::Test {
 protected:
  Failures() : working_folder(fs::current_path()) {
    std::string name = (fs::temp_directory_path() / "sortscope-failures-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
    fs::current_path(folder);
  }
  ~Failures() override {
    fs::current_path(working_folder);
    fs::remove_all(folder);
  }

  // As `sortscope --headless --do LINE ...` runs them.
  Status run(std::vector<std::string> lines, bool usual = true) {
    app = std::make_unique<App>(surface);
    WindowRequest request;
    request.engine = "cpu";
    request.headless = true;
    if (usual) request.run = small_recording()->request;
    request.lines = std::move(lines);
    Agenda agenda({OpeningParts(*app), app->overlay, app->lines, [] { return Status(); }});
    plan_start(agenda, request);
    return agenda.finish();
  }
  void fails(const std::vector<std::string>& lines) {
    const Status status = run(lines);
    ASSERT_FALSE(status) << lines.back() << " ended as if all was well";
    EXPECT_TRUE(status.error().message.starts_with("'" + lines.back() + "': "))
        << status.error().message;
    EXPECT_NE(status.error().exit_code(), 0);
  }

  fs::path working_folder;
  fs::path folder;
  QuietSurface surface;
  std::unique_ptr<App> app;
};

bool takes_file(const Command& command) {
  return command.arguments.find("FILE") != std::string_view::npos ||
         command.arguments.find("PATH") != std::string_view::npos;
}

// `name` where the row wants a file, and before it what else it wants.
std::string line_with(const App& app, const Command& command, const std::string& name) {
  std::string line(command.id);
  std::vector<std::string> words;
  for (;;) {
    const auto more = ask_argument(app, command, words);
    if (!more) return "";
    if (more->name.find("FILE") != std::string::npos ||
        more->name.find("PATH") != std::string::npos) {
      return line + " " + name;
    }
    words.push_back(more->choices.empty() ? "1" : more->choices.front().value);
    line += " " + words.back();
  }
}

// What a row needs before it, beside the run.
std::vector<std::string> before(const Command& command) {
  if (command.id == "trace-save") return {"trace 3"};
  if (command.id == "lab-save") {
    return {"bench-sorters std-sort", "bench-sizes 256", "bench-repetitions 3", "bench-run"};
  }
  if (command.id == "score") return {"quiz on", "answer-skip"};
  return {};
}

constexpr const char* kEndings[] = {".png", ".svg", ".pdf", ".tex",  ".gif", ".mp4",    ".h5",
                                    ".csv", ".txt", ".md",  ".json", ".cu",  ".sscope", ""};

// A folder that is not there; a folder of that name.
TEST_F(Failures, OfWhatCannotBeWritten) {
  for (const char* ending : kEndings)
    fs::create_directory(folder / ("taken" + std::string(ending)));
  ASSERT_TRUE(run({}));
  std::set<std::string_view> tried;
  for (const Command& command : commands()) {
    if (command.effect != Effect::kWrite) continue;
    ASSERT_TRUE(takes_file(command)) << command.id;
    if (command.id == "screenshot") continue;  // written with a frame: gui and cli tests
    for (const std::string name : {"none/new", "taken"}) {
      for (const char* ending : kEndings) {
        std::vector<std::string> lines = before(command);
        lines.push_back(line_with(*app, command, name + ending));
        fails(lines);
        if (HasFatalFailure()) return;
        tried.insert(command.id);
      }
    }
  }
  EXPECT_GT(tried.size(), 7U);
}

// Nothing of that name; a folder; a file of nonsense.
TEST_F(Failures, OfWhatCannotBeRead) {
  for (const char* ending : kEndings) {
    fs::create_directory(folder / ("taken" + std::string(ending)));
    std::ofstream(folder / ("bad" + std::string(ending))) << "\x01\x02 nonsense (\n";
  }
  ASSERT_TRUE(run({}));
  std::set<std::string_view> tried;
  for (const Command& command : commands()) {
    const bool reads = command.effect == Effect::kReadData ||
                       command.effect == Effect::kReadLesson || command.id == "kernel-open";
    if (!reads) continue;
    for (const std::string name : {"none", "taken", "bad"}) {
      for (const char* ending : kEndings) {
        // A CUDA file is asked about first.
        if (ending == std::string(".cu") && name == "bad") continue;
        if (command.id == "kernel-open" && name == "bad") continue;
        fails({std::string(command.id) + " " + name + ending});
        if (HasFatalFailure()) return;
        tried.insert(command.id);
      }
    }
  }
  EXPECT_GT(tried.size(), 4U);
}

// Words that are no value of any row's argument. Some rows take any words.
TEST_F(Failures, OfArgumentsThatMeanNothing) {
  const std::set<std::string_view> any = {"kernel-entry", "keys-from"};
  ASSERT_TRUE(run({}));
  int tried = 0;
  for (const Command& command : commands()) {
    const ArgumentCount count = argument_count(command.arguments);
    if (count.most == 0 || any.contains(command.id)) continue;
    if (takes_file(command) && command.effect != Effect::kReadData) continue;
    std::string line(command.id);
    for (std::size_t i = 0; i < std::max<std::size_t>(count.least, 1); ++i) line += " no-such-word";
    fails({line});
    if (HasFatalFailure()) return;
    ++tried;
  }
  EXPECT_GT(tried, 100);
}

// What is not possible now.
TEST_F(Failures, OfRowsThatCannotRunNow) {
  ASSERT_TRUE(run({}));
  int tried = 0;
  for (const Command& command : commands()) {
    if (can_run(command, *app)) continue;
    const ArgumentCount count = argument_count(command.arguments);
    std::string line(command.id);
    for (std::size_t i = 0; i < count.least; ++i) line += " 1";
    fails({line});
    if (HasFatalFailure()) return;
    ++tried;
  }
  EXPECT_GT(tried, 20);
}

// Work beside the window: what it could not do is an error of the line that began it.
TEST_F(Failures, OfWorkThatFails) {
  // Without a GPU the lab has none of its sorts.
  fails({"bench-sorters cub-radix", "bench-sizes 256", "bench-run"});
  fails({"algorithm bitonic-merger", "keys 3 1 2 0", "record"});
}

}  // namespace
}  // namespace sortscope
