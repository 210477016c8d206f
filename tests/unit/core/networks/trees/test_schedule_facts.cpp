// test_schedule_facts.cpp: schedule numbers against the schedules themselves and brute force.
#include "core/networks/trees/schedule_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "core/algorithms/schedules.h"

namespace sortscope {
namespace {

constexpr Execution kBoth[] = {Execution::kStageByStage, Execution::kOverlapped};

Network network_of(Execution execution, std::uint32_t n) {
  return (execution == Execution::kOverlapped ? kAdaptiveOverlapped : kAdaptive).build(n);
}

// The published numbers: Zachmann 2011.
TEST(TreeScheduleFacts, AreThePublishedCounts) {
  EXPECT_EQ(adaptive_sort_comparisons(3), 23U);
  EXPECT_EQ(adaptive_sort_comparisons(4), 72U);
  EXPECT_EQ(adaptive_sort_comparisons(8), 3084U);
  EXPECT_EQ(adaptive_sort_comparisons(20), 37748760U);
  EXPECT_EQ(adaptive_merge_comparisons(4), 26U);
  EXPECT_EQ(network_merge_comparators(4), 32U);
  EXPECT_EQ(network_sort_comparators(4), 80U);
  EXPECT_EQ(sort_steps(Execution::kStageByStage, 4), 20U);
  EXPECT_EQ(sort_steps(Execution::kOverlapped, 4), 16U);
}

TEST(TreeScheduleFacts, StepsAndTasksAreThoseOfTheSchedules) {
  for (std::uint32_t m = 1; m <= 9; ++m) {
    for (const Execution execution : kBoth) {
      const Network network = network_of(execution, 1U << m);
      EXPECT_EQ(network.depth(), sort_steps(execution, m));
      EXPECT_EQ(network.size(), adaptive_sort_comparisons(m));
      for (std::uint32_t j = 1; j <= m; ++j) {
        const MergeLevel& level = network.levels()[j - 1];
        ASSERT_EQ(level.layer_count, merge_steps(execution, j));
        const std::vector<std::uint32_t> tasks = tasks_by_step(execution, j);
        ASSERT_EQ(tasks.size(), level.layer_count);
        EXPECT_EQ(std::accumulate(tasks.begin(), tasks.end(), std::uint64_t{0}),
                  adaptive_merge_comparisons(j));
        for (std::uint32_t s = 0; s < tasks.size(); ++s) {
          const std::uint32_t layer = level.first_layer + s;
          EXPECT_EQ(network.count(layer), tasks[s] << (m - j));
          for (std::uint32_t index = 0; index < network.count(layer); ++index) {
            const TreeTask task = network.task(layer, index);
            EXPECT_EQ(step_of(execution, j, task.stage, task.phase), s);
          }
        }
      }
    }
    EXPECT_EQ(kBitonic.build(1U << m).depth(), network_sort_layers(m));
    EXPECT_EQ(kBitonic.build(1U << m).size(), network_sort_comparators(m));
    EXPECT_EQ(kBitonicMerger.build(1U << m).size(), network_merge_comparators(m));
    EXPECT_EQ(kBitonicMerger.build(1U << m).depth(), network_merge_layers(m));
  }
}

TEST(TreeScheduleFacts, ProcessorStepsAreCountedFromTheLayers) {
  for (const std::uint32_t m : {1U, 3U, 6U}) {
    const std::uint32_t n = 1U << m;
    for (const Execution execution : kBoth) {
      const Network network = network_of(execution, n);
      for (std::uint32_t p = 1; p <= n; ++p) {
        std::uint64_t steps = 0;
        for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
          // One by one: a processor more each time, a step more when all have one.
          std::uint32_t free = 0;
          for (std::uint32_t index = 0; index < network.count(layer); ++index) {
            if (free == 0) {
              ++steps;
              free = p;
            }
            --free;
          }
        }
        const ProcessorUse use = sort_on_processors(execution, m, p);
        EXPECT_EQ(use.steps, steps) << "m " << m << " p " << p;
        EXPECT_EQ(use.tasks, network.size());
        EXPECT_EQ(use.idle, p * steps - network.size());
      }
      EXPECT_EQ(sort_on_processors(execution, m, 1).steps, adaptive_sort_comparisons(m));
      EXPECT_EQ(sort_on_processors(execution, m, n).steps, sort_steps(execution, m));
    }
  }
}

// Every hand-over of a pair by brute force, and nobody has more than his share in any step.
TEST(TreeScheduleFacts, PairsPassedAreAtMostTwiceTheProcessors) {
  constexpr std::uint32_t kM = 7;
  for (const Execution execution : kBoth) {
    const Network network = network_of(execution, 1U << kM);
    for (std::uint32_t p_log2 = 0; p_log2 <= kM; ++p_log2) {
      const std::uint32_t p = 1U << p_log2;
      for (const MergeLevel& level : network.levels()) {
        const std::uint32_t j = level.level;
        const std::uint32_t blocks_log2 = kM - j;
        std::map<std::vector<std::uint32_t>, std::uint32_t> at;  // block, stage, instance
        std::uint64_t passed = 0;
        for (std::uint32_t s = 0; s < level.layer_count; ++s) {
          const std::uint32_t layer = level.first_layer + s;
          std::vector<std::uint32_t> load(p, 0);
          for (std::uint32_t index = 0; index < network.count(layer); ++index) {
            const TreeTask task = network.task(layer, index);
            const std::uint32_t processor = processor_of(task, blocks_log2, p_log2);
            ASSERT_LT(processor, p);
            ++load[processor];
            const auto known = at.find({task.block, task.stage, task.instance});
            if (task.phase > 0) {
              ASSERT_EQ(known->second, processor);
              continue;
            }
            at[{task.block, task.stage, task.instance}] = processor;
            if (task.stage == 0) continue;
            const auto parent = at.find({task.block, task.stage - 1, task.instance / 2});
            ASSERT_NE(parent, at.end());
            passed += parent->second != processor ? 1 : 0;
          }
          EXPECT_EQ(*std::max_element(load.begin(), load.end()), (network.count(layer) + p - 1) / p)
              << "j " << j << " step " << s << " p " << p;
        }
        EXPECT_EQ(pairs_passed(j, blocks_log2, p_log2), passed) << "j " << j << " p " << p;
        EXPECT_LE(passed, 2 * p);
      }
    }
  }
}

TEST(TreeScheduleFacts, OnlyTheScheduleEveryStepTouchesNodesTwice) {
  std::mt19937 random(5);
  std::uint32_t wrong = 0;
  for (int round = 0; round < 50; ++round) {
    constexpr std::uint32_t kJ = 4;
    std::vector<std::uint64_t> order(32);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    // Two blocks, each rising and then falling.
    for (const std::uint32_t first : {0U, 16U}) {
      std::sort(order.begin() + first, order.begin() + first + 8);
      std::sort(order.begin() + first + 8, order.begin() + first + 16, std::greater<>());
    }
    std::vector<std::uint32_t> places(32);
    std::iota(places.begin(), places.end(), 0U);
    for (const TreeRule rule : {TreeRule::kSimplified, TreeRule::kTwoCase}) {
      for (const Execution execution : kBoth) {
        const MergeTrial trial = try_merge(BitonicTree(places), kJ, execution, rule, order);
        EXPECT_EQ(trial.misplaced, 0U);
        for (const StepConflicts& step : trial.steps) {
          EXPECT_EQ(step.twice, 0U);
          EXPECT_EQ(step.touched, 2 * step.tasks);
        }
      }
      const MergeTrial early =
          try_merge(BitonicTree(places), kJ, Execution::kEveryStep, rule, order);
      ASSERT_EQ(early.steps.size(), kJ);
      EXPECT_EQ(early.steps[0].twice, 0U);
      // Phase 1 of stage 0 has the two roots at which stage 1 begins.
      EXPECT_EQ(early.steps[1].twice, 2 * 2U);
      EXPECT_TRUE(early.clashes[0][1]);
      EXPECT_TRUE(early.clashes[1][0]);
      EXPECT_FALSE(early.clashes[0][0]);
      wrong += early.misplaced > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(wrong, 50U);
}

}  // namespace
}  // namespace sortscope
