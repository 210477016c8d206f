// test_ranks.cpp: ranks against sorting all keys by comparison.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "core/engines/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/recordings/request.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> recorded(std::string_view algorithm, Keys keys, Order order) {
  RunRequest request;
  request.algorithm = algorithm;
  request.order = order;
  request.any_input = true;
  request.keys = std::move(keys);
  const auto engine = make_cpu_engine();
  auto result = record(request, *engine);
  EXPECT_TRUE(result.ok());
  return result.ok() ? *result : nullptr;
}

// Sorts the wires of the start; padding last, equal keys share the rank of the first of them, the
// larger of only two values has the last one.
std::vector<std::uint32_t> ranks_by_comparing(const Recording& recording) {
  const PreparedKeys& start = recording.start;
  std::vector<std::uint32_t> order(start.places.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto key = [&](std::uint32_t wire) {
    return std::pair(recording.is_padding(start.places[wire]), start.words.at(wire));
  };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
  std::vector<std::uint32_t> ranks(order.size());
  for (std::uint32_t i = 0, rank = 0; i < order.size(); ++i) {
    if (i == 0 || key(order[i]) != key(order[i - 1])) rank = i;
    ranks[start.places[order[i]]] = rank;
  }
  std::set<std::uint64_t> values;
  for (std::uint32_t wire = 0; wire < order.size(); ++wire) {
    if (!recording.is_padding(start.places[wire])) values.insert(start.words.at(wire));
  }
  if (values.size() != 2) return ranks;
  for (std::uint32_t wire = 0; wire < order.size(); ++wire) {
    const std::uint32_t place = start.places[wire];
    if (!recording.is_padding(place) && start.words.at(wire) == *values.rbegin()) {
      ranks[place] = recording.real_keys() - 1;
    }
  }
  return ranks;
}

TEST(Ranks, AreThoseOfComparingForEveryAlgorithmTypeAndInput) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const KeyType type : kKeyTypes) {
      for (const char* input : {"uniform", "few-distinct", "all-equal", "bitonic"}) {
        for (const Order order : {Order::kAscending, Order::kDescending}) {
          for (const std::uint32_t n : {1U, 2U, 37U, 300U}) {
            const auto run =
                recorded(algorithm.id, *generate_keys(input, type, n, 5, algorithm, order), order);
            ASSERT_NE(run, nullptr);
            ASSERT_EQ(ranks_by_place(*run), ranks_by_comparing(*run))
                << algorithm.id << ' ' << name_of(type) << ' ' << input << ' ' << n;
          }
        }
      }
    }
  }
}

// Several slices; values that fill the padding's word, and few of them or many.
TEST(Ranks, AreThoseOfComparingWhereThreadsShareThem) {
  for (const KeyType type : kKeyTypes) {
    for (const std::uint64_t distinct : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{900}}) {
      std::mt19937_64 random(distinct);
      const std::uint32_t n = 150'000;
      Keys keys = make_keys(type, n);
      for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint64_t raw = distinct == 0 ? random() : ~(random() % distinct << 30);
        keys.raw.set(i, bits_of(type) == 32 ? raw >> 32 : raw);
      }
      const auto run = recorded("bitonic", std::move(keys), Order::kAscending);
      ASSERT_NE(run, nullptr);
      ASSERT_EQ(ranks_by_place(*run), ranks_by_comparing(*run)) << name_of(type) << ' ' << distinct;
    }
  }
}

TEST(Ranks, FloatsThatAreNoNumbersComeLastTogether) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values = {nan, 0.0F, -0.0F, infinity, nan, -1.0F, -infinity};
  const auto run =
      recorded("bitonic", keys_from(std::span<const float>(values)), Order::kAscending);
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(ranks_by_place(*run), (std::vector<std::uint32_t>{5, 3, 2, 4, 5, 1, 0, 7}));
}

// A one looks the same beside one zero and beside many.
TEST(Ranks, OfTwoValuesAreTheFirstAndTheLastWhateverTheirNumbers) {
  for (std::uint32_t ones = 1; ones < 8; ++ones) {
    std::vector<std::int32_t> keys(8);
    for (std::uint32_t i = 0; i < ones; ++i) keys[i] = 1;
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      const auto run =
          recorded("odd-even-merge", keys_from(std::span<const std::int32_t>(keys)), order);
      ASSERT_NE(run, nullptr);
      const auto ranks = ranks_by_place(*run);
      for (std::uint32_t i = 0; i < 8; ++i) {
        EXPECT_EQ(ranks[i], (keys[i] == 1) == (order == Order::kAscending) ? 7U : 0U) << ones;
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
