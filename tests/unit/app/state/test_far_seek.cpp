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

std::shared_ptr<const Recording> run_of(const std::string& algorithm) {
  RunRequest request;
  request.algorithm = algorithm;
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
  void show(const std::string& algorithm) {
    run_ = run_of(algorithm);
    adopt(app_, prepare_run(run_));
    app_.session.far_seek_ns = 0;
  }
  [[nodiscard]] Cursor middle() const { return {run_->network.depth() / 2, 0}; }

  QuietSurface surface_{true};
  App app_{surface_};
  std::shared_ptr<const Recording> run_;
};

TEST_F(FarSeekTest, TheCursorStaysUntilItIsThere) {
  for (const char* const algorithm : kAlgorithms) {
    SCOPED_TRACE(algorithm);
    show(algorithm);
    app_.session.seek(middle());
    EXPECT_EQ(app_.session.cursor(), Cursor{});
    EXPECT_EQ(app_.session.bound_for(), middle());
    EXPECT_EQ(shown_places(app_), places_at(run_, {}));
    go_far(app_);
    ASSERT_NE(app_.background.work, nullptr);
    EXPECT_TRUE(app_.background.work->title.starts_with("Going to step "));
    EXPECT_EQ(shown_places(app_), places_at(run_, {}));
    app_.background.wait(app_);
    EXPECT_EQ(app_.session.cursor(), middle());
    EXPECT_FALSE(app_.session.underway());
    EXPECT_EQ(shown_places(app_), places_at(run_, middle()));
    // And back again, with the keyframes that were kept on the way.
    app_.session.seek({1, 0});
    go_far(app_);
    app_.background.wait(app_);
    EXPECT_EQ(shown_places(app_), places_at(run_, {1, 0}));
  }
}

TEST_F(FarSeekTest, CancelledTheCursorStays) {
  show("adaptive");
  app_.session.seek(middle());
  app_.session.stay();
  go_far(app_);
  EXPECT_EQ(app_.background.work, nullptr);
  EXPECT_EQ(app_.session.cursor(), Cursor{});
  EXPECT_FALSE(app_.session.underway());
}

TEST_F(FarSeekTest, AnotherCursorTakesItsPlace) {
  show("aks");
  app_.session.seek(middle());
  go_far(app_);
  const Cursor end = run_->network.end();
  app_.session.seek(end);
  EXPECT_EQ(app_.session.bound_for(), end);
  go_far(app_);  // what goes on is no longer wanted
  EXPECT_TRUE(app_.background.work == nullptr || app_.background.work->progress.cancelled());
  app_.background.wait(app_);
  EXPECT_EQ(app_.session.cursor(), Cursor{});
  go_far(app_);
  app_.background.wait(app_);
  EXPECT_EQ(app_.session.cursor(), end);
  EXPECT_EQ(shown_places(app_), places_at(run_, end));
}

TEST_F(FarSeekTest, AStepMeanwhileIsTakenInstead) {
  show("bitonic");
  app_.session.seek(middle());
  go_far(app_);
  app_.session.far_seek_ns = ~std::uint64_t{0};
  EXPECT_TRUE(app_.session.step(StepUnit::kLayer, true));
  app_.background.wait(app_);
  go_far(app_);
  EXPECT_EQ(app_.session.cursor(), (Cursor{1, 0}));
  EXPECT_EQ(app_.background.work, nullptr);
}

TEST_F(FarSeekTest, AStepThatTakesLongGoesBesideToo) {
  show("adaptive");
  app_.session.far_seek_ns = ~std::uint64_t{0};
  app_.session.seek(middle());
  app_.session.far_seek_ns = 0;
  EXPECT_TRUE(app_.session.step(StepUnit::kLayer, false));
  EXPECT_EQ(app_.session.cursor(), middle());
  const Cursor before{middle().layer - 1, 0};
  EXPECT_EQ(app_.session.bound_for(), before);
  go_far(app_);
  app_.background.wait(app_);
  EXPECT_EQ(shown_places(app_), places_at(run_, before));
}

// The run that is shown when the seek ends is another one.
TEST_F(FarSeekTest, DoesNotMoveAnotherRun) {
  show("bitonic");
  app_.session.seek(middle());
  go_far(app_);
  show("adaptive");
  app_.background.wait(app_);
  EXPECT_EQ(app_.session.cursor(), Cursor{});
}

}  // namespace
}  // namespace sortscope
