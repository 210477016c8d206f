// test_maker.cpp: a scene is a function of recording and request, in whatever order asked.
#include "core/scenes/maker.h"

#include <algorithm>
#include <vector>

#include "core/recordings/replay.h"
#include "core/scenes/separator_moment.h"
#include "core/scenes/separator_trace.h"
#include "tests/unit/aks_fixture.h"

namespace sortscope {
namespace {

SceneRequest at(Cursor cursor, float fraction = 0) {
  SceneRequest request;
  request.cursor = cursor;
  request.fraction = fraction;
  return request;
}

TEST(SceneMaker, PlacesAreThoseOfAReplay) {
  RunView run("bitonic", mixed_keys(24));
  SceneMaker maker(run.shared());
  Replay replay(run.shared());
  const std::uint32_t depth = run.network().depth();
  for (const std::uint32_t layer : {depth, 0U, depth / 2, 3U, depth / 2}) {
    const Scene scene = maker.make(at({layer, 0}));
    replay.seek({layer, 0});
    EXPECT_EQ(scene.cursor, (Cursor{layer, 0}));
    EXPECT_EQ(scene.recording, run.shared().get());
    EXPECT_TRUE(std::ranges::equal(scene.places, replay.places())) << layer;
  }
}

TEST(SceneMaker, KeepsWhatIsAsked) {
  RunView run("bitonic", mixed_keys(16));
  SceneMaker maker(run.shared());
  SceneRequest request = at({2, 0}, 0.5F);
  request.whole_layer = false;
  request.selected.wire = 3;
  request.hover.place = 5;
  const Scene scene = maker.make(request);
  EXPECT_FLOAT_EQ(scene.fraction, 0.5F);
  EXPECT_FALSE(scene.whole_layer);
  EXPECT_EQ(scene.selected, request.selected);
  EXPECT_EQ(scene.hover, request.hover);
  // At rest nothing is on its way.
  request.fraction = 0;
  EXPECT_TRUE(maker.make(request).whole_layer);
}

TEST(SceneMaker, GivesWhatTheRunHas) {
  RunView sorter("bitonic", mixed_keys(12));
  const Scene padded = sorter.at({1, 0});
  EXPECT_NE(padded.padding, nullptr);
  EXPECT_NE(padded.counterpart, nullptr);
  EXPECT_EQ(padded.tree, nullptr);
  EXPECT_EQ(padded.aks, nullptr);
  EXPECT_EQ(padded.beside, nullptr);
  EXPECT_EQ(padded.ranks.size(), padded.places.size());
  RunView trees("adaptive", mixed_keys(16));
  EXPECT_EQ(trees.at({1, 0}).padding, nullptr);
  EXPECT_EQ(trees.at({1, 0}).counterpart, nullptr);
  EXPECT_NE(trees.at({1, 0}).tree, nullptr);
  // Another replay moves without the scene.
  const Scene scene = trees.at({2, 0});
  const std::vector<std::uint32_t> places(scene.places.begin(), scene.places.end());
  scene.elsewhere->seek(trees.network().end());
  EXPECT_TRUE(std::ranges::equal(scene.places, places));
}

TEST(SceneMaker, ThePartnerStandsAtTheSameCursor) {
  RunView run("adaptive", mixed_keys(16));
  run.options.tree.compare = true;
  const Cursor cursor{run.network().levels().back().first_layer, 0};
  const Scene scene = run.at(cursor);
  ASSERT_NE(scene.beside, nullptr);
  EXPECT_EQ(scene.beside->cursor, cursor);
  EXPECT_EQ(scene.beside->beside, nullptr);
  EXPECT_NE(scene.beside->recording, scene.recording);
  EXPECT_NE(scene.beside->tree, scene.tree);
  run.options.tree.compare = false;
  EXPECT_EQ(run.at(cursor).beside, nullptr);
}

TEST(SceneMaker, WhatIsKeptOfSeparatorsIsWhatIsFoundAgain) {
  AksRun run(256, {{"depth", "5"}});
  const AksNetwork& aks = *run.network().aks();
  run.options.aks = {.follow = false, .level = 0, .node = 0};
  std::vector<std::uint32_t> layers;
  for (std::uint32_t t = 0; t < aks_steps(aks.d()); ++t) layers.push_back(aks.first_layer(t) + 1);
  // Forwards and back, so that what is kept is asked for again.
  const std::vector<std::uint32_t> forwards = layers;
  layers.insert(layers.end(), forwards.rbegin(), forwards.rend());
  for (const std::uint32_t layer : layers) {
    Scene scene = run.at({layer, 0});
    const auto kept = separator_moment(scene);
    ASSERT_TRUE(kept);
    ASSERT_FALSE(kept->rows.empty());
    const auto trace = halver_trace(scene, *kept, 0, 0);
    EXPECT_EQ(halver_trace(scene, *kept, 0, 0), trace) << "it is kept";
    scene.separators = nullptr;
    EXPECT_EQ(separator_moment(scene)->keys, kept->keys) << layer;
    EXPECT_EQ(halver_trace(scene, *kept, 0, 0)->wrong, trace->wrong) << layer;
  }
}

}  // namespace
}  // namespace sortscope
