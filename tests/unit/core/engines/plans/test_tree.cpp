// test_tree.cpp: the launches of the CUDA tree kernels, and where their outcomes wait.
#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/engines/plans/tree.h"

namespace sortscope {
namespace {

Network network_of(std::string_view id, std::uint32_t log2_n) {
  return find_algorithm(id).value()->build(1U << log2_n);
}

TEST(TreePlan, StepByStepIsALaunchALayer) {
  for (const std::string_view id : {"adaptive", "adaptive-overlapped", "adaptive-merger"}) {
    for (std::uint32_t m = 1; m <= 16; ++m) {
      const Network network = network_of(id, m);
      const TreePlan plan = plan_tree(network, true, true);
      ASSERT_EQ(plan.launches.size(), network.depth() + 2) << id << ' ' << m;
      EXPECT_EQ(plan.staged_words, 0U);
    }
  }
}

TEST(TreePlan, OverlappedLevelsAreTwoLaunches) {
  EXPECT_EQ(plan_tree(network_of("adaptive-overlapped", 11), false, false).launches.size(), 1U);
  EXPECT_EQ(plan_tree(network_of("adaptive-overlapped", 20), false, false).launches.size(), 19U);
  // Stage after stage: a launch a stage above the tiles, and the sorted keys.
  EXPECT_EQ(plan_tree(network_of("adaptive", 20), false, false).launches.size(),
            1U + (12 + 20) * 9 / 2 + 1);
}

// Every comparison runs once: in order of the layers' levels, stages of a level in order.
TEST(TreePlan, LaunchesRunEveryStageOnce) {
  for (const std::string_view id : {"adaptive", "adaptive-overlapped", "adaptive-merger"}) {
    for (std::uint32_t m = 1; m <= 18; ++m) {
      const Network network = network_of(id, m);
      std::uint32_t merge = network.step(0).merge;
      std::uint32_t stage = 0;
      for (const TreeLaunch& launch : plan_tree(network, false, false).launches) {
        if (launch.kind == TreeLaunchKind::kTiles) {
          ASSERT_EQ(launch.first_merge, merge);
          merge = launch.merge + 1;
          continue;
        }
        if (launch.stages == 0) continue;
        ASSERT_EQ(launch.merge, merge) << id << ' ' << m;
        ASSERT_EQ(launch.first_stage, stage) << id << ' ' << m;
        ASSERT_LE(launch.threads, 1024U);
        stage += launch.stages;
        if (stage == merge) {
          stage = 0;
          ++merge;
        }
      }
      EXPECT_EQ(merge, m + 1) << id << ' ' << m;
    }
  }
}

// No two outcomes wait in one bit, none outside; no word belongs to two blocks.
TEST(TreePlan, OutcomesWaitApart) {
  const TreeShape shape{5, 32, 3};
  for (const std::string_view id : {"adaptive", "adaptive-overlapped"}) {
    for (std::uint32_t m = 1; m <= 12; ++m) {
      const Network network = network_of(id, m);
      const TreePlan plan = plan_tree(network, false, true, shape);
      constexpr std::uint64_t kNobody = ~std::uint64_t{0};
      std::vector<std::uint64_t> owner(plan.staged_words, kNobody);
      std::vector<std::uint32_t> taken(plan.staged_words, 0);
      std::uint64_t waiting = 0;
      for (const BitsJob& job : plan.bits_jobs) {
        for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
          if (network.step(layer).merge != job.merge) continue;
          const std::uint32_t time = network.step(layer).time;
          ASSERT_EQ(job.first_word[time], network.first_word(layer));
          const TreeStep expected = step_at(job.merge, time, job.overlapped);
          ASSERT_EQ(expected.first_stage, network.step(layer).first_stage);
          ASSERT_EQ(expected.last_stage, network.step(layer).last_stage);
          for (std::uint32_t index = 0; index < network.count(layer); ++index) {
            const TreeTask task = network.task(layer, index);
            std::uint32_t part = 0;
            while (task.stage >= job.range[part].first_stage + job.range[part].stages) ++part;
            ASSERT_LT(part, job.ranges);
            const StagedRows& rows = job.range[part];
            const std::uint32_t depth = task.stage + rows.size_log2 - job.merge;
            const std::uint32_t block = task.instance_of_all() >> depth;
            const std::uint32_t slot = 1U << depth | (task.instance_of_all() & ((1U << depth) - 1));
            const std::uint32_t word = rows.base + block * rows.block_words +
                                       rows.row[time - 2 * rows.first_stage] + slot / 32;
            ASSERT_LT(word, plan.staged_words) << id << ' ' << m;
            ASSERT_EQ(taken[word] >> (slot % 32) & 1, 0U) << id << ' ' << m;
            taken[word] |= 1U << (slot % 32);
            ++waiting;
            const std::uint64_t me =
                std::uint64_t{job.merge} << 40 | std::uint64_t{part} << 32 | block;
            ASSERT_TRUE(owner[word] == kNobody || owner[word] == me) << id << ' ' << m;
            owner[word] = me;
          }
        }
      }
      // Above its tiles the sort by stages writes them at once.
      const bool all = plan.overlapped || m <= shape.tile_log2;
      EXPECT_EQ(waiting, all ? network.size() : network.comparators_before(5 * 6 * 7 / 6));
    }
  }
}

}  // namespace
}  // namespace sortscope
