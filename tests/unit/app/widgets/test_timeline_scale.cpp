// test_timeline_scale.cpp: layers to pixels and back, cells against counting, labels that do not
// touch.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "app/widgets/timeline_scale.h"
#include "core/algorithms/algorithm.h"

namespace sortscope {
namespace {

Network network_of(std::string_view id, std::uint32_t n) {
  return find_algorithm(id).value()->build(n);
}

TEST(TimelineScale, EndsAndMiddle) {
  const TimelineScale scale{{0, 10}, 300, 1200};
  EXPECT_FLOAT_EQ(scale.layer_width(), 120);
  EXPECT_FLOAT_EQ(scale.x_of(0), 300);
  EXPECT_FLOAT_EQ(scale.x_of(2.5), 600);
  EXPECT_FLOAT_EQ(scale.x_of(10), 1500);
  EXPECT_DOUBLE_EQ(scale.layer_at(300), 0);
  EXPECT_DOUBLE_EQ(scale.layer_at(900), 5);
  EXPECT_DOUBLE_EQ(scale.layer_at(-50), 0);
  EXPECT_DOUBLE_EQ(scale.layer_at(5000), 10);
}

TEST(TimelineScale, PixelsAndBackAreInverse) {
  const TimelineScale scale{{100.25, 371.5}, 37, 911};
  for (float x = 37; x <= 948; x += 13) EXPECT_NEAR(scale.x_of(scale.layer_at(x)), x, 0.01F);
}

TEST(TimelineScale, NoWidthIsNoTrap) {
  const TimelineScale scale{{0, 10}, 5, 0};
  EXPECT_DOUBLE_EQ(scale.layer_at(5), 0);
  EXPECT_TRUE(
      timeline_cells(network_of("bitonic", 16), std::vector<std::uint64_t>(11), scale, 2).empty());
}

TEST(TimelineZoom, PointStaysUnderThePointer) {
  LayerRange range = whole_run(4096);
  const double layer = 1000;
  const TimelineScale before{range, 0, 1000};
  range = zoomed(range, 4, layer, 4096);
  const TimelineScale after{range, 0, 1000};
  EXPECT_DOUBLE_EQ(range.span(), 1024);
  EXPECT_NEAR(before.x_of(layer), after.x_of(layer), 0.01F);
}

TEST(TimelineZoom, StaysInsideTheRun) {
  LayerRange range = whole_run(300);
  for (int i = 0; i < 40; ++i) range = zoomed(range, 1.3, 299.5, 300);
  EXPECT_DOUBLE_EQ(range.span(), 4);
  EXPECT_LE(range.last, 300);
  range = moved(range, 1e9, 300);
  EXPECT_EQ(range, (LayerRange{296, 300}));
  range = moved(range, -1e9, 300);
  EXPECT_EQ(range, (LayerRange{0, 4}));
  for (int i = 0; i < 40; ++i) range = zoomed(range, 1 / 1.3, 2, 300);
  EXPECT_EQ(range, whole_run(300));
  // A run of three layers cannot be magnified, and one of none has a range all the same.
  EXPECT_EQ(zoomed(whole_run(3), 8, 1, 3), whole_run(3));
  EXPECT_GT(whole_run(0).span(), 0);
}

TEST(TimelineZoom, FollowsTheCursor) {
  const LayerRange range{100, 200};
  EXPECT_EQ(showing(range, 150, 1000), range);
  for (const double layer : {0.0, 5.0, 99.0, 201.0, 995.0, 1000.0}) {
    const LayerRange shown = showing(range, layer, 1000);
    EXPECT_NEAR(shown.span(), 100, 1e-9);
    EXPECT_LE(shown.first, layer);
    EXPECT_GE(shown.last, layer);
    EXPECT_GE(shown.first, 0);
    EXPECT_LE(shown.last, 1000);
  }
}

TEST(TimelineCursor, NearestBoundary) {
  const Network network = network_of("bitonic", 16);
  EXPECT_EQ(cursor_near(network, 4.4, false), (Cursor{4, 0}));
  EXPECT_EQ(cursor_near(network, 4.6, false), (Cursor{5, 0}));
  EXPECT_EQ(cursor_near(network, -3, false), (Cursor{0, 0}));
  EXPECT_EQ(cursor_near(network, 99, false), network.end());
}

TEST(TimelineCursor, FineGivesEveryCursorBack) {
  for (const char* id : {"bitonic", "odd-even-merge", "pairwise", "odd-even-transposition"}) {
    const Network network = network_of(id, 20);
    for (std::uint64_t position = 0; position <= network.size(); ++position) {
      const Cursor cursor = network.cursor_at(position);
      EXPECT_EQ(cursor_near(network, layer_of(network, cursor), true), cursor) << id;
    }
  }
}

// Exchanges drawn at random; the cells must count what they cover.
TEST(TimelineCells, CountAsOneByOne) {
  const Network network = network_of("odd-even-transposition", 300);
  std::mt19937 random(7);
  std::vector<std::uint64_t> before(network.depth() + 1);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    before[layer + 1] = before[layer] + random() % (network.count(layer) + 1);
  }
  for (const float width : {30.0F, 100.0F, 299.0F, 1000.0F, 5000.0F}) {
    const TimelineScale scale{{0, 300}, 0, width};
    const auto cells = timeline_cells(network, before, scale, 2);
    std::uint32_t next = 0;
    for (const TimelineCell& cell : cells) {
      EXPECT_EQ(cell.first_layer, next);
      double exchanged = 0;
      double all = 0;
      for (std::uint32_t i = 0; i < cell.layer_count; ++i) {
        exchanged += static_cast<double>(before[next + i + 1] - before[next + i]);
        all += network.count(next + i);
      }
      EXPECT_NEAR(cell.share, exchanged / all, 1e-12);
      next += cell.layer_count;
    }
    EXPECT_EQ(next, 300U);
    EXPECT_LE(static_cast<float>(cells.size()), std::max(1.0F, width / 2));
    if (width >= 600) {
      EXPECT_EQ(cells.size(), 300U);
    }
  }
}

TEST(TimelineCells, OnlyWhatIsInView) {
  const Network network = network_of("odd-even-transposition", 4096);
  const std::vector<std::uint64_t> before(network.depth() + 1);
  const auto cells = timeline_cells(network, before, {{1000.5, 1010.5}, 0, 1000}, 2);
  ASSERT_EQ(cells.size(), 11U);
  EXPECT_EQ(cells.front().first_layer, 1000U);
  EXPECT_EQ(cells.back().first_layer, 1010U);
}

TEST(TimelineLabels, NoneTouches) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<LabelWish> wishes(40);
    for (LabelWish& wish : wishes) {
      wish = {static_cast<float>(random() % 1000), static_cast<float>(10 + random() % 60),
              static_cast<int>(random() % 3)};
    }
    const auto stands = fitting_labels(wishes, 6, 20, 980);
    for (std::size_t a = 0; a < wishes.size(); ++a) {
      const auto clash = [&](std::size_t b) {
        return wishes[a].left < wishes[b].left + wishes[b].width + 6 &&
               wishes[b].left < wishes[a].left + wishes[a].width + 6;
      };
      const bool inside = wishes[a].left >= 20 && wishes[a].left + wishes[a].width <= 980;
      if (stands[a]) {
        EXPECT_TRUE(inside);
        for (std::size_t b = 0; b < a; ++b) EXPECT_FALSE(stands[b] && clash(b));
      } else if (inside) {
        // Left out only for the sake of one that matters at least as much.
        bool reason = false;
        for (std::size_t b = 0; b < wishes.size(); ++b) {
          reason |= stands[b] && clash(b) && wishes[b].priority >= wishes[a].priority;
        }
        EXPECT_TRUE(reason);
      }
    }
  }
}

TEST(TimelineLabels, ImportantOneStands) {
  const std::vector<LabelWish> wishes = {{0, 50, 0}, {40, 50, 1}, {80, 50, 0}};
  EXPECT_EQ(fitting_labels(wishes, 4, 0, 500), (std::vector<bool>{false, true, false}));
}

TEST(TimelineTicks, RoundNumbers) {
  EXPECT_EQ(tick_step(100, 40), 1U);
  EXPECT_EQ(tick_step(25, 40), 2U);
  EXPECT_EQ(tick_step(10, 40), 5U);
  EXPECT_EQ(tick_step(0.25F, 40), 200U);
}

TEST(TimelineText, Shares) {
  EXPECT_EQ(share_text(5, 8), "63 %");  // a half goes up
  EXPECT_EQ(share_text(1, 8), "13 %");
  EXPECT_EQ(share_text(0, 0), "0 %");
  EXPECT_EQ(share_text(32513, 32640), "99 %");
  EXPECT_EQ(share_text(32640, 32640), "100 %");
  EXPECT_EQ(share_text(1, 32640), "1 %");
  EXPECT_EQ(share_text(0, 32640), "0 %");
}

}  // namespace
}  // namespace sortscope
