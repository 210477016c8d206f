// test_race.cpp: commands of the race view and of the memory lens.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/state/command_table.h"
#include "app/state/opening.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "core/scenes/race.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class RaceCommands : public testing::Test {
 protected:
  RaceCommands() : app(surface) {
    app.next.engine_id = "cpu";
    adopt(app, prepare_run(small_recording()));
  }
  Status run(std::string_view line) {
    Status status = run_command_line(app, line);
    app.background.wait(app);
    return status;
  }

  QuietSurface surface;
  App app;
};

TEST_F(RaceCommands, RecordsEveryLaneOnTheSameKeysAndShowsTheLastToFinish) {
  ASSERT_TRUE(run("race bitonic adaptive odd-even-merge"));
  const auto race = app.session.measured.race;
  ASSERT_NE(race, nullptr);
  ASSERT_EQ(race->lanes.size(), 3U);
  for (const RaceLane& lane : race->lanes) {
    EXPECT_TRUE(lane.recording->sorted);
    EXPECT_EQ(lane.recording->request.keys.size(), 8U);
    EXPECT_EQ(lane.recording->request.keys.text(0), "7");
    EXPECT_GT(lane.elapsed_ns, 0);
  }
  EXPECT_EQ(lane_of(*race, app.session.recording()), leading_lane(*race, false));
  EXPECT_TRUE(
      std::ranges::any_of(app.panes.views, [](const auto& view) { return view->id() == "race"; }));
}

TEST_F(RaceCommands, SortsThatAreNoNetworksRunBeside) {
  ASSERT_TRUE(run("race merge-sort bitonic/one-thread bitonic/recursive quicksort"));
  const auto race = app.session.measured.race;
  ASSERT_EQ(race->lanes.size(), 4U);
  EXPECT_EQ(race->lanes[0].name, "Merge sort");
  EXPECT_TRUE(race->lanes[1].name.ends_with("· one-thread"));
  EXPECT_TRUE(race->lanes[2].name.ends_with("· recursive"));
  EXPECT_EQ(race->lanes[3].name, "Quicksort");
  for (const RaceLane& lane : race->lanes) EXPECT_GT(lane.elapsed_ns, 0);
  const auto own = lane_of(*race, app.session.recording());
  ASSERT_TRUE(own);
  EXPECT_FALSE(race->lanes[*own].contrast);
  // A network's steps are the clock.
  EXPECT_FALSE(run("race merge-sort quicksort"));
  EXPECT_FALSE(run("race merge-sort merge-sort"));
}

TEST_F(RaceCommands, TimesAndStepsChangeWhoLeads) {
  ASSERT_TRUE(run("race bitonic adaptive odd-even-merge"));
  ASSERT_TRUE(run("race-time 1 1"));
  ASSERT_TRUE(run("race-time 2 2"));
  ASSERT_TRUE(run("race-time 3 6"));
  EXPECT_EQ(app.session.recording().algorithm->id, "odd-even-merge");
  ASSERT_TRUE(run("seek 3"));  // 3 of 6 µs
  ASSERT_TRUE(run("race-sync step"));
  EXPECT_EQ(app.session.recording().algorithm->id, "adaptive");  // 10 steps beside 6
  EXPECT_EQ(app.session.cursor(), (Cursor{3, 0}));
  ASSERT_TRUE(run("race-time 1 50"));
  EXPECT_EQ(app.session.recording().algorithm->id, "adaptive");
  ASSERT_TRUE(run("race-sync time"));
  EXPECT_EQ(app.session.recording().algorithm->id, "bitonic");
  ASSERT_TRUE(run("race-stop"));
  EXPECT_EQ(app.session.measured.race, nullptr);
  EXPECT_FALSE(run("race-stop"));
}

