// test_beside.cpp: no frame waits for what a command reads or writes.
#include "app/state/parts/beside.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/state/command_table.h"
#include "app/state/opening.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class Beside : public testing::Test {
 protected:
  Beside() {
    std::string name = (fs::temp_directory_path() / "sortscope-beside-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
    app.next.engine_id = "cpu";
    adopt(app, prepare_run(small_recording()));
  }
  ~Beside() override { fs::remove_all(folder); }
  [[nodiscard]] std::string in(const char* name) const { return (folder / name).string(); }

  fs::path folder;
  QuietSurface window{false};
  App app{window};
};

// Every command that reads or writes a file of a size that files or runs choose.
TEST_F(Beside, ReadsAndWritesOnAThread) {
  std::ofstream(in("a.sscope")) << "# Sortscope session 1\n#" << std::string(3'000'000, '-')
                                << "\nkeys 2 1\nrecord\n";
  std::ofstream(in("damaged.json")) << "[1";
  app.background.watched = true;
  struct Case {
    std::string line;
    std::string said;  // in the last notice
  };
  const Case cases[] = {
      {"log-save " + in("steps.txt"), "Saved 6 steps in words"},
      {"log-save " + in("none/steps.txt"), "cannot write"},
      {"save-network " + in("a.txt") + " bracket", "Saved "},
      {"lab-open " + in("damaged.json"), "is no result of the lab"},
      {"trace-open " + in("damaged.json"), "not JSON"},
      {"save " + in("a.h5"), "Saved "},
      {"open " + in("a.sscope"), ""},
  };
  for (const Case& each : cases) {
    app.notices.shown.clear();
    const Status begun = run_command_line(app, each.line);
    EXPECT_TRUE(begun) << each.line << ": " << (begun ? "" : begun.error().text());
    EXPECT_NE(app.background.work, nullptr) << each.line;
    app.background.wait(app);
    const std::string said = app.notices.shown.empty() ? "" : app.notices.shown.back().text;
    EXPECT_NE(said.find(each.said), std::string::npos) << each.line << ": " << said;
  }
  EXPECT_TRUE(fs::exists(in("steps.txt")));
  EXPECT_TRUE(fs::exists(in("a.txt")));
  EXPECT_EQ(app.session.recording().real_keys(), 2U);
}

TEST_F(Beside, IsCancelled) {
  app.background.watched = true;
  bool shown = false;
  ASSERT_TRUE(beside(app, "Work", [&shown](Progress& progress) -> Result<Afterwards> {
    while (!progress.cancelled()) {
    }
    return Afterwards([&shown](App&) -> Status {
      shown = true;
      return {};
    });
  }));
  EXPECT_TRUE(run_command_line(app, "cancel"));
  app.background.wait(app);
  EXPECT_FALSE(shown);
  ASSERT_FALSE(app.notices.shown.empty());
  EXPECT_EQ(app.notices.shown.back().text, "stopped.");
}

// A script has it in order, and its error where it stands.
TEST_F(Beside, WithoutAPersonItIsDoneHere) {
  EXPECT_TRUE(run_command_line(app, "log-save " + in("steps.txt")));
  EXPECT_TRUE(fs::exists(in("steps.txt")));
  EXPECT_EQ(app.background.work, nullptr);
  const Status failed = run_command_line(app, "log-save " + in("none/steps.txt"));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace sortscope
