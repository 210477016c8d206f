// test_padding.cpp: a network on more wires than keys, the rest padding: what it does to the keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/own_kernels/padding.h"
#include "core/verify/verify.h"

namespace sortscope {
namespace {

// Comparators one after the other, as people do it by hand.
std::vector<std::uint32_t> run_by_hand(const ListedNetwork& network,
                                       std::vector<std::uint32_t> keys) {
  for (const Comparator& c : network.comparators()) {
    if (keys[c.min_wire] > keys[c.max_wire]) std::swap(keys[c.min_wire], keys[c.max_wire]);
  }
  return keys;
}

std::shared_ptr<const ListedNetwork> list_of(std::string_view id, std::uint32_t n) {
  return *list_comparators(find_algorithm(id).value()->build(n), "");
}

// Directions of comparators of padding alone, at random: no input of keys tells them.
std::shared_ptr<const ListedNetwork> with_idle_at_random(const ListedNetwork& network,
                                                         const std::vector<bool>& padded) {
  const PaddingPaths paths = follow_padding(network, padded);
  std::mt19937 random(7);
  std::vector<std::vector<Comparator>> layers(network.depth());
  for (std::uint32_t l = 0; l < network.depth(); ++l) {
    for (std::size_t i = network.first(l); i < network.first(l + 1); ++i) {
      Comparator c = network.comparators()[i];
      if (paths.idle[i] && random() % 2 == 0) std::swap(c.min_wire, c.max_wire);
      layers[l].push_back(c);
    }
  }
  return *ListedNetwork::build(network.wires(), layers);
}

class Padding : public testing::TestWithParam<const char*> {};

TEST_P(Padding, LeavesANetworkOfTheKeysThatDoesTheSameToThem) {
  for (const std::uint32_t n : {3U, 5U, 7U, 9U, 11U, 13U}) {
    const auto whole = list_of(GetParam(), std::bit_ceil(n));
    const std::vector<bool> padded = last_wires(whole->wires(), n);
    const auto made = with_idle_at_random(*whole, padded);
    const auto keys_alone = of_keys_alone(*made, n, padded);
    ASSERT_NE(keys_alone, nullptr) << n;
    ASSERT_EQ(keys_alone->wires(), n);
    EXPECT_LT(keys_alone->size(), whole->size());
    const auto up = with_idle_ascending(*made, padded);
    // Whichever way they pointed.
    EXPECT_EQ(up->words(), with_idle_ascending(*whole, padded)->words());
    for (std::uint32_t bits = 0; bits < 1U << n; ++bits) {
      std::vector<std::uint32_t> keys(n);
      for (std::uint32_t i = 0; i < n; ++i) keys[i] = bits >> i & 1;
      std::vector<std::uint32_t> sorted = keys;
      std::ranges::sort(sorted);
      EXPECT_EQ(run_by_hand(*keys_alone, keys), sorted) << n << ": " << bits;
      keys.resize(whole->wires(), 2);
      sorted.resize(whole->wires(), 2);
      ASSERT_EQ(run_by_hand(*made, keys), sorted) << n << ": " << bits;
      ASSERT_EQ(run_by_hand(*up, keys), sorted) << n << ": " << bits;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Padding,
                         testing::Values("bitonic", "bitonic-ascending", "odd-even-merge",
                                         "pairwise"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(PaddingOfAMistake, ThatComesBackLeavesNoNetworkOfKeys) {
  // The larger key goes up: padding ends on wire 0.
  const auto down = ListedNetwork::build(2, std::vector<std::vector<Comparator>>{{{1, 0}}});
  ASSERT_TRUE(down);
  const std::vector<bool> padded = last_wires(2, 1);
  EXPECT_EQ(of_keys_alone(**down, 1, padded), nullptr);
  EXPECT_EQ(follow_padding(**down, padded).fates, std::vector{PaddingFate::kMoves});
}

}  // namespace
}  // namespace sortscope