// Where a time comes from is said with it: a median, or what a person gave.
// A lane that is over says by how much it is ahead of the last; the last and its equals say
// nothing.
TEST_F(RaceCommands, SaysHowFarItIsAhead) {
  ASSERT_TRUE(run("race bitonic adaptive odd-even-merge"));
  ASSERT_TRUE(run("race-time 1 2"));
  ASSERT_TRUE(run("race-time 2 6"));
  ASSERT_TRUE(run("race-time 3 5.9"));
  const auto said = [&](std::string_view words) {
    const Picture picture = (*find_layout("race"))->layout(app.session.scene(), 1400, 700);
    return std::ranges::count_if(picture.labels, [&](const Label& label) {
      return label.text.find(words) != std::string::npos;
    });
  };
  ASSERT_TRUE(run("start"));
  EXPECT_EQ(said("as fast as the last"), 0);
  ASSERT_TRUE(run("end"));
  EXPECT_EQ(said("3.0 times as fast as the last"), 1);
  EXPECT_EQ(said("as fast as the last"), 1);
  ASSERT_TRUE(run("race-sync step"));
  ASSERT_TRUE(run("end"));
  // 6 layers beside 10 parallel steps.
  EXPECT_EQ(said("the last takes 1.7 times the steps"), 2);
  EXPECT_EQ(said("as fast as the last"), 0);
}

TEST_F(RaceCommands, SaysHowTimesWereTaken) {
  ASSERT_TRUE(run("race merge-sort bitonic odd-even-merge"));
  const auto medians = [&] {
    const Picture picture = (*find_layout("race"))->layout(app.session.scene(), 1300, 640);
    return std::ranges::count_if(picture.labels, [](const Label& label) {
      return label.text.starts_with("median of 5 runs");
    });
  };
  EXPECT_EQ(medians(), 3);
  ASSERT_TRUE(run("race-time 2 60"));
  EXPECT_EQ(medians(), 2);
}

TEST_F(RaceCommands, PlayingByTimeKeepsTheClockEven) {
  ASSERT_TRUE(run("race bitonic odd-even-merge"));
  ASSERT_TRUE(run("race-time 1 60"));
  ASSERT_TRUE(run("race-time 2 1"));
  ASSERT_EQ(app.session.recording().network.depth(), 6U);
  ASSERT_TRUE(run("seek 0"));
  ASSERT_TRUE(run("play"));
  // Layers of equal length: one a second, and the motion fills it.
  for (int tenth = 1; tenth <= 25; ++tenth) {
    app.session.advance(0.1);
    if (tenth > 1) {
      EXPECT_NEAR(app.session.layer_position(), 0.1 * tenth, 0.12);
    }
  }
}

TEST_F(RaceCommands, BadEntrantsAreRefused) {
  EXPECT_FALSE(run("race"));
  EXPECT_FALSE(run("race bitonic"));
  EXPECT_FALSE(run("race bitonic bitonic"));
  EXPECT_FALSE(run("race bitonic bubble"));
  EXPECT_FALSE(run("race bitonic/v9 adaptive"));
  EXPECT_FALSE(run("race bitonic adaptive odd-even-merge pairwise odd-even-transposition"));
  EXPECT_FALSE(run("race-time 1 5"));
  EXPECT_EQ(app.session.measured.race, nullptr);
  // A kernel of the GPU is the CPU's own here, and twice is once.
  EXPECT_FALSE(run("race bitonic/v0 bitonic/v2"));
  ASSERT_TRUE(run("race bitonic/v0 bitonic adaptive"));
  EXPECT_EQ(app.session.measured.race->lanes.size(), 2U);
}

TEST_F(RaceCommands, MemoryLens) {
  const MemoryOptions& options = app.session.options.memory;
  ASSERT_TRUE(run("memory-kernel block"));
  ASSERT_TRUE(run("memory-placement padded"));
  ASSERT_TRUE(run("memory-warp 3"));
  ASSERT_TRUE(run("memory-block 2"));
  ASSERT_TRUE(run("memory-request 4"));
  ASSERT_TRUE(run("memory-threads 1024"));
  EXPECT_EQ(options.kernel, "block");
  EXPECT_EQ(options.placement, "padded");
  EXPECT_EQ(options.warp, 3U);
  EXPECT_EQ(options.block, 2U);
  EXPECT_EQ(options.request, 3U);
  EXPECT_EQ(options.threads, 1024U);
  // Eight keys are one warp.
  ASSERT_TRUE(run("memory-warp next"));
  EXPECT_EQ(options.warp, 0U);
  ASSERT_TRUE(run("memory-placement own"));
  EXPECT_EQ(options.placement, "");
  for (const char* bad : {"memory-kernel v7", "memory-placement odd", "memory-warp 32",
                          "memory-warp -1", "memory-request 0", "memory-threads 100"}) {
    EXPECT_FALSE(run(bad)) << bad;
  }
}

}  // namespace
}  // namespace sortscope
