// test_compare.cpp: the comparison picture: its lines are the network, solid where compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/networks/trees/schedule_facts.h"
#include "core/pictures/label_fit.h"
#include "core/views/adaptive/compare.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr float kWidth = 1052;
constexpr float kHeight = 614;

bool says(const Picture& picture, std::string_view part) {
  return std::any_of(picture.labels.begin(), picture.labels.end(), [&](const Label& label) {
    return label.text.find(part) != std::string::npos;
  });
}

// Vertical lines of the diagram by dash.
std::pair<std::size_t, std::size_t> solid_and_dashed(const Picture& picture) {
  std::size_t solid = 0;
  std::size_t dashed = 0;
  for (const Line& line : picture.lines) {
    const bool outcome =
        line.role == Role::kExchanged || line.role == Role::kKept || line.role == Role::kFuture;
    if (line.x0 != line.x1 || line.x0 > 700 || !outcome) continue;
    (line.dashed ? dashed : solid) += 1;
  }
  return {solid, dashed};
}

TEST(CompareLayout, SolidLinesAreComparisonsAndDashedOnesAreSaved) {
  for (const char* algorithm :
       {"adaptive", "adaptive-two-case", "adaptive-overlapped", "bitonic"}) {
    RunView view(algorithm, mixed_keys(16));
    const Picture picture = kCompareLayout.layout(view.at(view.network().end()), kWidth, kHeight);
    const auto [solid, dashed] = solid_and_dashed(picture);
    EXPECT_EQ(solid, adaptive_sort_comparisons(4)) << algorithm;
    EXPECT_EQ(dashed, network_sort_comparators(4) - adaptive_sort_comparisons(4)) << algorithm;
    EXPECT_TRUE(says(picture, "72"));
    EXPECT_TRUE(says(picture, "80"));
    EXPECT_TRUE(says(picture, "compared 72, saved 8"));
  }
}

TEST(CompareLayout, SaysThatEveryComparisonIsAComparator) {
  for (const char* algorithm : {"adaptive", "adaptive-overlapped"}) {
    RunView view(algorithm, mixed_keys(32));
    for (std::uint32_t layer = 0; layer < view.network().depth(); ++layer) {
      const std::uint32_t count = view.network().count(layer);
      const Picture picture = kCompareLayout.layout(view.at({layer + 1, 0}), kWidth, kHeight);
      const auto words = std::to_string(count) + " of " + std::to_string(count) + " comparison";
      EXPECT_TRUE(says(picture, words)) << algorithm << " layer " << layer;
    }
  }
}

// Every comparison of the merger can be pointed at, nothing else can.
TEST(CompareLayout, PointingFindsTheComparisonsOfTheRun) {
  RunView view("adaptive-merger", keys_of({1, 4, 6, 9, 8, 5, 3, 2}));
  const Scene scene = view.at(view.network().end());
  std::set<std::pair<std::uint32_t, std::uint32_t>> found;
  for (float y = 1; y < kHeight; y += 3) {
    for (float x = 1; x < kWidth; x += 3) {
      const Selection picked = kCompareLayout.pick(scene, kWidth, kHeight, x, y);
      if (picked.comparator) found.insert({picked.comparator->layer, picked.comparator->index});
    }
  }
  EXPECT_EQ(found.size(), adaptive_merge_comparisons(3));
}

TEST(CompareLayout, LargeRunsShowAMergeOrItsStages) {
  RunView middle("adaptive", mixed_keys(64));
  EXPECT_TRUE(says(kCompareLayout.layout(middle.at(middle.network().end()), kWidth, kHeight),
                   "Merge j = 6 of the bitonic network"));
  RunView large("adaptive", mixed_keys(1024));
  EXPECT_TRUE(
      says(kCompareLayout.layout(large.at(large.network().end()), kWidth, kHeight), "10 of 512"));
}

TEST(CompareLayout, StaysOnThePageForAnyRunAndSize) {
  for (const char* algorithm :
       {"adaptive", "adaptive-overlapped", "bitonic", "bitonic-merger", "pairwise"}) {
    for (const std::uint32_t n : {1U, 2U, 3U, 16U, 100U, 2000U}) {
      RunView view(algorithm, mixed_keys(n));
      for (const auto& [width, height] :
           {std::pair(500.0F, 280.0F), {1052.0F, 614.0F}, {2330.0F, 1300.0F}}) {
        for (const Cursor cursor : {Cursor{}, view.network().end()}) {
          const Picture picture = kCompareLayout.layout(view.at(cursor), width, height);
          EXPECT_FLOAT_EQ(picture.width, width);
          for (const Label& label : picture.labels) {
            const LabelArea area = area_of(label);
            EXPECT_GE(area.left, -1) << algorithm << n << " " << label.text;
            EXPECT_LE(area.right, width + 1) << algorithm << n << " " << label.text;
            EXPECT_LE(area.bottom, height + 1) << algorithm << n << " " << label.text;
          }
        }
      }
    }
  }
}

// In every moment: keys that change places cover neither each other nor those between.
TEST(CompareLayout, WhatMovesKeepsClearOfAllOthers) {
  for (const char* algorithm : {"bitonic", "bitonic-merger", "adaptive", "adaptive-two-case"}) {
    RunView view(algorithm, different_keys(16));
    std::size_t moved = 0;
    for (std::uint32_t layer = 0; layer < view.network().depth(); ++layer) {
      for (int moment = 1; moment < 25; ++moment) {
        const float fraction = static_cast<float>(moment) / 25;
        const Picture picture =
            kCompareLayout.layout(view.at({layer, 0}, fraction), kWidth, kHeight);
        std::vector<Box> chips;
        for (const Box& chip : picture.chips) {
          if (chip.role == Role::kRank && chip.filled) chips.push_back(chip);
        }
        moved += chips.size();
        for (std::size_t a = 0; a < chips.size(); ++a) {
          for (std::size_t b = 0; b < a; ++b) {
            const float across = std::min(chips[a].x + chips[a].w, chips[b].x + chips[b].w) -
                                 std::max(chips[a].x, chips[b].x);
            const float down = std::min(chips[a].y + chips[a].h, chips[b].y + chips[b].h) -
                               std::max(chips[a].y, chips[b].y);
            EXPECT_FALSE(across > 0.5F && down > 0.5F)
                << algorithm << ", layer " << layer << " at " << fraction << ": ranks "
                << chips[a].rank << " and " << chips[b].rank;
          }
        }
        if (HasFailure()) return;
      }
    }
    EXPECT_GT(moved, 1000U) << algorithm;
  }
}

}  // namespace
}  // namespace sortscope
