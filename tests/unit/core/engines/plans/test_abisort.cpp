// test_abisort.cpp: the passes of GPU-ABiSort: their number, that every phase runs once, and
// after what it needs.
#include <gtest/gtest.h>

#include <map>

#include "core/algorithms/algorithm.h"
#include "core/engines/plans/abisort.h"

namespace sortscope {
namespace {

Network network_of(std::uint32_t n) { return find_algorithm("abisort").value()->build(n); }

TEST(AbisortPlan, NumberOfPasses) {
  for (std::uint32_t m = 4; m <= 20; ++m) {
    const Network network = network_of(1U << m);
    // Local sort, build, a finish for each merge; between them the phases.
    std::size_t by_stage = 2 + (m - 3);
    std::size_t overlapped = by_stage;
    for (std::uint32_t j = 5; j <= m; ++j) {
      for (std::uint32_t k = 0; k + 5 <= j; ++k) by_stage += j - k;
      overlapped += 2 * j - 5;
    }
    EXPECT_EQ(plan_streams(network, false).size(), by_stage) << m;
    EXPECT_EQ(plan_streams(network, true).size(), overlapped) << m;
  }
  EXPECT_EQ(plan_streams(network_of(1), true).size(), 0U);
  EXPECT_EQ(plan_streams(network_of(4), true).size(), 1U);
  EXPECT_EQ(plan_streams(network_of(8), true).size(), 1U);
}

TEST(AbisortPlan, EveryPhaseRunsOnceAfterWhatItNeeds) {
  for (const bool overlapped : {false, true}) {
    for (const std::uint32_t n : {32U, 64U, 1024U, 8192U}) {
      const Network network = network_of(n);
      std::map<std::uint32_t, std::size_t> launch_of;  // by layer
      const auto plan = plan_streams(network, overlapped);
      for (std::size_t i = 0; i < plan.size(); ++i) {
        if (plan[i].kind != StreamLaunchKind::kPhases) continue;
        const TreeStep& step = plan[i].step;
        std::uint32_t blocks = 0;
        for (std::uint32_t k = step.first_stage; k <= step.last_stage; ++k) {
          const std::uint32_t layer =
              plan[i].first_layer + phase_layer(step.merge, k, step.phase(k));
          ASSERT_EQ(network.step(layer).merge, step.merge);
          ASSERT_EQ(network.step(layer).first_stage, k);
          ASSERT_EQ(network.step(layer).first_phase, step.phase(k));
          EXPECT_TRUE(launch_of.emplace(layer, i).second);
          blocks += (network.count(layer) + kPhaseThreads - 1) / kPhaseThreads;
          // The phase before, and two phases further of the stage above, have been launched.
          if (step.phase(k) > 0) {
            EXPECT_LT(launch_of.at(layer - 1), i);
          }
          const std::uint32_t above = step.phase(k) + 1;
          if (k > 0 && above < step.merge - k + 1) {
            EXPECT_LT(launch_of.at(plan[i].first_layer + phase_layer(step.merge, k - 1, above)), i);
          }
        }
        EXPECT_EQ(blocks, plan[i].blocks);
      }
      std::size_t phases = 0;
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        phases += network.in_trees(layer) ? 1 : 0;
      }
      EXPECT_EQ(launch_of.size(), phases);
    }
  }
}

}  // namespace
}  // namespace sortscope
