// test_plain_sorts.cpp: merge sort, serial and on several threads, and quicksort.
#include "core/lab/plain_sorts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

namespace sortscope {
namespace {

struct Item {
  std::uint32_t key;
  std::uint32_t place;
  friend bool operator==(const Item&, const Item&) = default;
};
bool by_key(const Item& a, const Item& b) { return a.key < b.key; }

enum class Shape { kRandom, kFew, kSorted, kReversed, kOrganPipe, kEqual };

std::vector<Item> items(std::uint32_t n, Shape shape) {
  std::mt19937 random(n);
  std::vector<Item> all(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t drawn = static_cast<std::uint32_t>(random());
    const std::uint32_t keys[] = {drawn, drawn % 3, i, n - i, std::min(i, n - i), 7};
    all[i] = {keys[static_cast<std::size_t>(shape)], i};
  }
  return all;
}

constexpr Shape kShapes[] = {Shape::kRandom,   Shape::kFew,       Shape::kSorted,
                             Shape::kReversed, Shape::kOrganPipe, Shape::kEqual};

TEST(PlainSorts, MergeSortIsStableAndQuicksortSorts) {
  for (const std::uint32_t n : {0U, 1U, 2U, 15U, 16U, 17U, 33U, 1000U, 4097U, 100'000U}) {
    for (const Shape shape : kShapes) {
      const std::vector<Item> start = items(n, shape);
      std::vector<Item> expected = start;
      std::ranges::stable_sort(expected, by_key);
      std::vector<Item> merged = start;
      plain_sorts::merge_sort(merged.data(), merged.data() + n, by_key);
      EXPECT_EQ(merged, expected) << n;
      std::vector<Item> split = start;
      plain_sorts::quicksort(split.data(), split.data() + n, by_key);
      EXPECT_TRUE(std::ranges::is_sorted(split, by_key)) << n;
      std::ranges::sort(split, {}, &Item::place);
      EXPECT_EQ(split, start) << n;
    }
  }
}

TEST(PlainSorts, MergeSortOnSeveralThreadsIsTheSame) {
  ThreadTeam team;
  for (const unsigned threads : {1U, 2U, 3U, 5U, 8U}) {
    for (const std::uint32_t n : {0U, 5U, 16'383U, 16'384U, 40'001U, 131'072U}) {
      for (const Shape shape : kShapes) {
        std::vector<Item> got = items(n, shape);
        std::vector<Item> expected = got;
        std::ranges::stable_sort(expected, by_key);
        plain_sorts::merge_sort_in_parallel(got.data(), got.data() + n, by_key, team, threads);
        ASSERT_EQ(got, expected) << n << " keys, " << threads << " threads";
      }
    }
  }
}

// Where a merge is cut, keys before are those of the whole merge's begin.
TEST(PlainSorts, AMergeIsCutWhereItsFirstKeysEnd) {
  const std::vector<std::uint32_t> a = {1, 3, 3, 5, 9};
  const std::vector<std::uint32_t> b = {2, 3, 4, 4};
  // 1 2 3a 3a 3b 4 4 5 9
  const std::vector<std::size_t> of_a = {0, 1, 1, 2, 3, 3, 3, 3, 4, 5};
  for (std::size_t k = 0; k <= 9; ++k) {
    EXPECT_EQ(plain_sorts::merge_split(a.data(), 5, b.data(), 4, k, std::less<>{}), of_a[k]) << k;
  }
}

}  // namespace
}  // namespace sortscope
