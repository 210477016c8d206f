// The race: marks in time, positions, the order at the finish; its picture.
#include "core/scenes/race.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/engines/plans/launches.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> recorded(std::string_view algorithm, std::uint32_t n,
                                          std::string_view kernel = "layers",
                                          std::uint32_t launches = 0) {
  RunRequest request;
  request.algorithm = algorithm;
  request.keys = mixed_keys(n);
  const auto engine = make_cpu_engine();
  auto made = record(request, *engine);
  EXPECT_TRUE(made);
  auto recording = std::make_shared<Recording>(**made);
  recording->timing.elapsed_ns = 1200;
  recording->timing.kernel = kernel;
  recording->timing.launches = launches;
  return recording;
}

RaceLane lane(std::string_view algorithm, std::uint32_t n, double elapsed_ns) {
  return make_lane(recorded(algorithm, n), elapsed_ns, nullptr);
}

TEST(Race, LayersShareTheTimeEvenlyOnTheCpu) {
  const RaceLane of = lane("bitonic", 8, 0);  // 6 layers in 1200 ns
  ASSERT_EQ(of.mark_ns.size(), 7U);
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_DOUBLE_EQ(of.mark_ns[i], 200.0 * static_cast<double>(i));
  EXPECT_EQ(of.timing, "layers share the time evenly");
  EXPECT_EQ(position_at(of, -5), (LanePosition{0, 0}));
  EXPECT_EQ(position_at(of, 500), (LanePosition{2, 0.5F}));
  EXPECT_EQ(position_at(of, 600), (LanePosition{3, 0}));
  EXPECT_EQ(position_at(of, 1200), (LanePosition{6, 0}));
  EXPECT_EQ(position_at(of, 1e9), (LanePosition{6, 0}));
}

TEST(Race, LaunchesShareTheTimeAndTheLayersThatOneDidTogetherShareIts) {
  // V2 on 4096 keys: levels to k = 1024 in one launch, then layers beyond 512 by themselves.
  auto network = recorded("bitonic", 4096);
  const auto plan = plan_launches(network->network, true, "v2");
  ASSERT_TRUE(plan);
  // 55 layers; k = 2048: one, then ten; k = 4096: two, then ten.
  ASSERT_EQ(plan->launch_count(), 6U);
  const RaceLane of = make_lane(recorded("bitonic", 4096, "v2", 6), 6000, nullptr);
  EXPECT_EQ(of.name, "Bitonic, XOR form · v2");
  ASSERT_EQ(of.mark_ns.size(), 79U);
  EXPECT_NEAR(of.mark_ns[11], 1000.0 * 11 / 55, 1e-9);
  EXPECT_NEAR(of.mark_ns[55], 1000, 1e-9);
  EXPECT_NEAR(of.mark_ns[56], 2000, 1e-9);
  EXPECT_NEAR(of.mark_ns[61], 2500, 1e-9);
  EXPECT_NEAR(of.mark_ns[66], 3000, 1e-9);
  EXPECT_NEAR(of.mark_ns[78], 6000, 1e-9);
  EXPECT_NE(of.timing.find("6 launches"), std::string::npos);
  // Launches that do not fit the plan are not believed.
  const RaceLane odd = make_lane(recorded("bitonic", 4096, "v2", 5), 6000, nullptr);
  EXPECT_NEAR(odd.mark_ns[55], 6000.0 * 55 / 78, 1e-9);
  const RaceLane one = make_lane(recorded("bitonic", 1024, "hybrid", 1), 6000, nullptr);
  EXPECT_NE(one.timing.find("one launch: its layers share"), std::string::npos);
}

TEST(Race, AContrastTakesTimeAsItCompares) {
  const auto recording = recorded("bitonic", 8);
  const RaceLane of = make_contrast_lane(*find_contrast_sort("merge-sort"), recording, 1600);
  EXPECT_EQ(of.name, "Merge sort");
  ASSERT_EQ(of.layers(), 3U);
  double done = 0;
  for (std::uint32_t pass = 0; pass < 3; ++pass) {
    done += static_cast<double>(of.contrast->passes[pass].comparisons);
    EXPECT_NEAR(of.mark_ns[pass + 1], 1600 * done / static_cast<double>(of.contrast->chain()),
                1e-9);
  }
  // It ends with the keys where the network's outcomes leave them.
  Replay replay(recording);
  replay.seek({recording->network.depth(), 0});
  const auto ranks = ranks_by_place(*recording);
  const auto order = of.contrast->order_before(3);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(ranks[order[i]], ranks[replay.places()[i]]);
}

