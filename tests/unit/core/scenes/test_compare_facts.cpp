// test_compare_facts.cpp: an adaptive run against the bitonic network's run of the same keys.
#include "core/scenes/compare_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "core/networks/trees/schedule_facts.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr const char* kSorters[] = {"adaptive", "adaptive-two-case", "adaptive-overlapped"};

Keys different_keys(std::uint32_t n, std::uint32_t seed) {
  std::vector<std::int32_t> values(n);
  std::iota(values.begin(), values.end(), 0);
  std::shuffle(values.begin(), values.end(), std::mt19937(seed));
  return keys_of(values);
}

// Layer of merge level 2^j and distance 2^(j-k-1) in the bitonic sorter.
std::uint32_t network_layer(std::uint32_t j, std::uint32_t k) { return j * (j - 1) / 2 + k; }

TEST(CompareFacts, ComparedAreComparatorsOfTheNetworkAndWithTheSavedAllOfThem) {
  for (const char* algorithm : kSorters) {
    for (const std::uint32_t m : {1U, 3U, 5U, 7U}) {
      const std::uint32_t n = 1U << m;
      RunView adaptive(algorithm, different_keys(n, m));
      RunView network("bitonic", different_keys(n, m));
      std::uint64_t all = 0;
      for (std::uint32_t j = 1; j <= m; ++j) {
        std::uint64_t of_merge = 0;
        for (std::uint32_t k = 0; k < j; ++k) {
          const StageFates fates =
              stage_fates(adaptive.recording(), j, k, adaptive.network().end());
          EXPECT_TRUE(fates.over);
          EXPECT_EQ(fates.compared, (n >> j) * (1U << k) * (j - k));
          const std::uint32_t layer = network_layer(j, k);
          ASSERT_EQ(network.network().label(layer).distance, 1U << (j - k - 1));
          std::uint32_t compared = 0;
          std::uint32_t saved = 0;
          for (std::uint32_t index = 0; index < network.network().count(layer); ++index) {
            const Comparator c = network.network().comparator(layer, index);
            const ComparatorFate& fate = fates.by_lower_wire[c.lower()];
            fate.compared ? ++compared : ++saved;
            if (fate.compared) {
              EXPECT_EQ(adaptive.network().comparator(fate.by.layer, fate.by.index), c);
            }
            // What the network's own run found out by comparing.
            EXPECT_EQ(fate.exchanged, network.recording().exchanged(layer, index))
                << algorithm << " j " << j << " k " << k << " wire " << c.lower();
          }
          EXPECT_EQ(compared, fates.compared);
          EXPECT_EQ(compared + saved, n / 2);
          of_merge += compared;
        }
        EXPECT_EQ(of_merge, adaptive_merge_comparisons(j) * (n >> j));
        const SavedSoFar so_far = saved_so_far(adaptive.recording(), j, adaptive.network().end());
        EXPECT_EQ(so_far.compared, of_merge);
        EXPECT_EQ(so_far.compared + so_far.saved, network_merge_comparators(j) * (n >> j));
        all += of_merge;
      }
      EXPECT_EQ(all, adaptive.network().size());
      const SavedSoFar so_far = saved_so_far(adaptive.recording(), 0, adaptive.network().end());
      EXPECT_EQ(so_far.compared + so_far.saved, network.network().size());
    }
  }
}

TEST(CompareFacts, GrowWithTheCursor) {
  RunView view("adaptive-overlapped", different_keys(32, 9));
  std::uint64_t before = 0;
  for (std::uint64_t at = 0; at <= view.network().size(); ++at) {
    const Cursor cursor = view.network().cursor_at(at);
    const SavedSoFar so_far = saved_so_far(view.recording(), 0, cursor);
    EXPECT_EQ(so_far.compared, at);
    EXPECT_GE(so_far.saved, before);
    before = so_far.saved;
    std::uint64_t compared = 0;
    std::uint64_t saved = 0;
    for (std::uint32_t j = 1; j <= 5; ++j) {
      for (std::uint32_t k = 0; k < j; ++k) {
        const StageFates fates = stage_fates(view.recording(), j, k, cursor);
        compared += fates.compared;
        EXPECT_EQ(fates.begun, fates.compared > 0);
        if (fates.over) saved += 16 - fates.compared;
      }
    }
    EXPECT_EQ(compared, at);
    EXPECT_EQ(saved, so_far.saved);
  }
}

TEST(CompareFacts, TheCounterpartOfANetworkHasItsKeys) {
  RunView sorter("bitonic", mixed_keys(13));
  const auto adaptive = adaptive_counterpart(sorter.recording());
  ASSERT_NE(adaptive, nullptr);
  EXPECT_EQ(adaptive->algorithm->id, "adaptive");
  EXPECT_EQ(adaptive->network.wires(), 16U);
  EXPECT_EQ(adaptive->request.keys.raw.w32, sorter.recording().request.keys.raw.w32);
  RunView merger("bitonic-merger", keys_of({1, 4, 6, 9, 8, 5, 3, 2}));
  const auto merge = adaptive_counterpart(merger.recording());
  ASSERT_NE(merge, nullptr);
  EXPECT_TRUE(merge->sorted);
  EXPECT_EQ(merge->network.size(), adaptive_merge_comparisons(3));
  EXPECT_EQ(adaptive_counterpart(RunView("pairwise", mixed_keys(16)).recording()), nullptr);
  EXPECT_EQ(adaptive_counterpart(RunView("adaptive", mixed_keys(16)).recording()), nullptr);
}

}  // namespace
}  // namespace sortscope
