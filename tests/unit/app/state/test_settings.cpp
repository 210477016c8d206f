// test_settings.cpp: what is remembered between windows.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/lesson_player.h"
#include "app/state/settings.h"
#include "core/pictures/palette.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class Settings : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "sortscope-settings-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
    setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
    setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
  }
  void TearDown() override { fs::remove_all(folder); }

  static void write(const std::string& path, std::string_view text) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << text;
  }
  static std::string read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder;
  QuietSurface window{false};
};

TEST_F(Settings, ComeBack) {
  App before(window);
  ASSERT_TRUE(load_settings(before));
  before.look.palette = *find_palette("light");
  before.look.user_scale = 1.5F;
  before.session.set_reduced_motion(true);
  before.look.motion_chosen = true;
  before.look.projector_scale = 2.5F;
  before.session.options.padding = PaddingStyle::kHidden;
  before.session.options.network.contrast = FarContrast::kSurprise;
  before.panes.set_count(2);
  ASSERT_TRUE(before.panes.set(0, "bars"));
  before.remembered.add_file("/data/a.h5", {});
  before.remembered.add_file("/data/b.h5", {});
  before.remembered.add_file("/data/x/../a.h5", {});
  ASSERT_TRUE(save_settings(before));

  App after(window);
  ASSERT_TRUE(load_settings(after));
  EXPECT_EQ(after.look.palette->id, "light");
  EXPECT_FLOAT_EQ(after.look.user_scale, 1.5F);
  EXPECT_TRUE(after.session.reduced_motion());
  EXPECT_FLOAT_EQ(after.look.projector_scale, 2.5F);
  EXPECT_EQ(after.session.options.padding, PaddingStyle::kHidden);
  EXPECT_EQ(after.session.options.network.contrast, FarContrast::kSurprise);
  ASSERT_EQ(after.panes.views.size(), 2U);
  EXPECT_EQ(after.panes.views[0]->id(), "bars");
  EXPECT_EQ(after.remembered.recent_files, (std::vector<std::string>{"/data/a.h5", "/data/b.h5"}));
  int width = 1;
  int height = 1;
  load_window_size(width, height);
  EXPECT_EQ(width, 1280);
  EXPECT_EQ(height, 720);
}

TEST_F(Settings, NamesThatAreNoUtf8ComeBack) {
  const std::string latin =
      "/data/gr\xf6\xdf"
      "e.h5";
  const std::string file = "/data/größe.h5";
  App before(window);
  before.remembered.add_file(file, before.lines.source);
  before.remembered.add_file(latin, before.lines.source);
  before.overlay.folder = "/data/\xff\xfe";
  before.remembered.recent_commands = {"open " + latin};
  ASSERT_TRUE(save_settings(before));
  App after(window);
  ASSERT_TRUE(load_settings(after));
  EXPECT_EQ(after.remembered.recent_files, (std::vector<std::string>{latin, file}));
  EXPECT_EQ(after.overlay.folder, "/data/\xff\xfe");
  EXPECT_EQ(after.remembered.recent_commands, before.remembered.recent_commands);
  EXPECT_NE(read(state_path()).find(file), std::string::npos);  // as any other program writes it
}

// A disk that takes so many bytes of a file and no more: each file is that of before or whole.
TEST_F(Settings, AFullDiskKeepsWhatWasThere) {
  App app(window);
  ASSERT_TRUE(load_settings(app));
  adopt(app, prepare_run(small_recording()));
  app.session.seek({1, 0});
  ASSERT_TRUE(save_settings(app));
  const std::string paths[] = {settings_path(), state_path(), runs_path()};
  std::string before[3];
  for (int i = 0; i < 3; ++i) before[i] = read(paths[i]);
  app.look.user_scale = 2;
  app.remembered.add_file("/data/a.h5", {});
  app.session.seek({2, 0});
  for (const rlim_t bytes : {0, 1, 20, 60, 100, 150, 200, 250, 300, 400, 500, 1000, 100000}) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{bytes, bytes};
      if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(3);
      _exit(save_settings(app) ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status)) << bytes;
    const bool all = WEXITSTATUS(status) == 0;
    if (bytes == 0 || bytes == 100000) {
      EXPECT_EQ(all, bytes > 0) << bytes;
    }
    App next(window);
    EXPECT_TRUE(load_settings(next)) << bytes;
    for (int i = 0; i < 3; ++i) {
      const std::string now = read(paths[i]);
      EXPECT_TRUE(now == before[i] || now.size() <= bytes) << paths[i] << " of " << bytes;
      EXPECT_TRUE(!all || now != before[i]) << paths[i];
    }
    std::size_t files = 0;
    for (const auto& each : fs::recursive_directory_iterator(folder))
      files += each.is_regular_file() && each.path().filename() != ".lock";
    EXPECT_EQ(files, 3U) << "something half-written is left";
  }
}

