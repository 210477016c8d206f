// test_best_known.cpp: the table of best known networks, against what is known otherwise.
#include "core/networks/formats/best_known.h"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

TEST(BestKnown, RowsTradeSizeForDepth) {
  for (std::uint32_t n = kBestKnownFrom; n <= kBestKnownTo; ++n) {
    const auto known = best_known(n);
    ASSERT_FALSE(known.empty());
    for (std::size_t i = 1; i < known.size(); ++i) {
      EXPECT_GT(known[i].size, known[i - 1].size) << n;
      EXPECT_LT(known[i].depth, known[i - 1].depth) << n;
    }
    for (const SizeAndDepth& pair : known) EXPECT_LE(pair.size, n / 2 * pair.depth) << n;
    if (n == kBestKnownFrom) continue;
    // A wire more never helps.
    EXPECT_GT(known.front().size, best_known(n - 1).front().size) << n;
    EXPECT_GE(known.back().depth, best_known(n - 1).back().depth) << n;
    EXPECT_LE(least_size(n), known.front().size) << n;
    EXPECT_LE(least_depth(n), known.back().depth) << n;
  }
  EXPECT_TRUE(best_known(1).empty());
  EXPECT_TRUE(best_known(33).empty());
}

TEST(BestKnown, ProvenMinima) {
  // OEIS A003075 and A067782.
  constexpr std::uint32_t kSizes[] = {1, 3, 5, 9, 12, 16, 19, 25, 29, 35, 39};
  constexpr std::uint32_t kDepths[] = {1, 3, 3, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 9, 10};
  for (std::uint32_t n = 2; n <= 12; ++n) EXPECT_EQ(least_size(n), kSizes[n - 2]) << n;
  for (std::uint32_t n = 2; n <= 17; ++n) EXPECT_EQ(least_depth(n), kDepths[n - 2]) << n;
  EXPECT_EQ(least_size(13), 43U);  // van Voorhis: 39 + 4
  EXPECT_EQ(least_depth(32), 10U);
}

// Numbers are praised only where they are those of a network that sorts.
TEST(BestKnown, PraisesNothingThatDoesNotSort) {
  for (std::uint32_t n = kBestKnownFrom; n <= kBestKnownTo; ++n) {
    // The smallest and the shallowest one.
    for (const SizeAndDepth& pair : {best_known(n).front(), best_known(n).back()}) {
      const std::string praised = beside_best_known(n, pair.size, pair.depth, Sorts::kYes);
      EXPECT_NE(praised.find(": as "), std::string::npos) << praised;
      const std::string refuted = beside_best_known(n, pair.size, pair.depth, Sorts::kNo);
      EXPECT_EQ(refuted.find(" as "), std::string::npos) << refuted;
      EXPECT_TRUE(refuted.ends_with(": it does not sort")) << refuted;
      const std::string open = beside_best_known(n, pair.size, pair.depth, Sorts::kNotAsked);
      EXPECT_NE(open.find(": if it sorts, as "), std::string::npos) << open;
    }
  }
  EXPECT_EQ(beside_best_known(4, 4, 3, Sorts::kNo),
            "4 comparators, depth 3: sorting 4 wires takes at least 5 comparators");
  EXPECT_EQ(beside_best_known(16, 59, 10, Sorts::kYes),
            "59 comparators, depth 10: fewer than the best known for 16 wires (60), a record");
}

TEST(BestKnown, Sentences) {
  const auto beside_best_known = [](std::uint32_t wires, std::size_t size, std::uint32_t depth,
                                    Sorts sorts = Sorts::kNotAsked) {
    return sortscope::beside_best_known(wires, size, depth, sorts);
  };
  EXPECT_EQ(beside_best_known(16, 60, 10),
            "60 comparators, depth 10: if it sorts, as few as the best known for 16 wires");
  EXPECT_EQ(beside_best_known(16, 61, 9),
            "61 comparators, depth 9: if it sorts, as shallow as is possible on 16 wires");
  EXPECT_EQ(beside_best_known(4, 5, 3),
            "5 comparators, depth 3: if it sorts, as few and as shallow as is possible on 4 wires");
  EXPECT_EQ(beside_best_known(4, 5, 3, Sorts::kYes),
            "5 comparators, depth 3: as few and as shallow as is possible on 4 wires");
  EXPECT_EQ(beside_best_known(16, 80, 10),
            "80 comparators, depth 10 (best known for 16 wires: 60 at depth 10, 61 at depth 9)");
  EXPECT_EQ(beside_best_known(4, 4, 3),
            "4 comparators, depth 3: sorting 4 wires takes at least 5 comparators");
  EXPECT_EQ(beside_best_known(4, 6, 2),
            "6 comparators, depth 2: sorting 4 wires takes at least depth 3");
  EXPECT_EQ(beside_best_known(16, 59, 10),
            "59 comparators, depth 10: fewer than the best known for 16 wires (60), a record if it "
            "sorts");
  EXPECT_EQ(beside_best_known(64, 1, 1), "1 comparator, depth 1");
}

}  // namespace
}  // namespace sortscope