TEST(Race, TimedPassesComeBeforeLaunches) {
  SortTrace trace;
  trace.passes.push_back(
      {.name = "a", .first_layer = 0, .layer_count = 2, .begin_ns = 0, .end_ns = 100});
  trace.passes.push_back(
      {.name = "b", .first_layer = 2, .layer_count = 4, .begin_ns = 100, .end_ns = 200});
  const RaceLane of = make_lane(recorded("bitonic", 8), 400, &trace);
  const std::vector<double> expected = {0, 100, 200, 250, 300, 350, 400};
  EXPECT_EQ(of.mark_ns, expected);
  EXPECT_NE(of.timing.find("2 passes timed"), std::string::npos);
  // A trace with a gap is not.
  trace.passes[1].first_layer = 3;
  EXPECT_DOUBLE_EQ(make_lane(recorded("bitonic", 8), 600, &trace).mark_ns[1], 100);
}

TEST(Race, WhoFinishesLastLeads) {
  Race race;
  race.lanes = {lane("bitonic", 16, 500), lane("adaptive", 16, 300),
                lane("odd-even-merge", 16, 900)};
  EXPECT_EQ(leading_lane(race, false), 2U);
  EXPECT_EQ(leading_lane(race, true), 1U);  // 20 steps beside 10 layers
  EXPECT_EQ(finish_order(race, false), (std::vector<std::uint32_t>{2, 1, 3}));
  EXPECT_EQ(finish_order(race, true), (std::vector<std::uint32_t>{1, 3, 1}));
  EXPECT_EQ(lane_of(race, *race.lanes[1].recording), 1U);
  const auto other = recorded("bitonic", 16);
  EXPECT_FALSE(lane_of(race, *other));
  const RaceLane doubled = with_time(race.lanes[0], 1000);
  EXPECT_TRUE(doubled.given);
  EXPECT_NEAR(doubled.mark_ns[5], 500, 1e-9);
}

TEST(Race, MomentsFollowTheCursor) {
  const RaceLane of = lane("bitonic", 8, 600);  // layers of 4 comparators, 100 ns each
  EXPECT_DOUBLE_EQ(moment_of(of, {2, 0}, 0, true, false).time_ns, 200);
  EXPECT_DOUBLE_EQ(moment_of(of, {2, 0}, 0.5F, true, false).time_ns, 250);
  EXPECT_DOUBLE_EQ(moment_of(of, {2, 1}, 0, false, false).time_ns, 225);
  EXPECT_DOUBLE_EQ(moment_of(of, {2, 1}, 0.5F, false, false).time_ns, 237.5);
  EXPECT_DOUBLE_EQ(moment_of(of, {6, 0}, 0, true, false).time_ns, 600);
  const RaceMoment step = moment_of(of, {2, 2}, 0, true, true);
  EXPECT_DOUBLE_EQ(step.layers, 2.5);
  EXPECT_EQ(position_at(of, step), (LanePosition{2, 0.5F}));
  EXPECT_EQ(position_at(of, {.by_step = true, .layers = 99}), (LanePosition{6, 0}));
  EXPECT_FLOAT_EQ(pace_at({{of}}, 0, false, 3), 1);
}

TEST(Race, PaceIsTheShareOfALayer) {
  SortTrace trace;
  trace.passes.push_back({.name = "a", .first_layer = 0, .layer_count = 1, .end_ns = 300});
  trace.passes.push_back(
      {.name = "b", .first_layer = 1, .layer_count = 2, .begin_ns = 300, .end_ns = 400});
  const RaceLane of = make_lane(recorded("bitonic", 4), 400, &trace);
  EXPECT_FLOAT_EQ(pace_at({{of}}, 0, false, 0), 2.25F);  // 300 of 400 / 3
  EXPECT_FLOAT_EQ(pace_at({{of}}, 0, false, 1), 0.375F);
  EXPECT_FLOAT_EQ(pace_at({{of}}, 0, true, 0), 1);
}

Scene scene_of(const Measured& measured, std::size_t lane, Cursor cursor) {
  Scene scene;
  scene.recording = measured.race->lanes[lane].recording.get();
  scene.cursor = cursor;
  scene.measured = &measured;
  return scene;
}

bool says(const Picture& picture, std::string_view text) {
  return std::ranges::any_of(picture.labels, [&](const Label& label) {
    return label.text.find(text) != std::string::npos;
  });
}

// Left edges and heights of the bars inside a lane's part of the picture, by x.
std::vector<std::pair<float, float>> bars(const Picture& picture, float left, float right) {
  std::vector<std::pair<float, float>> found;
  for (const Box& chip : picture.chips) {
    if (chip.role == Role::kRank && chip.x >= left && chip.x < right)
      found.emplace_back(chip.x, chip.h);
  }
  std::ranges::sort(found);
  return found;
}

