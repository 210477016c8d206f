// test_exchange_map.cpp: exchange counts against going through every comparison.
#include "core/recordings/counts/exchange_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>
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

// A device that is none: it counts its own copy of the bits.
class CountsThere final : public DeviceBits, public BlockOnes {
 public:
  CountsThere(OutcomeWords bits, bool fails) : bits_(std::move(bits)), fails_(fails) {}
  Status count(const LayerBlocks& blocks, std::span<std::uint32_t> ones) override {
    ++asked;
    if (fails_) return Error{ErrorCode::kWorkFailed, "lost", ""};
    std::size_t block = 0;
    for (std::size_t layer = 0; layer + 1 < blocks.first_words().size(); ++layer) {
      const std::uint64_t end = blocks.first_words()[layer + 1];
      const std::uint64_t words = std::uint64_t{1} << blocks.words_log2();
      for (std::uint64_t at = blocks.first_words()[layer]; at < end; at += words) {
        ones[block] = 0;
        for (std::uint64_t i = at; i < std::min(at + words, end); ++i) {
          ones[block] += static_cast<std::uint32_t>(std::popcount(bits_[i]));
        }
        ++block;
      }
    }
    return block == ones.size() ? Status{} : Error{ErrorCode::kWorkFailed, "other blocks", ""};
  }
  int asked = 0;

 private:
  OutcomeWords bits_;
  bool fails_;
};

// Where the device has counted, the host's bits are hardly read: they may be wrong here. Where it
// fails, they are.
TEST(ExchangeMap, IsTheSameWhereADeviceHasCounted) {
  const auto run = recorded(**find_algorithm("bitonic"), 1U << 19);
  ASSERT_NE(run, nullptr);
  const std::uint64_t most = std::uint64_t{64} * run->network.depth();
  const auto expected = ExchangeMap::make(*run, nullptr, most);
  for (const bool fails : {false, true}) {
    Recording there = *run;
    const auto bits = std::make_shared<CountsThere>(run->bits, fails);
    there.timing.device_bits = bits;
    if (!fails) std::fill(there.bits.begin(), there.bits.end(), 0);
    const auto map = ExchangeMap::make(there, nullptr, most);
    ASSERT_NE(map, nullptr);
    EXPECT_EQ(bits->asked, 1);
    ASSERT_EQ(map->levels(), expected->levels());
    for (unsigned level = 0; level < map->levels(); ++level) {
      ASSERT_TRUE(std::ranges::equal(map->tiles(level), expected->tiles(level)))
          << fails << ' ' << level;
    }
  }
}

// Tiles that blocks do not fit, blocks that end with their layer.
TEST(ExchangeMap, IsTheSameOfEveryAlgorithmWhereADeviceHasCounted) {
  int asked = 0;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.max_keys < 700000 || algorithm.family == Family::kAks) continue;
    const auto run = recorded(algorithm, 700000);
    if (!run) continue;
    const std::uint64_t most = std::uint64_t{40} * run->network.depth();
    const auto expected = ExchangeMap::make(*run, nullptr, most);
    Recording there = *run;
    const auto bits = std::make_shared<CountsThere>(run->bits, false);
    there.timing.device_bits = bits;
    const auto map = ExchangeMap::make(there, nullptr, most);
    ASSERT_NE(map, nullptr);
    for (unsigned level = 0; level < map->levels(); ++level) {
      ASSERT_TRUE(std::ranges::equal(map->tiles(level), expected->tiles(level)))
          << algorithm.id << ' ' << level;
    }
    asked += bits->asked;
  }
  EXPECT_GE(asked, 5);
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
