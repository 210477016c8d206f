// test_abisort.cpp: GPU-ABiSort's schedule and its stream program on the CPU, against counts in
// closed form, the definition of the comparisons and brute force (Zachmann 2011).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {
namespace {

const Algorithm& abisort() { return *find_algorithm("abisort").value(); }

std::shared_ptr<const Recording> recorded(const Keys& keys, Order order = Order::kAscending) {
  RunRequest request;
  request.algorithm = "abisort";
  request.order = order;
  request.keys = keys;
  const auto engine = make_cpu_engine();
  auto result = record(request, *engine);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return result.ok() ? *result : nullptr;
}

std::shared_ptr<const Recording> recorded(const std::vector<std::uint32_t>& keys) {
  return recorded(keys_from<std::uint32_t>(keys));
}

std::vector<std::uint32_t> random_keys(std::uint32_t n, std::uint32_t distinct,
                                       std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random() % distinct);
  return keys;
}

TEST(Abisort, ComparisonsAreExact) {
  // 19 a local sort; 2n in the finish of each merge; adaptively, an instance of 2^t keys takes t,
  // and there are n / 2^t of each size from 2^5 to 2^j.
  for (std::uint32_t m = 3; m <= 16; ++m) {
    const std::uint64_t n = std::uint64_t{1} << m;
    std::uint64_t expected = 19 * n / 8;
    for (std::uint32_t j = 4; j <= m; ++j) {
      expected += 2 * n;
      for (std::uint32_t t = 5; t <= j; ++t) expected += n / (std::uint64_t{1} << t) * t;
    }
    const Network network = abisort().build(static_cast<std::uint32_t>(n));
    EXPECT_EQ(network.size(), expected) << n;
    // The same, summed up.
    std::uint64_t closed = 19 * n / 8;
    for (std::uint32_t j = 4; j <= m; ++j) closed += 2 * n + 6 * n / 16 - (n >> j) * (j + 2);
    EXPECT_EQ(network.size(), closed) << n;
  }
}

TEST(Abisort, Layers) {
  // 6 of the local sort, 4 of each finish, and a layer for every phase of the stages between.
  constexpr std::pair<std::uint32_t, std::uint32_t> kDepths[] = {
      {1, 0}, {2, 1}, {4, 3}, {8, 6}, {16, 10}, {32, 19}, {64, 34}};
  for (const auto& [n, depth] : kDepths) EXPECT_EQ(abisort().build(n).depth(), depth) << n;
  const Network network = abisort().build(64);
  std::vector<std::string> names;
  for (const MergeLevel& level : network.levels()) names.push_back(level.name);
  EXPECT_EQ(names, (std::vector<std::string>{"local sort", "j = 4 · finish", "j = 5",
                                             "j = 5 · finish", "j = 6", "j = 6 · finish"}));
}

TEST(Abisort, LocalSortsAreBatchersOddOnesReversed) {
  const Network batcher = find_algorithm("odd-even-merge").value()->build(8);
  const Network network = abisort().build(32);
  for (std::uint32_t layer = 0; layer < batcher.depth(); ++layer) {
    const std::uint32_t each = batcher.count(layer);
    ASSERT_EQ(network.count(layer), 4 * each);
    for (std::uint32_t block = 0; block < 4; ++block) {
      for (std::uint32_t i = 0; i < each; ++i) {
        Comparator expected = batcher.comparator(layer, i);
        if (block % 2 == 1) std::swap(expected.min_wire, expected.max_wire);
        expected.min_wire += 8 * block;
        expected.max_wire += 8 * block;
        EXPECT_EQ(network.comparator(layer, block * each + i), expected);
      }
    }
  }
}

TEST(Abisort, SortsEveryZeroOneInputOfSixteen) {
  const auto engine = make_cpu_engine();
  const Network network = abisort().build(16);
  for (std::uint32_t input = 0; input < 1U << 16; ++input) {
    std::vector<std::uint32_t> words(16);
    std::vector<std::uint32_t> places(16);
    for (std::uint32_t w = 0; w < 16; ++w) {
      words[w] = input >> w & 1;
      places[w] = w;
    }
    SortBuffers buffers;
    buffers.words32 = words;
    buffers.places = places;
    ASSERT_TRUE(engine->run(abisort(), network, buffers, {}, nullptr).ok());
    ASSERT_TRUE(std::is_sorted(words.begin(), words.end())) << input;
  }
}

TEST(Abisort, SortsZeroOneInputsOfThirtyTwoWithAnyOnesInEitherHalf) {
  // The last merge sees every bitonic 0-1 sequence that two sorted halves can make, where the
  // secondary key decides most comparisons.
  for (std::uint32_t first = 0; first <= 16; ++first) {
    for (std::uint32_t second = 0; second <= 16; ++second) {
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        std::vector<std::uint32_t> keys(32, 0);
        std::fill_n(keys.begin(), first, 1);
        std::fill_n(keys.begin() + 16, second, 1);
        std::mt19937_64 random(seed);
        if (seed > 0) std::shuffle(keys.begin(), keys.begin() + 16, random);
        if (seed > 1) std::shuffle(keys.begin() + 16, keys.end(), random);
        const auto run = recorded(keys);
        ASSERT_TRUE(run && run->sorted) << first << ' ' << second << ' ' << seed;
      }
    }
  }
}