TEST(Race, TheClockIsANetworksAndEndsTheRace) {
  auto race = std::make_shared<Race>();
  race->lanes = {lane("bitonic", 8, 1000)};
  race->lanes.push_back(
      make_contrast_lane(*find_contrast_sort("quicksort"), race->lanes[0].recording, 4000));
  EXPECT_EQ(leading_lane(*race, false), 0U);
  EXPECT_EQ(lane_of(*race, *race->lanes[0].recording), 0U);
  EXPECT_EQ(finish_order(*race, false), (std::vector<std::uint32_t>{1, 2}));
  Measured measured;
  measured.race = race;
  EXPECT_NEAR(moment_of(*race, scene_of(measured, 0, {3, 0}))->time_ns, 500, 1e-6);
  const RaceMoment end = *moment_of(*race, scene_of(measured, 0, {6, 0}));
  EXPECT_EQ(position_at(race->lanes[1], end), (LanePosition{race->lanes[1].layers(), 0}));
  // In the last layer, from 833.3 ns on, it runs on to the end of what is slower.
  Scene last = scene_of(measured, 0, {5, 0});
  last.whole_layer = true;
  last.fraction = 0.5F;
  EXPECT_NEAR(moment_of(*race, last)->time_ns, (1000 * 5 / 6.0 + 4000) / 2, 1e-3);
  EXPECT_FLOAT_EQ(pace_at(*race, 0, false, 4), 1);
  EXPECT_FLOAT_EQ(pace_at(*race, 0, false, 5), 19);  // of 6 layers in 1000 ns: 3166.7 ns
  EXPECT_TRUE(says(kRaceLayout.layout(scene_of(measured, 0, {6, 0}), 1000, 500),
                   "Race on 8 keys · 4.00 µs of 4.00 µs"));
  const Picture picture = kRaceLayout.layout(scene_of(measured, 0, {3, 0}), 1000, 500);
  EXPECT_TRUE(says(picture, "Quicksort"));
  EXPECT_TRUE(says(picture, "pass 1 of"));
}

TEST(Race, PictureShowsEveryLaneAtItsMoment) {
  auto race = std::make_shared<Race>();
  race->lanes = {lane("bitonic", 16, 1000), lane("odd-even-merge", 16, 4000)};
  Measured measured;
  measured.race = race;
  // Half of the slow one: the fast one is sorted.
  const Picture picture = kRaceLayout.layout(scene_of(measured, 1, {5, 0}), 1000, 500);
  EXPECT_TRUE(says(picture, "1st"));
  EXPECT_FALSE(says(picture, "2nd"));
  EXPECT_TRUE(says(picture, "2.00 µs of 4.00 µs"));
  const auto sorted = bars(picture, 0, 500);
  ASSERT_EQ(sorted.size(), 16U);
  for (std::size_t i = 1; i < sorted.size(); ++i) EXPECT_GE(sorted[i].second, sorted[i - 1].second);
  const auto running = bars(picture, 500, 1000);
  ASSERT_EQ(running.size(), 16U);
  EXPECT_FALSE(std::ranges::is_sorted(running, {}, [](const auto& bar) { return bar.second; }));
  // By step both have come as far.
  LayoutOptions options;
  options.race.by_step = true;
  Scene step = scene_of(measured, 1, {5, 0});
  step.options = &options;
  const Picture even = kRaceLayout.layout(step, 1000, 500);
  EXPECT_FALSE(says(even, "1st"));
  EXPECT_TRUE(says(even, "layer 5 of 10"));
}

TEST(Race, PictureAtEveryCursorSizeAndKind) {
  auto race = std::make_shared<Race>();
  race->lanes = {lane("bitonic", 100, 900), lane("adaptive", 100, 4000), lane("aks", 100, 9000),
                 lane("adaptive-interval", 100, 2000)};
  Measured measured;
  measured.race = race;
  for (const bool by_step : {false, true}) {
    LayoutOptions options;
    options.race.by_step = by_step;
    const std::size_t leading = leading_lane(*race, by_step);
    Scene scene = scene_of(measured, leading, {});
    scene.options = &options;
    const std::uint32_t depth = scene.recording->network.depth();
    for (std::uint32_t layer = 0; layer <= depth; layer += std::max(depth / 7, 1U)) {
      scene.cursor = {layer, 0};
      scene.fraction = layer < depth ? 0.4F : 0;
      const Picture picture = kRaceLayout.layout(scene, 900, 600);
      EXPECT_EQ(bars(picture, 0, 900).size(), 400U);
    }
    kRaceLayout.layout(scene, 10, 10);
  }
}

TEST(Race, SaysWhatIsMissing) {
  Scene scene;
  const auto other = recorded("bitonic", 16);
  scene.recording = other.get();
  EXPECT_TRUE(says(kRaceLayout.layout(scene, 800, 400), "No race yet"));
  auto race = std::make_shared<Race>();
  race->lanes = {lane("bitonic", 16, 1000), lane("odd-even-merge", 16, 4000)};
  Measured measured;
  measured.race = race;
  scene.measured = &measured;
  EXPECT_TRUE(says(kRaceLayout.layout(scene, 800, 400), "Another run is open"));
  EXPECT_EQ(kRaceLayout.action(scene, 800, 400, 40, 50), "");
  Scene running = scene_of(measured, 1, {});
  EXPECT_EQ(kRaceLayout.action(running, 800, 400, 180, 50), "race-sync step");
}

}  // namespace
}  // namespace sortscope
