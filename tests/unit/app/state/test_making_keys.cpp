// test_making_keys.cpp: the keys of a run are made beside the window, and not to their end where
// that is cancelled.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/next_run.h"
#include "core/lab/inputs.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class MakingKeys : public testing::Test {
 protected:
  MakingKeys() : app(surface) { app.session.open(prepare_run(small_recording())); }

  void run(const std::string& line) {
    const Status status = run_command_line(app, line);
    EXPECT_TRUE(status) << line << ": " << status.error().text();
  }

  // Runs the line, whose work is cancelled before or while the keys are made: no other run is
  // shown.
  void run_and_cancel(const std::string& line) {
    const auto shown = app.session.shared_recording();
    app.notices.failure.reset();
    app.notices.shown.clear();
    run(line);
    ASSERT_TRUE(app.background.work) << line;
    app.background.work->progress.cancel = true;
    app.background.wait(app);
    EXPECT_EQ(app.session.shared_recording(), shown) << line;
    EXPECT_FALSE(app.history->can_go_back()) << line;
    EXPECT_FALSE(app.notices.failure) << line;
    ASSERT_FALSE(app.notices.shown.empty()) << line;
    EXPECT_EQ(app.notices.shown.back().text, "stopped.") << line;
  }

  QuietSurface surface;
  App app;
};

TEST_F(MakingKeys, ACancelLeavesNothingOfAnyKind) {
  for (const InputKind& kind : input_kinds()) {
    run("algorithm bitonic");
    run("input " + std::string(kind.id));
    run("size 2^21");
    run_and_cancel("record");
  }
  run_and_cancel("record-with odd-even-merge 2^21");
}

TEST_F(MakingKeys, ASessionMakesItsKeysBesideTheWindow) {
  const std::string path = testing::TempDir() + "keys-" + std::to_string(::getpid()) + ".sscope";
  std::ofstream(path)
      << "# Sortscope session 1\nalgorithm bitonic\ninput uniform\nsize 2^21\nrecord\n";
  run_and_cancel("open " + path + " large");
  std::filesystem::remove(path);
}

// So many would be seen if they were made here.
TEST_F(MakingKeys, TheWindowOnlyPlansThem) {
  for (const InputKind& kind : input_kinds()) {
    run("algorithm bitonic");
    run("input " + std::string(kind.id));
    run("type float64");
    run("size 2^30");
    const auto planned = next_run(app.next, app.lines.source);
    ASSERT_TRUE(planned) << kind.id;
    EXPECT_EQ(planned->request.keys.size(), 0U) << kind.id;
    EXPECT_EQ(planned->request.keys.type, KeyType::kFloat64) << kind.id;
    EXPECT_EQ(planned->keys(), 1U << 30) << kind.id;
  }
}

TEST_F(MakingKeys, PlannedKeysAreThoseOfTheirKind) {
  for (const InputKind& kind : input_kinds()) {
    run("input " + std::string(kind.id));
    run("size 500");
    run("seed 4");
    auto planned = next_run(app.next, app.lines.source);
    ASSERT_TRUE(planned);
    Progress progress;
    ASSERT_TRUE(make_planned_keys(*planned, &progress));
    EXPECT_EQ(planned->request.keys,
              *generate_keys(kind.id, kUsualType, 500, 4, **find_algorithm("bitonic"),
                             Order::kAscending));
    EXPECT_EQ(planned->keys_to_make, 0U);
  }
  const auto wrong = plan_keys({}, **find_algorithm("bitonic"), kUsualType, 8);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kBadUsage) << "keys that were given are not made";
}

TEST(LabKeys, AreNotMadeOnceTheLabIsCancelled) {
  Progress lab;
  lab.cancel = true;
  LabInputs inputs(&lab);
  LabCase what;
  what.n = 1U << 24;
  const auto keys = inputs.get(what, 1, 0);
  ASSERT_FALSE(keys);
  EXPECT_EQ(keys.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace sortscope