TEST(Abisort, SortsAnyLengthStably) {
  std::vector<std::uint32_t> lengths;
  for (std::uint32_t n = 1; n <= 70; ++n) lengths.push_back(n);
  lengths.insert(lengths.end(), {100, 129, 255, 256, 1000, 5000});
  for (const std::uint32_t n : lengths) {
    for (const std::uint32_t distinct : {1U, 2U, 3U, 1U << 30}) {
      const int rounds = n == 32 || n == 64 ? 200 : 1;
      for (int round = 0; round < rounds; ++round) {
        const auto keys = random_keys(n, distinct, n + distinct + 7919U * round);
        const auto run = recorded(keys);
        ASSERT_TRUE(run && run->sorted) << n << ' ' << distinct;
        Replay replay(run);
        replay.seek(run->network.end());
        const auto places = replay.places();
        std::vector<std::uint32_t> expected(n);
        for (std::uint32_t i = 0; i < n; ++i) expected[i] = i;
        std::stable_sort(expected.begin(), expected.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), places.begin())) << n;
      }
    }
  }
}

TEST(Abisort, TypesAndOrders) {
  for (const KeyType type : {KeyType::kInt32, KeyType::kUint32, KeyType::kInt64, KeyType::kUint64,
                             KeyType::kFloat32, KeyType::kFloat64}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      std::mt19937_64 random(9);
      Keys keys = make_keys(type, 177);
      for (std::size_t i = 0; i < keys.size(); ++i) {
        keys.raw.set(i, bits_of(type) == 32 ? random() & 0xffffffff : random());
      }
      const auto run = recorded(keys, order);
      EXPECT_TRUE(run && run->sorted) << name_of(type) << ' ' << name_of(order);
    }
  }
}

TEST(Abisort, EveryOutcomeIsThatOfItsKeys) {
  // The bits by their definition: the keys on a comparator's wires, equal keys by their places.
  for (const std::uint32_t n : {16U, 50U, 128U}) {
    for (const std::uint32_t distinct : {2U, 1000U}) {
      const auto run = recorded(random_keys(n, distinct, n));
      Replay replay(run);
      std::vector<std::uint64_t> words(run->network.wires());
      for (std::uint32_t w = 0; w < words.size(); ++w) {
        words[run->start.places[w]] = run->start.words.at(w);
      }
      for (std::uint32_t layer = 0; layer < run->network.depth(); ++layer) {
        for (std::uint32_t index = 0; index < run->network.count(layer); ++index) {
          replay.seek({layer, index});
          const auto places = replay.places();
          const Comparator c = run->network.comparator(layer, index);
          const std::pair small(words[places[c.min_wire]], places[c.min_wire]);
          const std::pair large(words[places[c.max_wire]], places[c.max_wire]);
          ASSERT_EQ(run->exchanged(layer, index), small > large) << layer << ' ' << index;
        }
      }
    }
  }
}

TEST(Abisort, ReplaysToAnyCursor) {
  const auto run = recorded(random_keys(128, 60, 6));
  std::vector<std::vector<std::uint32_t>> states;
  Replay forward(run);
  for (std::uint64_t at = 0; at <= run->network.size(); ++at) {
    forward.seek(run->network.cursor_at(at));
    states.emplace_back(forward.places().begin(), forward.places().end());
  }
  Replay replay(run);
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t at = random() % (run->network.size() + 1);
    replay.seek(run->network.cursor_at(at));
    const auto places = replay.places();
    ASSERT_TRUE(std::equal(places.begin(), places.end(), states[at].begin())) << at;
  }
  for (const std::uint32_t place : {0U, 17U, 127U}) {
    const KeyHistory history = follow_key(*run, place, run->network.end());
    EXPECT_EQ(history.wire,
              std::find(states.back().begin(), states.back().end(), place) - states.back().begin());
  }
}

TEST(Abisort, StopsWhereItIsTold) {
  const Network network = abisort().build(4096);
  std::vector<std::uint32_t> words = random_keys(4096, 1U << 30, 1);
  std::vector<std::uint32_t> places(4096);
  for (std::uint32_t i = 0; i < 4096; ++i) places[i] = i;
  SortBuffers buffers;
  buffers.words32 = words;
  buffers.places = places;
  Progress progress;
  progress.cancel = true;
  const auto result = make_cpu_engine()->run(abisort(), network, buffers, {}, &progress);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
  progress.cancel = false;
  const auto again = make_cpu_engine()->run(abisort(), network, buffers, {}, &progress);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->kernel, "streams");
  EXPECT_EQ(progress.fraction(), 1.0);
}

}  // namespace
}  // namespace sortscope