TEST_F(Settings, NothingIsWrittenWithoutAWindow) {
  QuietSurface headless(true);
  App app(headless);
  app.remembered.add_file("/data/a.h5", app.lines.source);
  ASSERT_TRUE(save_settings(app));
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(Settings, ProjectorIsNotRemembered) {
  App app(window);
  app.look.before_projector = Appearance{*find_palette("dark"), 1.25F, true};
  app.look.projector = true;
  app.look.palette = *find_palette("light");
  app.look.user_scale = 2;
  app.look.panels_shown = false;
  ASSERT_TRUE(save_settings(app));
  App after(window);
  ASSERT_TRUE(load_settings(after));
  EXPECT_EQ(after.look.palette->id, "dark");
  EXPECT_FLOAT_EQ(after.look.user_scale, 1.25F);
  EXPECT_TRUE(after.look.panels_shown);
}

// The size that was chosen for the projector is there again when the projector is switched on.
TEST_F(Settings, TheProjectorsSizeComesBack) {
  App app(window);
  ASSERT_TRUE(run_command_line(app, "projector 1.5"));
  ASSERT_TRUE(app.look.projector);
  ASSERT_TRUE(save_settings(app));
  App after(window);
  ASSERT_TRUE(load_settings(after));
  EXPECT_FALSE(after.look.projector);
  EXPECT_EQ(after.look.palette->id, App(window).look.palette->id);
  EXPECT_FLOAT_EQ(after.look.user_scale, 1);
  EXPECT_TRUE(after.look.panels_shown);
  ASSERT_TRUE(run_command_line(after, "projector"));
  EXPECT_TRUE(after.look.projector);
  EXPECT_FLOAT_EQ(after.look.projector_scale, 1.5F);
  EXPECT_EQ(after.look.palette->id, app.look.palette->id);
  EXPECT_FLOAT_EQ(after.look.user_scale, app.look.user_scale);
  // Left again, and the next time, it is as if it had never been.
  ASSERT_TRUE(run_command_line(after, "projector off"));
  ASSERT_TRUE(save_settings(after));
  App third(window);
  ASSERT_TRUE(load_settings(third));
  EXPECT_FALSE(third.look.projector);
  EXPECT_FLOAT_EQ(third.look.user_scale, 1);
  EXPECT_FLOAT_EQ(third.look.projector_scale, 1.5F);
}

TEST_F(Settings, RunsOfLessonsStayThem) {
  const std::string session = "# Sortscope session 1\nalgorithm bitonic\nkeys 3 1 2\nrecord\n";
  App before(window);
  before.history->remember({{"own", session, false}, {"lesson's", session, true}});
  ASSERT_TRUE(save_settings(before));
  App after(window);
  ASSERT_TRUE(load_settings(after));
  const std::vector<KeptText> kept = after.history->texts();
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_FALSE(kept[0].of_lesson);
  EXPECT_TRUE(kept[1].of_lesson);
}

// A window that starts anew has the person's panes, not those of the lesson that was open last.
TEST_F(Settings, ALessonsPanesAreNotRemembered) {
  using Views = std::vector<std::string>;
  const auto shown = [](const App& app) {
    Views ids;
    for (const auto& view : app.panes.views) ids.emplace_back(view->id());
    return ids;
  };
  const std::vector<std::vector<std::string_view>> ways = {
      {}, {"lesson-leave"}, {"lesson-close"}, {"lesson-leave", "record-with pairwise"}};
  for (const auto& way : ways) {
    App before(window);
    before.next.engine_id = "cpu";
    ASSERT_TRUE(before.panes.set(0, "network"));
    ASSERT_TRUE(before.panes.set(1, "bars"));
    for (const std::string_view line : {"lesson 4-adaptive-merging 15"}) {
      ASSERT_TRUE(run_command_line(before, line));
      before.lesson->settle(before);
    }
    ASSERT_NE(shown(before), Views({"network", "bars"}));
    for (const std::string_view line : way) {
      ASSERT_TRUE(run_command_line(before, line)) << line;
      before.background.wait(before);
    }
    ASSERT_TRUE(save_settings(before));
    App after(window);
    ASSERT_TRUE(load_settings(after));
    EXPECT_EQ(shown(after), Views({"network", "bars"})) << (way.empty() ? "" : way.back());
  }
  // Panes that are chosen after the lesson are one's own.
  App before(window);
  before.next.engine_id = "cpu";
  ASSERT_TRUE(run_command_line(before, "lesson 4-adaptive-merging 15"));
  before.lesson->settle(before);
  ASSERT_TRUE(run_command_line(before, "lesson-leave"));
  ASSERT_TRUE(run_command_line(before, "views 1"));
  ASSERT_TRUE(run_command_line(before, "view schedule"));
  ASSERT_TRUE(save_settings(before));
  App after(window);
  ASSERT_TRUE(load_settings(after));
  EXPECT_EQ(shown(after), Views({"schedule"}));
}

TEST_F(Settings, DamagedFilesAreReportedAndKept) {
  for (const std::string_view text : {"", "{\"theme\": \"light\"", "[1, 2]", "\xff\xfe"}) {
    write(settings_path(), text);
    App app(window);
    const Status status = load_settings(app);
    ASSERT_FALSE(status) << text;
    EXPECT_NE(status.error().message.find("settings.json"), std::string::npos);
    ASSERT_TRUE(save_settings(app));
    EXPECT_EQ(read(settings_path()), text);
  }
}

TEST_F(Settings, OnlyWhatDoesNotFitIsLost) {
  write(settings_path(),
        R"({"theme": 3, "scale": 99, "padding": "hidden", "arrows": "no", "window_width": -5,
            "window_height": 700, "from_the_future": {}})");
  write(state_path(), R"({"recent_files": ["/a", 7, null], "views": ["nonsense"]})");
  App app(window);
  ASSERT_TRUE(load_settings(app));
  EXPECT_EQ(app.look.palette->id, "dark");
  EXPECT_FLOAT_EQ(app.look.user_scale, 4);
  EXPECT_EQ(app.session.options.padding, PaddingStyle::kHidden);
  EXPECT_TRUE(app.session.options.network.arrows);
  EXPECT_EQ(app.remembered.recent_files, std::vector<std::string>{"/a"});
  EXPECT_EQ(app.panes.views.size(), 1U);
}

