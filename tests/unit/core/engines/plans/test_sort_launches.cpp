// test_sort_launches.cpp: launches of trees, streams, intervals and separators: every layer once,
// blocks and threads that cover the wires, counts known from elsewhere.
#include "core/engines/plans/sort_launches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/networks/aks/network.h"

namespace sortscope {
namespace {

SortLaunches plan_of(std::string_view algorithm, std::uint32_t n, std::string_view kernel,
                     const LaunchSizes& sizes = {}) {
  const Algorithm& found = **find_algorithm(algorithm);
  auto plan = plan_sort_launches(found, found.build(n), kernel, sizes);
  EXPECT_TRUE(plan.ok()) << algorithm << ' ' << kernel;
  return plan.ok() ? std::move(plan.value()) : SortLaunches{};
}

struct Planned {
  std::string_view algorithm;
  std::string_view kernel;
};
constexpr Planned kAll[] = {{"adaptive", "tree"},
                            {"adaptive", "tree-steps"},
                            {"adaptive-overlapped", "tree"},
                            {"adaptive-overlapped", "tree-steps"},
                            {"adaptive-two-case", "tree"},
                            {"adaptive-merger", "tree"},
                            {"abisort", "streams"},
                            {"abisort", "streams-overlapped"},
                            {"adaptive-interval", "intervals"},
                            {"aks", "separators"}};

// What a launch has room for.
void expect_room(const SortLaunch& launch, std::string_view kernel) {
  EXPECT_GT(launch.blocks, 0U) << kernel << ": " << launch.name;
  EXPECT_TRUE(launch.threads >= 1 && launch.threads <= 1024) << kernel << ": " << launch.name;
  EXPECT_FALSE(launch.name.empty() || launch.does.empty());
  for (const LaunchShare& share : launch.shares) {
    EXPECT_LE(share.block_of(share.units - 1), launch.blocks - 1) << kernel << ": " << launch.name;
    if (share.unit_a_thread) {
      EXPECT_LE(share.units_a_block, launch.threads);
    }
  }
}

TEST(SortLaunches, EveryLayerIsRunOnceByAThreadThatIsThere) {
  for (const auto& [algorithm, kernel] : kAll) {
    for (const std::uint32_t n : {2U, 4U, 8U, 16U, 64U, 256U, 1024U, 4096U}) {
      for (const bool small : {false, true}) {
        if (algorithm == "aks" && n > 1024) continue;
        const Network network = (*find_algorithm(algorithm))->build(n);
        const SortLaunches plan = plan_of(algorithm, n, kernel, {.small = small});
        std::vector<int> seen(network.depth(), 0);
        for (const SortLaunch& launch : plan.launches) {
          expect_room(launch, kernel);
          for (const LayerRange& range : launch.layers) {
            ASSERT_LE(range.first + range.count, network.depth()) << kernel << ' ' << n;
            for (std::uint32_t i = 0; i < range.count; ++i) ++seen[range.first + i];
          }
        }
        for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
          // Overlapped stages of a step may be in a crown and its twigs; a repair is not planned.
          const std::size_t at = plan.launch_of(layer);
          if (algorithm == "aks" && at == plan.launches.size()) {
            EXPECT_EQ(network.aks()->stages()[network.aks()->stage_of(layer)].work,
                      AksWork::kRepair);
            continue;
          }
          ASSERT_LT(at, plan.launches.size())
              << algorithm << ' ' << kernel << ' ' << n << ' ' << layer;
          if (algorithm == "adaptive-overlapped" && kernel == "tree") {
            EXPECT_GE(seen[layer], 1);
          } else {
            EXPECT_EQ(seen[layer], 1) << algorithm << ' ' << kernel << ' ' << n << ' ' << layer;
          }
          for (std::uint32_t index = 0; index < network.count(layer); ++index) {
            const LaunchPlace place = place_of(plan.launches[at], network, layer, index);
            ASSERT_LT(place.block, plan.launches[at].blocks)
                << algorithm << ' ' << kernel << ' ' << n << ' ' << plan.launches[at].name;
            ASSERT_LT(place.thread, plan.launches[at].threads);
          }
        }
      }
    }
  }
}

// docs/engines.md: overlapped, 1 + 2 (m - 11) launches up to 2^20, and the outcomes once.
TEST(SortLaunches, CountsAreThoseOfTheEngine) {
  for (const std::uint32_t m : {12U, 14U, 16U}) {
    const SortLaunches plan = plan_of("adaptive-overlapped", 1U << m, "tree");
    const auto prepares =
        std::ranges::count(plan.launches, LaunchRole::kPrepares, &SortLaunch::role);
    EXPECT_EQ(plan.launches.size() - static_cast<std::size_t>(prepares), 1 + 2 * (m - 11)) << m;
  }
  // GPU-ABiSort: (j + 5)(j - 4) / 2 launches of a merge of 2^j keys, overlapped 2j - 5; then one
  // for runs of 16, and two before the first merge (article, "Complexity").
  for (const std::uint32_t m : {6U, 8U, 10U}) {
    std::size_t stages = 2;
    std::size_t overlapped = 2;
    for (std::uint32_t j = 4; j <= m; ++j) {
      stages += 1 + (j + 5) * (j - 4) / 2;
      overlapped += 1 + (j > 4 ? 2 * j - 5 : 0);
    }
    EXPECT_EQ(plan_of("abisort", 1U << m, "streams").launches.size(), stages) << m;
    EXPECT_EQ(plan_of("abisort", 1U << m, "streams-overlapped").launches.size(), overlapped) << m;
  }
  // Tiles of 2^4 up to 2^10 keys, then a search and a merge a level.
  EXPECT_EQ(plan_of("adaptive-interval", 256, "intervals").launches.size(), 1U + 2 * 4);
  // Everything in shared memory: a launch a step of the tree, and the blocks of 64.
  const Network aks = (*find_algorithm("aks"))->build(256);
  EXPECT_EQ(plan_of("aks", 256, "separators").launches.size(), aks.aks()->steps().size());
}

// In a launch no thread of a stage or crown has two comparisons of one step.
TEST(SortLaunches, AThreadHasOneComparisonOfAStep) {
  for (const auto& [algorithm, kernel] : kAll) {
    if (algorithm == "aks" || algorithm == "adaptive-interval") continue;
    const Network network = (*find_algorithm(algorithm))->build(128);
    const SortLaunches plan = plan_of(algorithm, 128, kernel, {.small = true});
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const SortLaunch& launch = plan.launches[plan.launch_of(layer)];
      if (launch.who == LaunchThreads::kUnknown) continue;
      std::set<std::pair<std::uint32_t, std::uint32_t>> threads;
      for (std::uint32_t index = 0; index < network.count(layer); ++index) {
        const LaunchPlace at = place_of(launch, network, layer, index);
        if (launch.who == LaunchThreads::kCrown) continue;  // some may be its twigs'
        EXPECT_TRUE(threads.emplace(at.block, at.thread).second)
            << algorithm << ' ' << kernel << ", layer " << layer << ", " << index;
      }
    }
  }
}

TEST(SortLaunches, WhatAKernelDoesNotRunIsRefused) {
  const Algorithm& trees = **find_algorithm("adaptive");
  const Network network = trees.build(16);
  EXPECT_FALSE(plan_sort_launches(trees, network, "v2").ok());
  EXPECT_FALSE(plan_sort_launches(trees, network, "separators").ok());
  EXPECT_FALSE(plan_sort_launches(trees, network, "bogus").ok());
  EXPECT_TRUE(launch_kernels(**find_algorithm("bitonic")).empty());
}

}  // namespace
}  // namespace sortscope
