// test_far_seek.cpp: a far cursor is gone to beside the window, and can be cancelled.
#include <gtest/gtest.h>

#include <vector>

#include "app/state/app.h"
#include "app/window/frame.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

// Families that replay in ways of their own.
constexpr const char* kAlgorithms[] = {"bitonic", "adaptive", "adaptive-interval", "aks"};

std::shared_ptr<const Recording> run_of(const std::string& algorithm, bool keyframes = false) {
  RunRequest request;
  request.algorithm = algorithm;
  request.keyframes_only = keyframes;
  request.keys = *generate_keys("uniform", KeyType::kUint32, 256, 7, **find_algorithm(algorithm),
                                Order::kAscending);
  auto made = record(request, *make_cpu_engine());
  EXPECT_TRUE(made.ok()) << algorithm;
  return *made;
}

// As another replay has it, which walks there from the start.
std::vector<std::uint32_t> places_at(const std::shared_ptr<const Recording>& run, Cursor cursor) {
  Replay replay(run);
  replay.seek(cursor);
  return {replay.places().begin(), replay.places().end()};
}

std::vector<std::uint32_t> shown_places(App& app) {
  const Scene scene = app.session.scene();
  return {scene.places.begin(), scene.places.end()};
}

class FarSeekTest : public ::testing::Test {
 protected:
  void show(const std::string& algorithm, bool keyframes = false) {
    shown = run_of(algorithm, keyframes);
    adopt(app, prepare_run(shown));
    app.session.far_seek_ns = 0;
  }
  [[nodiscard]] Cursor middle() const { return {shown->network.depth() / 2, 0}; }

  QuietSurface surface{true};
  App app{surface};
  std::shared_ptr<const Recording> shown;
};

TEST_F(FarSeekTest, TheCursorStaysUntilItIsThere) {
  for (const char* const algorithm : kAlgorithms) {
    SCOPED_TRACE(algorithm);
    show(algorithm);
    app.session.seek(middle());
    EXPECT_EQ(app.session.cursor(), Cursor{});
    EXPECT_EQ(app.session.bound_for(), middle());
    EXPECT_EQ(shown_places(app), places_at(shown, {}));
    go_far(app);
    ASSERT_NE(app.background.work, nullptr);
    EXPECT_TRUE(app.background.work->title.starts_with("Going to step "));
    EXPECT_EQ(shown_places(app), places_at(shown, {}));
    app.background.wait(app);
    EXPECT_EQ(app.session.cursor(), middle());
    EXPECT_FALSE(app.session.underway());
    EXPECT_EQ(shown_places(app), places_at(shown, middle()));
    // And back again, with the keyframes that were kept on the way.
    app.session.seek({1, 0});
    go_far(app);
    app.background.wait(app);
    EXPECT_EQ(shown_places(app), places_at(shown, {1, 0}));
  }
}

TEST_F(FarSeekTest, GoesThroughLayersThatAreRecordedAgain) {
  for (const char* const algorithm : {"bitonic", "odd-even-transposition"}) {
    const auto whole = run_of(algorithm);
    show(algorithm, true);
    ASSERT_TRUE(shown->ranges);
    for (const Cursor cursor : {middle(), shown->network.end(), Cursor{1, 3}}) {
      app.session.seek(cursor);
      EXPECT_EQ(app.session.bound_for(), cursor);
      go_far(app);
      app.background.wait(app);
      EXPECT_EQ(app.session.cursor(), cursor);
      EXPECT_EQ(shown_places(app), places_at(whole, cursor));
    }
  }
}

TEST_F(FarSeekTest, CancelledTheCursorStays) {
  show("adaptive");
  app.session.seek(middle());
  app.session.stay();
  go_far(app);
  EXPECT_EQ(app.background.work, nullptr);
  EXPECT_EQ(app.session.cursor(), Cursor{});
  EXPECT_FALSE(app.session.underway());
}

TEST_F(FarSeekTest, AnotherCursorTakesItsPlace) {
  show("aks");
  app.session.seek(middle());
  go_far(app);
  const Cursor end = shown->network.end();
  app.session.seek(end);
  EXPECT_EQ(app.session.bound_for(), end);
  go_far(app);  // what goes on is no longer wanted
  EXPECT_TRUE(app.background.work == nullptr || app.background.work->progress.cancelled());
  app.background.wait(app);
  EXPECT_EQ(app.session.cursor(), Cursor{});
  go_far(app);
  app.background.wait(app);
  EXPECT_EQ(app.session.cursor(), end);
  EXPECT_EQ(shown_places(app), places_at(shown, end));
}

TEST_F(FarSeekTest, AStepMeanwhileIsTakenInstead) {
  show("bitonic");
  app.session.seek(middle());
  go_far(app);
  app.session.far_seek_ns = ~std::uint64_t{0};
  EXPECT_TRUE(app.session.step(StepUnit::kLayer, true));
  app.background.wait(app);
  go_far(app);
  EXPECT_EQ(app.session.cursor(), (Cursor{1, 0}));
  EXPECT_EQ(app.background.work, nullptr);
}

TEST_F(FarSeekTest, AStepThatTakesLongGoesBesideToo) {
  show("adaptive");
  app.session.far_seek_ns = ~std::uint64_t{0};
  app.session.seek(middle());
  app.session.far_seek_ns = 0;
  EXPECT_TRUE(app.session.step(StepUnit::kLayer, false));
  EXPECT_EQ(app.session.cursor(), middle());
  const Cursor before{middle().layer - 1, 0};
  EXPECT_EQ(app.session.bound_for(), before);
  go_far(app);
  app.background.wait(app);
  EXPECT_EQ(shown_places(app), places_at(shown, before));
}

// The run that is shown when the seek ends is another one.
TEST_F(FarSeekTest, DoesNotMoveAnotherRun) {
  show("bitonic");
  app.session.seek(middle());
  go_far(app);
  show("adaptive");
  app.background.wait(app);
  EXPECT_EQ(app.session.cursor(), Cursor{});
}

}  // namespace
}  // namespace sortscope
