// test_apply_layers.cpp: layers in tiles, windows and threads against one comparator at a time.
#include "core/engines/cpu/apply_layers.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/progress.h"

namespace sortscope {
namespace {

// Any outcomes at all: what a sort would never have is replayed as well.
std::vector<std::uint32_t> random_bits(const Network& network, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> bits(network.bit_words());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint64_t w = network.first_word(layer); w < network.first_word(layer + 1); ++w) {
      bits[w] = static_cast<std::uint32_t>(random());
    }
    const std::uint32_t used = network.count(layer) % 32;
    if (used != 0) bits[network.first_word(layer + 1) - 1] &= (1U << used) - 1;
  }
  return bits;
}

std::vector<std::uint32_t> first_places(const Network& network) {
  std::vector<std::uint32_t> places(network.wires());
  std::iota(places.begin(), places.end(), 7U);
  return places;
}

void apply_one_by_one(const Network& network, std::span<const std::uint32_t> bits,
                      std::uint32_t first, std::uint32_t last, std::vector<std::uint32_t>& places) {
  for (std::uint32_t layer = first; layer < last; ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      if ((bits[network.first_word(layer) + i / 32] >> (i % 32) & 1) == 0) continue;
      const Comparator c = network.comparator(layer, i);
      std::swap(places[c.min_wire], places[c.max_wire]);
    }
  }
}

TEST(ApplyLayers, GivesThePlacesOfOneComparatorAtATime) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1U, 2U, 13U, 64U, 1000U, 5000U, 40'000U, 65'536U}) {
      if (n > algorithm.max_keys) continue;
      const Network network = algorithm.build(n);
      // Sixteen threads wait for each other in every layer.
      if (network.size() > std::uint64_t{10'000'000} || network.depth() > 4'000) continue;
      const std::vector<std::uint32_t> bits = random_bits(network, n);
      const std::vector<std::uint32_t> start = first_places(network);
      const std::uint32_t middle = network.depth() / 3;
      std::vector<std::uint32_t> at_middle = start;
      apply_one_by_one(network, bits, 0, middle, at_middle);
      std::vector<std::uint32_t> at_end = at_middle;
      apply_one_by_one(network, bits, middle, network.depth(), at_end);
      // Many threads make small tiles, and so windows of several kinds.
      for (const unsigned threads : {1U, 3U, 16U}) {
        for (const CpuLayers* code : {&portable_layers(), &best_layers()}) {
          std::vector<std::uint32_t> places = start;
          EXPECT_TRUE(apply_layers(network, bits.data(), {0, network.depth()}, places.data(),
                                   nullptr, *code, threads));
          ASSERT_EQ(places, at_end) << algorithm.id << ' ' << n << ' ' << threads;
          EXPECT_TRUE(apply_layers(network, bits.data(), {middle, network.depth(), true},
                                   places.data(), nullptr, *code, threads));
          ASSERT_EQ(places, at_middle) << algorithm.id << ' ' << n << ' ' << threads;
        }
      }
    }
  }
}

TEST(ApplyLayers, StopsWhereItIsCancelled) {
  const Network network = (*find_algorithm("bitonic"))->build(1 << 12);
  const std::vector<std::uint32_t> bits = random_bits(network, 1);
  std::vector<std::uint32_t> places = first_places(network);
  Progress progress;
  EXPECT_TRUE(apply_layers(network, bits.data(), {0, network.depth()}, places.data(), &progress));
  EXPECT_EQ(progress.done, network.size());
  progress.cancel = true;
  EXPECT_FALSE(apply_layers(network, bits.data(), {0, network.depth()}, places.data(), &progress));
}

TEST(ApplyRun, IsTheSameInBothCodes) {
  std::mt19937_64 random(3);
  std::vector<std::uint32_t> lower(256);
  std::vector<std::uint32_t> upper(256);
  std::vector<std::uint32_t> bits(8);
  std::iota(lower.begin(), lower.end(), 0U);
  std::iota(upper.begin(), upper.end(), 1000U);
  for (std::uint32_t& word : bits) word = static_cast<std::uint32_t>(random());
  std::vector<std::uint32_t> low = lower;
  std::vector<std::uint32_t> high = upper;
  portable_layers().apply_run(low.data(), high.data(), bits.data(), 8);
  for (std::uint32_t i = 0; i < 256; ++i) {
    const bool exchanged = (bits[i / 32] >> (i % 32) & 1) != 0;
    ASSERT_EQ(low[i], exchanged ? upper[i] : lower[i]);
    ASSERT_EQ(high[i], exchanged ? lower[i] : upper[i]);
  }
  best_layers().apply_run(lower.data(), upper.data(), bits.data(), 8);
  EXPECT_EQ(lower, low);
  EXPECT_EQ(upper, high);
}

}  // namespace
}  // namespace sortscope
