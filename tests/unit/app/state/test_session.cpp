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

}  // namespace
}  // namespace sortscope