TEST_F(Settings, TheWindowsSizeIsKeptInUnits) {
  class FineSurface final : public QuietSurface {
   public:
    FineSurface() : QuietSurface(false) {}
    [[nodiscard]] int width() const override { return 2880; }
    [[nodiscard]] int height() const override { return 1800; }
    [[nodiscard]] float display_scale() const override { return 2; }
  };
  FineSurface surface;
  App app(surface);
  ASSERT_TRUE(save_settings(app));
  int width = 1;
  int height = 1;
  load_window_size(width, height);
  // The window system makes it twice as large again.
  EXPECT_EQ(width, 1440);
  EXPECT_EQ(height, 900);
}

TEST_F(Settings, WhatIsNoFileIsDamagedAndTheWindowStarts) {
  for (const std::string& path : {settings_path(), state_path(), runs_path()}) {
    fs::create_directories(fs::path(path).parent_path());
    for (const char* kind : {"pipe", "device", "folder"}) {
      if (*kind == 'p') {
        ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
      } else if (*kind == 'd') {
        fs::create_symlink("/dev/zero", path);
      } else {
        fs::create_directory(path);
      }
      App app(window);
      const Status loaded = load_settings(app);
      ASSERT_FALSE(loaded) << kind;
      EXPECT_NE(loaded.error().message.find(path), std::string::npos) << loaded.error().message;
      EXPECT_TRUE(save_settings(app));
      EXPECT_FALSE(fs::is_regular_file(path)) << kind;
      fs::remove_all(folder);
      fs::create_directories(fs::path(path).parent_path());
    }
  }
}

}  // namespace
}  // namespace sortscope
