// test_serial.cpp: the bitonic sort in the order of one thread, against the program that it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace sortscope {
namespace {

using Pair = std::pair<Wire, Wire>;  // where the smaller key goes, where the larger

// The recursive program of lectures, and what it compares, in order.
struct Program {
  std::vector<int> keys;
  std::vector<Pair> compared;

  void merge(Wire lo, Wire n, bool up) {
    if (n <= 1) return;
    for (Wire i = lo; i < lo + n / 2; ++i) {
      compared.push_back(up ? Pair{i, i + n / 2} : Pair{i + n / 2, i});
      if ((keys[i] > keys[i + n / 2]) == up) std::swap(keys[i], keys[i + n / 2]);
    }
    merge(lo, n / 2, up);
    merge(lo + n / 2, n / 2, up);
  }
  void sort(Wire lo, Wire n, bool up) {
    if (n <= 1) return;
    sort(lo, n / 2, true);
    sort(lo + n / 2, n / 2, false);
    merge(lo, n, up);
  }
};

Network serial(std::uint32_t n) { return (*find_algorithm("bitonic-serial"))->build(n); }

std::vector<Pair> comparators_of(const Network& network, std::uint32_t from = 0) {
  std::vector<Pair> all;
  for (std::uint32_t layer = from; layer < network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      const Comparator c = network.comparator(layer, i);
      all.emplace_back(c.min_wire, c.max_wire);
    }
  }
  return all;
}

TEST(BitonicSerial, ComparesInTheOrderOfTheRecursion) {
  for (std::uint32_t n = 2; n <= 1024; n *= 2) {
    Program program{std::vector<int>(n), {}};
    program.sort(0, n, true);
    const Network network = serial(n);
    EXPECT_EQ(comparators_of(network), program.compared) << n;
    // n log n - n + 1 half-cleaners: S(n) = 2 S(n/2) + n - 1.
    EXPECT_EQ(network.depth(), n * floor_log2(n) - n + 1) << n;
  }
}

TEST(BitonicSerial, ComparesWhatTheParallelSortCompares) {
  for (const std::uint32_t n : {2U, 8U, 64U, 256U}) {
    std::vector<Pair> parallel = comparators_of((*find_algorithm("bitonic"))->build(n));
    std::vector<Pair> one_thread = comparators_of(serial(n));
    std::ranges::sort(parallel);
    std::ranges::sort(one_thread);
    EXPECT_EQ(one_thread, parallel) << n;
  }
}

// The SYCL tutorial's merge of 3 4 7 8 6 5 2 1: distance 4, then the first half to its end.
TEST(BitonicSerial, MergesTheFirstHalfToItsEnd) {
  const Network network = serial(8);
  std::vector<int> keys = {3, 4, 7, 8, 6, 5, 2, 1};
  std::vector<std::vector<int>> after;
  for (std::uint32_t layer = network.depth() - 7; layer < network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      const Comparator c = network.comparator(layer, i);
      if (keys[c.min_wire] > keys[c.max_wire]) std::swap(keys[c.min_wire], keys[c.max_wire]);
    }
    after.push_back(keys);
  }
  EXPECT_EQ(after[0], (std::vector{3, 4, 2, 1, 6, 5, 7, 8}));
  EXPECT_EQ(after[1], (std::vector{2, 1, 3, 4, 6, 5, 7, 8}));
  EXPECT_EQ(after[3], (std::vector{1, 2, 3, 4, 6, 5, 7, 8}));
  EXPECT_EQ(after[6], (std::vector{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(HalverCascade, EveryHalverIsPerfect) {
  const Network network = (*find_algorithm("halver-cascade"))->build(16);
  for (std::uint32_t input = 0; input < 1U << 16; ++input) {
    std::uint32_t bits = input;
    for (const MergeLevel& level : network.levels()) {
      for (std::uint32_t layer = level.first_layer; layer < level.first_layer + level.layer_count;
           ++layer) {
        for (std::uint32_t i = 0; i < network.count(layer); ++i) {
          const Comparator c = network.comparator(layer, i);
          if ((bits >> c.min_wire & 1) == 0 || (bits >> c.max_wire & 1) != 0) continue;
          bits ^= 1U << c.min_wire | 1U << c.max_wire;
        }
      }
      // No one in the first half of a halver's wires while there is a zero in the second.
      for (std::uint32_t first = 0; first < 16; first += level.level) {
        const std::uint32_t half = level.level / 2;
        const std::uint32_t left = bits >> first & ((1U << half) - 1);
        const std::uint32_t right = bits >> (first + half) & ((1U << half) - 1);
        ASSERT_TRUE(left == 0 || right == (1U << half) - 1) << input << " s = " << level.level;
      }
    }
  }
}

TEST(HalverCascade, HasTheDepthOfItsSum) {
  for (std::uint32_t m = 1; m <= 20; ++m) {
    const Network network = (*find_algorithm("halver-cascade"))->build(1U << m);
    // A halver of 2^k wires: sorters of 2^(k-1) and one layer.
    std::uint32_t depth = 0;
    for (std::uint32_t k = 1; k <= m; ++k) depth += (k - 1) * k / 2 + 1;
    EXPECT_EQ(network.depth(), depth) << m;
    EXPECT_EQ(network.depth(), m * (m * m + 5) / 6) << m;
    EXPECT_EQ(network.size(), std::uint64_t{depth} << (m - 1)) << m;
  }
}

}  // namespace
}  // namespace sortscope
