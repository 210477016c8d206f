// test_autosave.cpp: what a window remembers is on the disk some seconds after it has changed.
#include "app/window/autosave.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/network_desk.h"
#include "app/state/opening.h"
#include "app/state/settings.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/no_threads.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class AutosaveTest : public testing::Test {
 protected:
  AutosaveTest() {
    std::string name = (fs::temp_directory_path() / "sortscope-autosave-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
    setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
    app.next.engine_id = "cpu";
    adopt(app, prepare_run(small_recording()));
  }
  ~AutosaveTest() override { fs::remove_all(folder); }

  void run(const char* line) {
    const Status status = run_command_line(app, line);
    EXPECT_TRUE(status) << line << ": " << (status ? "" : status.error().text());
    app.background.wait(app);
  }
  void attend(double now_s) { autosave.attend(app, app.notices, now_s); }
  // Until what was begun at `now_s` is over.
  void written(double now_s, const std::string& path) {
    attend(now_s);
    while (!fs::exists(path)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  // The number of keys of the run that another window goes back to, which knows the files only;
  // 0: there is none.
  std::uint32_t found_keys() {
    App next(window);
    next.next.engine_id = "cpu";
    EXPECT_TRUE(load_settings(next));
    adopt(next, prepare_run(small_recording()));
    if (!next.history->can_go_back()) return 0;
    EXPECT_TRUE(run_command_line(next, "back"));
    next.background.wait(next);
    return next.session.recording().real_keys();
  }

  fs::path folder;
  QuietSurface window{false};
  App app{window};
  Autosave autosave;
};

TEST_F(AutosaveTest, ARunIsWrittenSecondsAfterItWasMade) {
  run("keys 5 3 1 4 2");
  run("record");
  autosave.touch(100);
  attend(100 + kSaveAfter_s - 0.1);
  EXPECT_FALSE(fs::exists(runs_path()));
  written(100 + kSaveAfter_s, runs_path());
  EXPECT_EQ(found_keys(), 5U);
  EXPECT_TRUE(fs::exists(settings_path()));
  EXPECT_TRUE(fs::exists(state_path()));
}

// A file that another program damages is kept, and what is lost by that is said.
TEST_F(AutosaveTest, WhatIsDamagedMeanwhileIsSaid) {
  ASSERT_TRUE(autosave.finish(app));
  std::ofstream(settings_path()) << "{gar";
  EXPECT_TRUE(autosave.finish(app));  // nothing has changed
  run("palette dark");
  run("scale 1.5");
  const Status kept = autosave.finish(app);
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().message.find(settings_path()), std::string::npos);
  std::string text;
  std::getline(std::ifstream(settings_path()), text);
  EXPECT_EQ(text, "{gar");
}

// Also before the first save; what was damaged as the window began was said then.
TEST_F(AutosaveTest, WhatIsDamagedBeforeTheFirstSaveIsSaid) {
  for (const std::string& path : {settings_path(), state_path(), runs_path()}) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << "{gar";
    Autosave first;
    const Status kept = first.finish(app);
    ASSERT_FALSE(kept) << path;
    EXPECT_NE(kept.error().message.find(path), std::string::npos);
    KnownFiles known;
    App next(window);
    const Status loaded = load_settings(next, &known);
    ASSERT_FALSE(loaded);
    EXPECT_NE(loaded.error().message.find(path), std::string::npos);
    EXPECT_EQ(known.damaged, std::set<std::string>{path});
    Autosave second(known);
    EXPECT_TRUE(second.finish(next));
    std::string text;
    std::getline(std::ifstream(path), text);
    EXPECT_EQ(text, "{gar");
    fs::remove(path);
  }
}

