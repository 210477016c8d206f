// test_interval_plan.cpp: the launches of recorded interval-based sorting, played tile by tile.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/engines/plans/intervals.h"

namespace sortscope {
namespace {

// Up to which merge level a tile is sorted, and searched.
struct Tile {
  std::uint32_t sorted = 0;
  std::uint32_t searched = 0;
};

TEST(IntervalPlan, EveryMergeFindsItsRunsSortedAndSearched) {
  for (const unsigned key_bits : {32U, 64U}) {
    for (std::uint32_t wires_log2 = 1; wires_log2 <= 26; ++wires_log2) {
      const std::uint32_t tile_log2 = interval_tile_log2(wires_log2);
      std::vector<Tile> tiles(std::size_t{1} << (wires_log2 - tile_log2));
      for (const IntervalLaunch& launch : plan_intervals(key_bits, wires_log2)) {
        ASSERT_GT(launch.tiles, 0U);
        ASSERT_LE(launch.first_tile + std::uint64_t{launch.tiles}, tiles.size());
        // Whole blocks of the level.
        const std::uint32_t block = 1U << (launch.merge - tile_log2);
        ASSERT_EQ(launch.first_tile % block, 0U);
        ASSERT_EQ(launch.tiles % block, 0U);
        for (std::uint32_t i = 0; i < launch.tiles; ++i) {
          Tile& tile = tiles[launch.first_tile + i];
          if (launch.work == IntervalWork::kTiles) {
            ASSERT_EQ(tile.sorted, 0U);
            tile.sorted = tile_log2;
            continue;
          }
          ASSERT_EQ(tile.sorted + 1, launch.merge);
          if (launch.work == IntervalWork::kSearch) {
            tile.searched = launch.merge;
          } else {
            ASSERT_EQ(tile.searched, launch.merge);
            tile.sorted = launch.merge;
          }
        }
      }
      for (const Tile& tile : tiles) ASSERT_EQ(tile.sorted, wires_log2);
    }
  }
}

TEST(IntervalPlan, LaunchesHaveTheLayersOfTheirLevel) {
  // Tiles of 2^10 have 55 layers; a merge of 2^m keys has m, and begins where those before end.
  std::uint32_t layer = 55;
  for (const IntervalLaunch& launch : plan_intervals(32, 20)) {
    if (launch.work == IntervalWork::kTiles) {
      EXPECT_EQ(launch.first_layer(), 0U);
      EXPECT_EQ(launch.layers(), 55U);
    } else if (launch.work == IntervalWork::kMerge) {
      EXPECT_EQ(launch.first_layer(), layer);
      EXPECT_EQ(launch.layers(), launch.merge);
      layer += launch.layers();
    } else {
      EXPECT_EQ(launch.layers(), 0U);
    }
  }
  EXPECT_EQ(layer, 20U * 21 / 2);
}

}  // namespace
}  // namespace sortscope
