// test_passes.cpp: the pass strip: widths are times, fills are shares of floors, and it is
// linked to the layers of the recording.
#include "core/views/kernels/passes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

using namespace passes_picture;

// 16 keys, 10 layers: three passes of 600, 100 and 300 ns.
SortTrace three_passes() {
  SortTrace trace;
  trace.algorithm = "bitonic";
  trace.title = "Bitonic";
  trace.n = trace.wires = 16;
  trace.layers = 10;
  trace.elapsed_ns = 1000;
  trace.stamped = true;
  trace.passes = {{"tiles", 0, 6, 0, 600, 128, 48, 300},
                  {"across", 6, 1, 600, 700, 128, 8, 100},
                  {"tiles", 7, 3, 700, 1000, 128, 24, 0}};
  return trace;
}

class PassesTest : public ::testing::Test {
 protected:
  Scene scene_at(std::uint32_t layer, SortTrace trace = three_passes()) {
    Scene scene = run.at({layer, 0});
    run.measured.trace = std::make_shared<const SortTrace>(std::move(trace));
    return scene;
  }
  static PassesPage page(const Scene& scene) { return passes_page(scene, 1048, 720, {}); }

  RunView run{"bitonic", keys_from<std::int32_t>(std::vector<std::int32_t>{
                             3, 7, 4, 8, 6, 2, 1, 5, 9, 16, 12, 10, 11, 13, 15, 14})};
};

TEST_F(PassesTest, ANanosecondLateInALongTraceHasAnAxis) {
  SortTrace trace = three_passes();
  trace.elapsed_ns = 9'007'199'254'740'990;
  trace.passes.back().end_ns = trace.elapsed_ns;
  const Scene scene = scene_at(6, trace);
  const TimeWindow window{.from_ns = 9e15, .to_ns = 9e15 + 1};
  const Picture picture = draw_passes(scene, 1048, 720, window, true);
  EXPECT_LT(picture.labels.size(), 1000U);
}

TEST_F(PassesTest, WidthsAreTimesAndFillsAreShares) {
  const Scene scene = scene_at(6);
  const PassesPage places = page(scene);
  // 1048 less two margins: 1000 pixels for 1000 ns.
  ASSERT_FLOAT_EQ(places.all.width, 1000);
  std::vector<Box> bars;
  std::vector<Box> fills;
  for (const Box& box : draw_passes(scene, 1048, 720, {}, true).boxes) {
    if (box.y < places.all.top - 0.5F || box.y > places.all.top + places.all.height) continue;
    if (box.role == Role::kFuture) bars.push_back(box);
    if (box.role == Role::kGood) fills.push_back(box);
  }
  ASSERT_EQ(bars.size(), 3U);
  const float widths[] = {600, 100, 300};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(bars[i].w, widths[i], 1.01F);  // a hairline between
  ASSERT_EQ(fills.size(), 2U);  // the third one's floor is not known
  EXPECT_FLOAT_EQ(fills[0].h, places.all.height / 2);
  EXPECT_FLOAT_EQ(fills[1].h, places.all.height);
  EXPECT_FLOAT_EQ(fills[0].y + fills[0].h, places.all.top + places.all.height);
  // Where a shader draws them there are none.
  for (const Box& box : draw_passes(scene, 1048, 720, {}, false).boxes) {
    EXPECT_FALSE(box.role == Role::kFuture && box.h > 30);
  }
}

TEST_F(PassesTest, ThePassOfTheCursorsLayerIsMarked) {
  const std::uint32_t passes[] = {0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2};
  for (std::uint32_t layer = 0; layer <= 10; ++layer) {
    EXPECT_EQ(page(scene_at(layer)).present, passes[layer]) << layer;
  }
  // Layers of a pass share its time evenly: 100 ns each in the first and the last.
  EXPECT_DOUBLE_EQ(page(scene_at(4)).position_ns, 400);
  EXPECT_DOUBLE_EQ(page(scene_at(8)).position_ns, 800);
  EXPECT_DOUBLE_EQ(page(scene_at(10)).position_ns, 1000);
}

TEST_F(PassesTest, PassesLeadToTheirFirstLayers) {
  const Scene scene = scene_at(0);
  const PassesPage places = page(scene);
  const float y = places.all.top + 5;
  const auto at = [&](double ns) { return pass_at(scene, places, places.all.x(ns), y); };
  EXPECT_EQ(at(10), 0U);
  EXPECT_EQ(at(650), 1U);
  EXPECT_EQ(at(990), 2U);
  EXPECT_FALSE(pass_at(scene, places, 5, y));
  EXPECT_EQ(pass_at(scene, places, 100, places.table_top + 2 * kRowHeight), 1U);
  EXPECT_EQ(seek_line(scene, 1), "seek 6");
  // A trace of another sort leads nowhere, and nothing is marked.
  SortTrace other = three_passes();
  other.layers = 11;
  const Scene unlinked = scene_at(3, other);
  EXPECT_EQ(seek_line(unlinked, 1), "");
  EXPECT_FALSE(page(unlinked).present);
}

TEST_F(PassesTest, EveryPageSizeAndTraceIsDrawn) {
  SortTrace empty;
  SortTrace instant = three_passes();
  instant.elapsed_ns = 0;
  for (TracePass& pass : instant.passes) pass.begin_ns = pass.end_ns = 0;
  SortTrace many = three_passes();
  for (std::uint64_t i = 0; i < 3000; ++i) many.passes.push_back({"x", 0, 0, 1000 + i, 1001 + i});
  for (const SortTrace& trace : {empty, instant, many, three_passes()}) {
    for (const float size : {16.0F, 200.0F, 5000.0F}) {
      const Scene scene = scene_at(5, trace);
      const Picture picture = draw_passes(scene, size, size, {}, true);
      for (const Box& box : picture.boxes) {
        EXPECT_TRUE(std::isfinite(box.x) && std::isfinite(box.w));
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
