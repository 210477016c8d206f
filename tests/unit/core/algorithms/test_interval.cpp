// test_interval.cpp: interval-based adaptive bitonic sorting: splits, tiles and states against the
// bitonic network, whose half-cleaners the splits stand for, and against brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/networks/interval_merge.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {
namespace {

const Algorithm& interval() { return *find_algorithm("adaptive-interval").value(); }

std::shared_ptr<const Recording> recorded(std::string_view algorithm, const Keys& keys,
                                          Order order = Order::kAscending) {
  RunRequest request;
  request.algorithm = algorithm;
  request.order = order;
  request.keys = keys;
  static const auto kEngine = make_cpu_engine();
  auto result = record(request, *kEngine, true);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return result.ok() ? *result : nullptr;
}

std::shared_ptr<const Recording> recorded(std::string_view algorithm,
                                          const std::vector<std::uint32_t>& keys) {
  return recorded(algorithm, keys_from<std::uint32_t>(keys));
}

std::vector<std::uint32_t> shuffled(std::uint32_t n, std::uint64_t seed) {
  std::vector<std::uint32_t> keys(n);
  std::iota(keys.begin(), keys.end(), 0U);
  std::mt19937_64 random(seed);
  std::shuffle(keys.begin(), keys.end(), random);
  return keys;
}

TEST(Interval, TilesAreSmallUpTo1024Keys) {
  constexpr std::pair<std::uint32_t, std::uint32_t> kTiles[] = {
      {0, 0}, {1, 1}, {3, 3}, {4, 4}, {5, 4}, {10, 4}, {11, 10}, {24, 10}};
  for (const auto& [wires, tile] : kTiles) EXPECT_EQ(interval_tile_log2(wires), tile) << wires;
}

TEST(Interval, ScheduleHasALayerForEachOfTheNetwork) {
  for (std::uint32_t m = 0; m <= 14; ++m) {
    const std::uint64_t n = std::uint64_t{1} << m;
    const Network network = interval().build(static_cast<std::uint32_t>(n));
    EXPECT_EQ(network.depth(), m * (m + 1) / 2);
    // A merge of n keys in tiles of T has n / T - 1 splits in each of its blocks' trees of
    // sequences, and log T layers of n/2.
    const std::uint32_t t = interval_tile_log2(m);
    std::uint64_t expected = t * (t + 1) / 2 * n / 2;
    for (std::uint32_t j = t + 1; j <= m; ++j) {
      expected += (n >> j) * ((std::uint64_t{1} << (j - t)) - 1) + t * n / 2;
    }
    EXPECT_EQ(network.size(), expected) << n;
    std::uint64_t words = 0;
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const bool split = network.has_splits(layer);
      words += split ? network.count(layer) : (network.count(layer) + 31) / 32;
    }
    EXPECT_EQ(network.bit_words(), words);
  }
  const Network network = interval().build(64);
  std::vector<std::string> names;
  for (const MergeLevel& level : network.levels()) names.push_back(level.name);
  EXPECT_EQ(names, (std::vector<std::string>{"j = 1", "j = 2", "j = 3", "j = 4", "j = 5",
                                             "j = 5 · tiles", "j = 6", "j = 6 · tiles"}));
}

// The splits are the network's half-cleaners: with distinct keys every state and every bit that
// both have is the same.
TEST(Interval, GoesThroughTheStatesOfTheNetwork) {
  for (const std::uint32_t n : {2U, 16U, 32U, 64U, 256U, 1024U, 2048U, 4096U}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const std::vector<std::uint32_t> keys = shuffled(n, seed);
      const auto run = recorded("adaptive-interval", keys);
      const auto network = recorded("bitonic", keys);
      ASSERT_TRUE(run && run->sorted && network);
      ASSERT_EQ(run->network.depth(), network->network.depth());
      Replay replay(run);
      Replay expected(network);
      for (std::uint32_t layer = 0; layer < run->network.depth(); ++layer) {
        replay.seek({layer + 1, 0});
        expected.seek({layer + 1, 0});
        ASSERT_TRUE(std::ranges::equal(replay.places(), expected.places()))
            << "n = " << n << ", layer " << layer;
        if (run->network.has_splits(layer)) continue;
        for (std::uint32_t i = 0; i < n / 2; ++i) {
          ASSERT_EQ(run->exchanged(layer, i), network->exchanged(layer, i));
        }
      }
    }
  }
}

// Theorem 3: of the comparators of a half-cleaner the first q' exchange, or the last n/2 - q'.
TEST(Interval, SplitsAreWhatTheHalfCleanersDo) {
  std::mt19937_64 random(3);
  for (const std::uint32_t distinct : {1U, 2U, 3U, 20U, 1000000U}) {
    for (const std::uint32_t n : {32U, 64U, 512U, 2048U}) {
      std::vector<std::uint32_t> keys(n);
      for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random() % distinct);
      const auto run = recorded("adaptive-interval", keys);
      ASSERT_TRUE(run && run->sorted);
      Replay replay(run);
      const auto before = [&](std::uint32_t a, std::uint32_t b) {
        return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
      };
      for (std::uint32_t layer = 0; layer < run->network.depth(); ++layer) {
        if (!run->network.has_splits(layer)) continue;
        replay.seek({layer, 0});
        const std::span<const std::uint32_t> places = replay.places();
        const LayerForm& form = run->network.form(layer);
        for (std::uint32_t x = 0; x < run->network.count(layer); ++x) {
          const Wire base = x << form.block_log2;
          const bool descending = (base & form.direction_bit) != 0;
          const Split split = run->split(layer, x);
          for (std::uint32_t i = 0; i < form.distance; ++i) {
            const std::uint32_t a = places[base + i];
            const std::uint32_t b = places[base + i + form.distance];
            const bool exchange = descending ? before(a, b) : before(b, a);
            ASSERT_EQ(exchange, (i < split.length) != split.second_case)
                << n << ' ' << distinct << " layer " << layer << " sequence " << x << " at " << i;
            if (i + 1 == form.distance) {
              ASSERT_EQ(exchange, split.second_case);
            }
          }
        }
      }
    }
  }
}

