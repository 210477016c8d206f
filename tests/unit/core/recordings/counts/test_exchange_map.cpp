// test_exchange_map.cpp: exchange counts against going through every comparison.
#include "core/recordings/counts/exchange_map.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/engines/cpu/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/families.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> recorded(const Algorithm& algorithm, std::uint32_t n) {
  RunRequest request;
  request.algorithm = algorithm.id;
  request.input = algorithm.needs_bitonic_input ? "bitonic" : "uniform";
  auto keys = generate_keys(request.input, KeyType::kUint32, n, 5, algorithm, Order::kAscending);
  if (!keys) return nullptr;
  request.keys = std::move(*keys);
  const auto made = record(request, *make_cpu_engine());
  return made ? *made : nullptr;
}

// Tiles of one layer, wire by wire.
std::vector<TileCount> counted(const Recording& run, std::uint32_t layer, unsigned wires_log2) {
  std::vector<TileCount> tiles(((run.network.wires() - 1) >> wires_log2) + 1);
  const auto add = [&](Wire wire, bool exchanged) {
    ++tiles[wire >> wires_log2].compared;
    tiles[wire >> wires_log2].exchanged += exchanged ? 1 : 0;
  };
  for (std::uint32_t i = 0; i < run.network.count(layer); ++i) {
    if (run.network.has_splits(layer)) {
      const LayerForm& form = run.network.form(layer);
      const WireExchange moved = run.exchange(layer, i);
      for (Wire w = i << form.block_log2; w < (i + 1) << form.block_log2; ++w) {
        add(w, w - moved.first < moved.length || w - moved.first - moved.distance < moved.length);
      }
      continue;
    }
    const Comparator c = run.network.comparator(layer, i);
    add(c.min_wire, run.exchanged(layer, i));
    add(c.max_wire, run.exchanged(layer, i));
  }
  return tiles;
}

void expect_counts(const Recording& run, std::uint64_t most_tiles) {
  const auto map = ExchangeMap::make(run, nullptr, most_tiles);
  ASSERT_NE(map, nullptr);
  ASSERT_EQ(map->layers(), run.network.depth());
  ASSERT_EQ(map->rows(map->levels() - 1), 1U);
  for (unsigned level = 0; level < map->levels(); ++level) {
    for (std::uint32_t layer = 0; layer < map->layers(); ++layer) {
      const std::vector<TileCount> expected = counted(run, layer, map->wires_log2(level));
      ASSERT_EQ(map->rows(level), expected.size());
      for (std::uint32_t row = 0; row < expected.size(); ++row) {
        ASSERT_EQ(map->at(level, layer, row).compared, expected[row].compared)
            << level << ' ' << layer << ' ' << row;
        ASSERT_EQ(map->at(level, layer, row).exchanged, expected[row].exchanged)
            << level << ' ' << layer << ' ' << row;
      }
    }
  }
}

TEST(ExchangeMap, CountsEveryComparisonOfEveryAlgorithm) {
  std::set<Family> seen;
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {1U, 2U, 48U, 500U}) {
      if (n > 100 && algorithm.family == Family::kAks) continue;
      if (n > algorithm.max_keys) continue;
      const auto run = recorded(algorithm, n);
      if (!run) continue;
      seen.insert(algorithm.family);
      SCOPED_TRACE(testing::Message() << algorithm.id << ' ' << n);
      // From tiles of a wire to tiles of hundreds.
      for (const std::uint64_t most :
           {std::uint64_t{1} << 20, std::uint64_t{32} * run->network.depth()}) {
        ASSERT_NO_FATAL_FAILURE(expect_counts(*run, most));
      }
    }
  }
  EXPECT_EQ(seen.size(), families().size());
}

TEST(ExchangeMap, TilesOfManyWordsAreCountedAsSingleComparators) {
  for (const char* id :
       {"bitonic", "odd-even-merge", "pairwise", "adaptive", "adaptive-overlapped"}) {
    const auto run = recorded(**find_algorithm(id), 1U << 14);
    ASSERT_NE(run, nullptr);
    SCOPED_TRACE(id);
    ASSERT_NO_FATAL_FAILURE(expect_counts(*run, std::uint64_t{8} * run->network.depth()));
  }
}

TEST(ExchangeMap, EveryExchangeMovesTwoKeys) {
  const auto run = recorded(**find_algorithm("bitonic"), 1000);
  ASSERT_NE(run, nullptr);
  const auto map = ExchangeMap::make(*run);
  ASSERT_NE(map, nullptr);
  std::uint64_t moved = 0;
  for (const TileCount& tile : map->tiles(0)) moved += tile.exchanged;
  EXPECT_EQ(moved, 2 * run->exchanged_before.back());
}

TEST(ExchangeMap, NothingWhereItIsCancelledOrOutcomesAreNotKept) {
  const auto run = recorded(**find_algorithm("bitonic"), 1024);
  ASSERT_NE(run, nullptr);
  Progress progress;
  progress.cancel = true;
  EXPECT_EQ(ExchangeMap::make(*run, &progress), nullptr);
}

TEST(ExchangeMap, TheSpreadIsThatOfTheTileFurthestFromItsLayer) {
  const auto run = recorded(**find_algorithm("bitonic"), 1024);
  ASSERT_NE(run, nullptr);
  const auto map = ExchangeMap::make(*run);
  for (std::uint32_t layer = 0; layer < map->layers(); ++layer) {
    EXPECT_EQ(map->spread(map->levels() - 1, layer), 0) << layer;
    EXPECT_LE(map->spread(0, layer), 1) << layer;
  }
  // Tiles of one wire: some key moves and some stays in the first layer.
  EXPECT_GE(map->spread(0, 0), 0.5F);
}

}  // namespace
}  // namespace sortscope
