// test_session.cpp: playing, step by step and at the pace of a race.
#include "app/state/session.h"

#include <gtest/gtest.h>

#include <memory>

#include "core/scenes/race.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> recorded(std::uint32_t n) {
  RunRequest request;
  request.algorithm = "bitonic";
  request.keys = mixed_keys(n);
  const auto engine = make_cpu_engine();
  return *record(request, *engine);
}

// A race in which `share` of the time goes to the first layer.
std::shared_ptr<const Race> race_of(const std::shared_ptr<const Recording>& recording,
                                    std::uint64_t share) {
  SortTrace trace;
  trace.passes.push_back({.name = "a", .first_layer = 0, .layer_count = 1, .end_ns = share});
  trace.passes.push_back({.name = "b",
                          .first_layer = 1,
                          .layer_count = recording->network.depth() - 1,
                          .begin_ns = share,
                          .end_ns = 1000});
  auto race = std::make_shared<Race>();
  race->lanes.push_back(make_lane(recording, 1000, &trace));
  return race;
}

// 105 layers, of which the first takes as long as 104: longer than a frame may make up for.
TEST(Session, ALayerThatTakesMostOfARaceEnds) {
  const auto recording = recorded(1U << 14);
  ASSERT_EQ(recording->network.depth(), 105U);
  Session session;
  session.open(prepare_run(recording));
  session.measured.race = race_of(recording, 990);
  session.set_playing(true);
  session.advance(0);
  EXPECT_EQ(session.cursor().layer, 1U);
  for (int second = 0; second < 100; ++second) session.advance(1);
  EXPECT_EQ(session.cursor().layer, 1U);
  for (int second = 0; second < 10; ++second) session.advance(1);
  EXPECT_GT(session.cursor().layer, 1U);
}

// Also where playing begins in the middle of it: its step comes at once.
TEST(Session, PlayingBeginsAfterALongLayer) {
  const auto recording = recorded(1U << 14);
  Session session;
  session.open(prepare_run(recording));
  session.measured.race = race_of(recording, 990);
  session.seek({1, 0});
  session.set_playing(true);
  session.advance(0.01);
  EXPECT_GT(session.cursor().layer, 1U);
}

// A step takes its time by the speed, whether it is played or made by hand.
TEST(Session, SingleStepsObeyTheSpeed) {
  Session session;
  session.open(prepare_run(recorded(8)));
  const auto seconds_of_a_step = [&] {
    session.seek({});
    session.step(StepUnit::kLayer, true);
    double seconds = 0;
    for (; session.moving() && seconds < 100; seconds += 0.01) session.advance(0.01);
    return seconds;
  };
  session.set_speed(1);
  const double usual = seconds_of_a_step();
  for (const float speed : {kLeastSpeed, 0.25F, 2.0F}) {
    session.set_speed(speed);
    EXPECT_FLOAT_EQ(session.speed(), speed);
    EXPECT_NEAR(seconds_of_a_step() * speed / usual, 1, 0.1) << speed;
  }
  session.set_speed(0.001F);
  EXPECT_FLOAT_EQ(session.speed(), 0.05F);
}

TEST(Session, AStepIsScrubbedForthAndBack) {
  Session session;
  session.open(prepare_run(recorded(8)));
  const auto expect_at = [&](std::uint32_t layer, float fraction) {
    const Scene scene = session.scene();
    EXPECT_EQ(scene.cursor, (Cursor{layer, 0}));
    EXPECT_NEAR(scene.fraction, fraction, 1e-4F);
    EXPECT_NEAR(session.layer_position(), static_cast<float>(layer) + fraction, 1e-4);
  };
  session.seek({2, 0});
  session.scrub(0.3);
  expect_at(2, 0.3F);
  session.scrub(0.4);
  expect_at(2, 0.7F);
  session.scrub(-0.6);
  expect_at(2, 0.1F);
  session.scrub(-0.1);
  expect_at(2, 0);
  session.scrub(-0.25);
  expect_at(1, 0.75F);
  session.scrub(1.5);
  expect_at(3, 0.25F);
  session.scrub(-100);
  expect_at(0, 0);
  session.scrub(-0.5);
  expect_at(0, 0);
  session.scrub(1000);
  expect_at(6, 0);
  // What is still to come of the step goes on from where it stands, and back.
  session.seek({2, 0});
  session.scrub(0.5);
  session.step(StepUnit::kLayer, true);
  EXPECT_EQ(session.cursor(), (Cursor{3, 0}));
  EXPECT_NEAR(session.scene().fraction, 0.5F, 1e-4F);
  session.settle();
  session.scrub(0.5);
  session.step(StepUnit::kLayer, false);
  EXPECT_EQ(session.cursor(), (Cursor{3, 0}));
  EXPECT_NEAR(session.scene().fraction, 0.5F, 1e-4F);
  session.seek({});
  session.scrub(0.5);
  EXPECT_TRUE(session.step(StepUnit::kLayer, false));
  EXPECT_EQ(session.cursor(), (Cursor{0, 0}));
}

// Whatever the run before was doing, another begins at its input.
TEST(Session, AnotherRunBeginsAtItsInput) {
  const auto begins = [](Session& session) {
    session.open(prepare_run(recorded(8)));
    const Scene scene = session.scene();
    EXPECT_EQ(scene.cursor, Cursor{});
    EXPECT_EQ(scene.fraction, 0);
    EXPECT_EQ(session.layer_position(), 0);
  };
  Session session;
  begins(session);
  session.scrub(0.4);
  begins(session);
  session.scrub(2.7);
  begins(session);
  session.pose({1, 0}, 0.3F);
  begins(session);
  session.step(StepUnit::kLayer, true);
  session.advance(0.05);
  begins(session);
}

}  // namespace
}  // namespace sortscope