// Case 2 is where algorithm 1 swaps root and extra node: the trees' phase 0 of the same sequences.
TEST(Interval, CasesAreThoseOfAlgorithm1) {
  const std::vector<std::uint32_t> keys = shuffled(256, 9);
  const auto run = recorded("adaptive-interval", keys);
  const auto tree = recorded("adaptive-two-case", keys);
  ASSERT_TRUE(run && tree);
  std::uint32_t compared = 0;
  for (std::uint32_t layer = 0; layer < run->network.depth(); ++layer) {
    if (!run->network.has_splits(layer)) continue;
    const TreeStep& step = run->network.step(layer);
    for (std::uint32_t other = 0; other < tree->network.depth(); ++other) {
      const TreeStep& of = tree->network.step(other);
      if (of.merge != step.merge || of.first_stage != step.first_stage || of.first_phase != 0) {
        continue;
      }
      for (std::uint32_t x = 0; x < run->network.count(layer); ++x, ++compared) {
        EXPECT_EQ(run->split(layer, x).second_case, tree->exchanged(other, x));
      }
    }
  }
  EXPECT_EQ(compared, 8 * 1 + 4 * 3 + 2 * 7 + 1 * 15);
}

TEST(Interval, SortsZeroOneInputsOfThirtyTwoWithAnyOnesInEitherHalf) {
  for (std::uint32_t first = 0; first <= 16; ++first) {
    for (std::uint32_t second = 0; second <= 16; ++second) {
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        std::vector<std::uint32_t> keys(32, 0);
        std::fill_n(keys.begin(), first, 1);
        std::fill_n(keys.begin() + 16, second, 1);
        std::mt19937_64 random(seed);
        if (seed > 0) std::shuffle(keys.begin(), keys.begin() + 16, random);
        if (seed > 1) std::shuffle(keys.begin() + 16, keys.end(), random);
        const auto run = recorded("adaptive-interval", keys);
        ASSERT_TRUE(run && run->sorted) << first << ' ' << second << ' ' << seed;
      }
    }
  }
}

TEST(Interval, SortsAnyLengthStablyInBothOrders) {
  std::mt19937_64 random(4);
  std::vector<std::uint32_t> lengths(70);
  std::iota(lengths.begin(), lengths.end(), 1U);
  lengths.insert(lengths.end(), {100, 127, 200, 1000, 1025, 3000});
  for (const std::uint32_t n : lengths) {
    std::vector<std::int64_t> values(n);
    for (std::int64_t& value : values) value = static_cast<std::int64_t>(random() % 7) - 3;
    if (n % 3 == 0) values[n / 2] = INT64_MAX;  // as padding
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      const auto run = recorded("adaptive-interval", keys_from<std::int64_t>(values), order);
      ASSERT_TRUE(run && run->sorted) << n;
      std::vector<std::uint32_t> expected(n);
      std::iota(expected.begin(), expected.end(), 0U);
      std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
        return order == Order::kAscending ? values[a] < values[b] : values[b] < values[a];
      });
      Replay replay(run);
      replay.seek(run->network.end());
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), replay.places().begin())) << n;
    }
  }
}

TEST(Interval, ReplaysFromAnywhereToAnywhere) {
  const auto run = recorded("adaptive-interval", shuffled(200, 2));
  ASSERT_TRUE(run);
  const Network& network = run->network;
  std::vector<std::vector<std::uint32_t>> states;
  Replay forwards(run);
  for (std::uint64_t at = 0; at <= network.size(); at += 37) {
    forwards.seek(network.cursor_at(at));
    states.emplace_back(forwards.places().begin(), forwards.places().end());
  }
  std::mt19937_64 random(8);
  Replay replay(run);
  for (int i = 0; i < 300; ++i) {
    const std::size_t k = random() % states.size();
    replay.seek(network.cursor_at(37 * k));
    ASSERT_TRUE(std::ranges::equal(replay.places(), states[k])) << k;
  }
}

TEST(Interval, AKeyIsFollowedThroughSplits) {
  const auto run = recorded("adaptive-interval", shuffled(128, 6));
  ASSERT_TRUE(run);
  Replay replay(run);
  for (const std::uint32_t place : {0U, 17U, 127U}) {
    const KeyHistory history = follow_key(*run, place, run->network.end());
    for (std::uint32_t layer = 0; layer <= run->network.depth(); ++layer) {
      replay.seek({layer, 0});
      ASSERT_EQ(replay.places()[history.wire_after[layer]], place) << layer;
    }
  }
}

TEST(Interval, CanBeStopped) {
  const Network network = interval().build(4096);
  std::vector<std::uint32_t> words = shuffled(4096, 1);
  std::vector<std::uint32_t> places(4096);
  std::iota(places.begin(), places.end(), 0U);
  SortBuffers buffers;
  buffers.words32 = words;
  buffers.places = places;
  Progress progress;
  progress.cancel = true;
  const auto result = make_cpu_engine()->run(interval(), network, buffers, {}, &progress);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace sortscope
