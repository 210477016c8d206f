// test_halver_error.cpp: the worst case of halvers against all 0-1 inputs, the lemma on expanders,
// errors of separators against counting.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/base/random.h"
#include "core/verify/halver_error.h"

namespace sortscope {
namespace {

HalverGraph cyclic_graph(std::uint32_t half, std::uint32_t depth) {
  HalverGraph graph{half, depth, {}};
  for (std::uint32_t m = 0; m < depth; ++m) {
    for (std::uint32_t u = 0; u < half; ++u) graph.partners.push_back((u + m) % half);
  }
  return graph;
}

struct Curves {
  std::vector<std::uint32_t> small, large;
};

// All 2^(2h) 0-1 inputs run through the comparators, 64 at a time.
Curves over_all_inputs(const HalverGraph& graph) {
  constexpr std::uint64_t kLanes[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                       0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  const std::uint32_t half = graph.half;
  Curves curves{std::vector<std::uint32_t>(half + 1), std::vector<std::uint32_t>(half + 1)};
  std::vector<std::uint64_t> wires(std::size_t{2} * half);
  for (std::uint64_t high = 0; high < std::uint64_t{1} << (2 * half - 6); ++high) {
    for (std::uint32_t w = 0; w < 2 * half; ++w) {
      wires[w] = w < 6 ? kLanes[w] : std::uint64_t{0} - (high >> (w - 6) & 1);
    }
    for (std::uint32_t m = 0; m < graph.depth; ++m) {
      for (std::uint32_t u = 0; u < half; ++u) {
        std::uint64_t& x = wires[u];
        std::uint64_t& y = wires[half + graph.matching(m)[u]];
        const std::uint64_t least = x & y;
        y |= x;
        x = least;
      }
    }
    for (unsigned lane = 0; lane < 64; ++lane) {
      std::uint32_t left_ones = 0;
      std::uint32_t right_ones = 0;
      for (std::uint32_t u = 0; u < half; ++u) {
        left_ones += (wires[u] >> lane & 1) != 0 ? 1U : 0U;
        right_ones += (wires[half + u] >> lane & 1) != 0 ? 1U : 0U;
      }
      const std::uint32_t ones = left_ones + right_ones;
      const std::uint32_t zeros = 2 * half - ones;
      if (ones <= half) curves.large[ones] = std::max(curves.large[ones], left_ones);
      if (zeros <= half) curves.small[zeros] = std::max(curves.small[zeros], half - right_ones);
    }
  }
  return curves;
}

TEST(HalverError, IsWhatAllInputsShow) {
  for (const Matching& matching : matchings()) {
    for (const std::uint32_t half : {4U, 5U, 7U, 8U}) {
      for (const std::uint32_t depth : {1U, 2U, 4U, 6U}) {
        const HalverGraph graph = halver_graph(matching.kind, {3, 1, 2, 0, 0, 0, 0}, half, depth);
        const HalverError error = halver_error(graph);
        const Curves curves = over_all_inputs(graph);
        ASSERT_TRUE(error.exact);
        ASSERT_EQ(error.small, curves.small) << matching.id << ' ' << half << ' ' << depth;
        ASSERT_EQ(error.large, curves.large) << matching.id << ' ' << half << ' ' << depth;
      }
    }
  }
}

TEST(HalverError, IsZeroOnlyWhereAllMeetAll) {
  const HalverError perfect = halver_error(cyclic_graph(60, 60));
  EXPECT_TRUE(perfect.exact);
  EXPECT_EQ(perfect.epsilon, 0);
  EXPECT_EQ(perfect.expansion(), 60U);
  // One matching less: key 1 of the 60 smallest may stay on the right side, and no more.
  const HalverError less = halver_error(cyclic_graph(60, 59));
  EXPECT_TRUE(less.exact);
  EXPECT_EQ(less.worst_k, 60U);
  EXPECT_EQ(less.errors(59), 0U);
  EXPECT_EQ(less.errors(60), 1U);
}

// Section 2.1.3 of the thesis: a graph with expansion mu makes a halver with errors < k / (mu + 1).
TEST(HalverError, LemmaHoldsOnSmallGraphs) {
  std::uint32_t expanding = 0;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const HalverGraph graph =
        halver_graph(MatchingKind::kHash, {seed, 0, 0, 0, 0, 0, 0}, 8, 4 + seed % 4);
    const HalverError error = halver_error(graph);
    // Expansion by its definition, over all sets of either side.
    std::uint32_t mu = 8;
    for (std::uint32_t set = 1; set < 256; ++set) {
      std::uint32_t of_left = 0;
      std::uint32_t of_right = 0;
      for (std::uint32_t m = 0; m < graph.depth; ++m) {
        for (std::uint32_t u = 0; u < 8; ++u) {
          const std::uint32_t v = graph.matching(m)[u];
          if ((set >> u & 1) != 0) of_left |= 1U << v;
          if ((set >> v & 1) != 0) of_right |= 1U << u;
        }
      }
      const int size = std::popcount(set);
      const auto neighbours =
          static_cast<std::uint32_t>(std::min(std::popcount(of_left), std::popcount(of_right)));
      while (mu > 0 && neighbours <= std::min<std::uint32_t>(mu * static_cast<unsigned>(size),
                                                             static_cast<unsigned>(8 - size))) {
        --mu;
      }
    }
    EXPECT_EQ(error.expansion(), mu) << seed;
    expanding += mu > 0 ? 1 : 0;
    const Curves curves = over_all_inputs(graph);
    for (std::uint32_t k = 1; k <= 8; ++k) {
      EXPECT_LT(curves.small[k] * (mu + 1), k) << seed;
      EXPECT_LT(curves.large[k] * (mu + 1), k) << seed;
    }
  }
  EXPECT_GT(expanding, 10U);
}

TEST(HalverError, SearchFindsALowerBoundAndSaysSo) {
  const HalverGraph graph = halver_graph(MatchingKind::kMersenne, {1, 0, 0, 0, 0, 0, 0}, 24, 8);
  const HalverError exact = halver_error(graph, {1U << 24, 1U << 12, 1});
  const HalverError found = halver_error(graph, {0, 1U << 12, 1});
  ASSERT_TRUE(exact.exact);
  ASSERT_FALSE(found.exact);
  EXPECT_LE(found.epsilon, exact.epsilon);
  EXPECT_GE(found.epsilon, 0.8 * exact.epsilon);
  for (std::uint32_t k = 0; k <= 24; ++k) EXPECT_LE(found.errors(k), exact.errors(k));
  // Far worse than random inputs show.
  const HalverGraph large = halver_graph(MatchingKind::kHash, {1, 0, 0, 0, 0, 0, 0}, 1024, 8);
  const HalverError worst = halver_error(large, {0, 1U << 11, 1});
  const HalverTrial trial = halver_trial(large, 4, 1);
  EXPECT_GT(worst.epsilon, trial.wrong_share[8]);
}

TEST(HalverError, StopsWhereCancelled) {
  Progress progress;
  progress.cancel = true;
  const HalverError error = halver_error(MatchingKind::kHash, {}, 4096, 8,
                                         {~std::uint64_t{0}, ~std::uint64_t{0}, 1}, &progress);
  EXPECT_FALSE(error.exact);
  EXPECT_EQ(halver_trial(cyclic_graph(64, 3), 1000, 1, &progress).inputs, 0U);
}

// A key is on the wrong side with share w, and so is its partner, independently in a random graph:
// both leave. w' = w - w^2 from w = 1/2, which is about 1 / (D + 2) at last.
TEST(HalverTrial, MatchesTheRuleForRandomInputs) {
  const HalverGraph graph = halver_graph(MatchingKind::kHash, {}, 2048, 30);
  const HalverTrial trial = halver_trial(graph, 8, 3);
  EXPECT_EQ(trial.inputs, 8U);
  double expected = 0.5;
  for (std::uint32_t depth = 0; depth <= 30; ++depth) {
    EXPECT_NEAR(trial.wrong_share[depth] / expected, 1, 0.06) << depth;
    EXPECT_GE(trial.epsilon[depth], trial.wrong_share[depth]);
    expected -= expected * expected;
  }
  EXPECT_NEAR(trial.wrong_share[30] * 32, 1, 0.15);
}

TEST(SeparatorError, CountsKeysOutsideTheirBlocks) {
  SplitMix64 random(5);
  std::vector<std::uint32_t> keys(48);
  std::iota(keys.begin(), keys.end(), 100U);
  EXPECT_TRUE(separator_error(keys, 16, 0, 0).valid);
  std::swap(keys[3], keys[40]);
  shuffle(keys, random);
  const SeparatorError error = separator_error(keys, 16, 0.1, 0.1);
  ASSERT_EQ(error.bl.size(), 25U);
  ASSERT_EQ(error.fr.size(), 9U);
  const auto count = [&](std::uint32_t k, std::uint32_t block, bool largest) {
    std::uint32_t wrong = 0;
    for (std::uint32_t slot = 0; slot < 48; ++slot) {
      const std::uint32_t rank = keys[slot] - 100;
      if (largest) {
        wrong += rank >= 48 - k && slot < 48 - block ? 1 : 0;
      } else {
        wrong += rank < k && slot >= block ? 1 : 0;
      }
    }
    return wrong;
  };
  for (std::uint32_t k = 0; k <= 24; ++k) {
    EXPECT_EQ(error.bl[k], count(k, 24, false));
    EXPECT_EQ(error.br[k], count(k, 24, true));
    if (k > 8) continue;
    EXPECT_EQ(error.fl[k], count(k, 8, false));
    EXPECT_EQ(error.fr[k], count(k, 8, true));
  }
  EXPECT_FALSE(error.valid);
  // Valid exactly up to the share that is there: "at most epsilon k".
  EXPECT_TRUE(separator_error(keys, 16, error.worst_b, error.worst_f).valid);
  EXPECT_FALSE(separator_error(keys, 16, error.worst_b * 0.999, error.worst_f).valid);
}

}  // namespace
}  // namespace sortscope