// Where the system gives no thread, the window stays, and writes later.
TEST_F(AutosaveTest, WithoutAThreadItIsWrittenLater) {
  run("keys 5 3 1 4 2");
  run("record");
  autosave.touch(100);
  {
    const NoThreads none;
    attend(100 + kSaveAfter_s);
  }
  EXPECT_FALSE(fs::exists(runs_path()));
  attend(100 + 2 * kSaveAfter_s - 0.1);
  EXPECT_FALSE(fs::exists(runs_path()));
  written(100 + 2 * kSaveAfter_s, runs_path());
  EXPECT_EQ(found_keys(), 5U);
}

TEST_F(AutosaveTest, ADrawnNetworkIsWritten) {
  for (const char* line : {"new-network 3", "add-comparator 0 1", "add-comparator 1 2"}) run(line);
  if (app.network_desk->stale) {
    ASSERT_TRUE(show_edited(app));
  }
  autosave.touch(0);
  written(kSaveAfter_s, runs_path());
  App next(window);
  next.next.engine_id = "cpu";
  ASSERT_TRUE(load_settings(next));
  ASSERT_TRUE(run_command_line(next, "back"));
  next.background.wait(next);
  EXPECT_EQ(next.session.recording().network.wires(), 3U);
  EXPECT_EQ(next.session.recording().network.size(), 2U);
}

// Changes that follow each other do not put it off.
TEST_F(AutosaveTest, ABusyPersonIsNotForgotten) {
  run("keys 2 1");
  run("record");
  for (double now_s = 0; now_s < kSaveAfter_s; now_s += 0.25) {
    autosave.touch(now_s);
    attend(now_s);
    EXPECT_FALSE(fs::exists(runs_path())) << now_s;
  }
  written(kSaveAfter_s, runs_path());
  EXPECT_EQ(found_keys(), 2U);
}

TEST_F(AutosaveTest, NothingIsWrittenWhereNothingHasChanged) {
  attend(1e6);
  EXPECT_FALSE(fs::exists(settings_path()));
  autosave.touch(1e6);
  written(2e6, runs_path());
  // The same once more: a file that is gone stays so.
  attend(2e6);
  fs::remove(settings_path());
  run("keys 2 1");
  run("record");
  autosave.touch(2e6);
  fs::remove(runs_path());
  // What was being written is over before anything else begins.
  for (double now_s = 3e6; !fs::exists(runs_path()); now_s += 1) {
    attend(now_s);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_FALSE(fs::exists(settings_path()));
}

// Only where a run plays: its moment alone is not worth a file every few seconds.
TEST_F(AutosaveTest, ARunThatPlaysIsWrittenOnceAMinute) {
  run("keys 4 3 2 1");
  run("record");
  autosave.touch(0);
  written(kSaveAfter_s, runs_path());
  app.session.set_playing(true);
  ASSERT_TRUE(app.session.playing());
  fs::remove(runs_path());
  app.session.seek({1, 0});
  autosave.touch(10);
  for (double now_s = 10; now_s < 10 + kSavePlaying_s; now_s += 1) {
    attend(now_s);
    EXPECT_FALSE(fs::exists(runs_path())) << now_s;
  }
  for (double now_s = 10 + kSavePlaying_s; !fs::exists(runs_path()); now_s += 1) {
    attend(now_s);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST_F(AutosaveTest, AFolderThatTakesNothingIsToldOnce) {
  std::ofstream(folder / "state") << "no folder";
  double now_s = 0;
  for (; app.notices.shown.empty(); now_s += 1) {
    autosave.touch(now_s);
    attend(now_s);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_EQ(app.notices.shown.size(), 1U);
  EXPECT_TRUE(app.notices.shown[0].error);
  EXPECT_NE(app.notices.shown[0].text.find("state.json"), std::string::npos)
      << app.notices.shown[0].text;
  EXPECT_TRUE(fs::exists(settings_path()));
  app.notices.shown.clear();
  for (const double until_s = now_s + 100; now_s < until_s; now_s += 1) {
    autosave.touch(now_s);
    attend(now_s);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(app.notices.shown.empty());
  EXPECT_FALSE(autosave.finish(app));
}

}  // namespace
}  // namespace sortscope
