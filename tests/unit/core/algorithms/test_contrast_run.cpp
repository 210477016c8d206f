// test_contrast_run.cpp: merge sort and quicksort pass by pass: order, pieces, counts.
#include "core/algorithms/contrast_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace sortscope {
namespace {

using Keys = std::vector<std::uint32_t>;

Keys mixed(std::uint32_t n, std::uint32_t distinct) {
  std::mt19937 random(n * 7 + distinct);
  Keys keys(n);
  for (auto& key : keys) key = static_cast<std::uint32_t>(random() % distinct);
  return keys;
}

Keys in_order(const Keys& keys, const std::vector<std::uint32_t>& order) {
  Keys sorted;
  for (const std::uint32_t index : order) sorted.push_back(keys[index]);
  return sorted;
}

TEST(ContrastRun, EverySortEndsInOrderAndEveryPassPermutes) {
  for (const ContrastSort& sort : contrast_sorts()) {
    for (std::uint32_t n = 0; n <= 70; ++n) {
      for (const std::uint32_t distinct : {1U, 3U, 1000U}) {
        const Keys keys = mixed(n, distinct);
        const ContrastRun run = run_contrast(sort, keys);
        Keys expected = keys;
        std::ranges::sort(expected);
        EXPECT_EQ(in_order(keys, run.order_before(run.passes.size())), expected)
            << sort.id << " n=" << n << " distinct=" << distinct;
        for (std::size_t p = 0; p <= run.passes.size(); ++p) {
          auto order = run.order_before(p);
          std::ranges::sort(order);
          for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(order[i], i);
        }
        for (const ContrastPass& pass : run.passes) {
          ASSERT_FALSE(pass.pieces.empty());
          for (std::size_t i = 0; i < pass.pieces.size(); ++i) {
            EXPECT_LT(pass.pieces[i].first + 1, pass.pieces[i].last);
            if (i > 0) {
              EXPECT_LE(pass.pieces[i - 1].last, pass.pieces[i].first);
            }
          }
          EXPECT_GE(pass.comparisons, pass.longest);
        }
      }
    }
  }
}

TEST(ContrastRun, CountsOfMergeSortAreThoseOfThePaper) {
  // 3 7 | 4 8 | 2 6 | 1 5: one comparison a pair; 3 4 7 8 takes three, 1 2 5 6 three; the last
  // merge 1 2 3 4 5 6 takes six, then 7 8 is left.
  const Keys keys = {3, 7, 4, 8, 6, 2, 1, 5};
  const ContrastRun serial = run_contrast(*find_contrast_sort("merge-sort"), keys);
  ASSERT_EQ(serial.passes.size(), 3U);
  EXPECT_EQ(serial.passes[0].comparisons, 4U);
  EXPECT_EQ(serial.passes[1].comparisons, 6U);
  EXPECT_EQ(serial.passes[2].comparisons, 6U);
  EXPECT_EQ(serial.chain(), 16U);
  // Merges of a pass side by side: one comparison, three, six.
  EXPECT_EQ(run_contrast(*find_contrast_sort("merge-sort-par"), keys).chain(), 10U);
  // Sorted keys: half of every merge's keys are left over.
  Keys sorted(64);
  for (std::uint32_t i = 0; i < 64; ++i) sorted[i] = i;
  EXPECT_EQ(run_contrast(*find_contrast_sort("merge-sort"), sorted).comparisons(), 64U / 2 * 6);
}

TEST(ContrastRun, MergeSortIsStable) {
  const Keys keys = mixed(200, 4);
  const ContrastRun run = run_contrast(*find_contrast_sort("merge-sort"), keys);
  const auto order = run.order_before(run.passes.size());
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (keys[order[i]] == keys[order[i - 1]]) {
      EXPECT_LT(order[i - 1], order[i]);
    }
  }
}

}  // namespace
}  // namespace sortscope
