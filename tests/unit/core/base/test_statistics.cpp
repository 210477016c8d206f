// test_statistics.cpp: Mann-Whitney against hand counts, quartiles against hand computation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/samples.h"
#include "core/base/statistics.h"

namespace sortscope {
namespace {

TEST(Quartiles, OfFiveAndOfFour) {
  // 1 2 3 4 5: places 1, 2, 3. 1 2 3 10: places 0.75, 1.5, 2.25.
  EXPECT_DOUBLE_EQ((Samples{{5, 1, 3, 2, 4}}.quantile(0.25)), 2);
  EXPECT_DOUBLE_EQ((Samples{{5, 1, 3, 2, 4}}.median()), 3);
  EXPECT_DOUBLE_EQ((Samples{{10, 1, 3, 2}}.quantile(0.25)), 1.75);
  EXPECT_DOUBLE_EQ((Samples{{10, 1, 3, 2}}.median()), 2.5);
  EXPECT_DOUBLE_EQ((Samples{{10, 1, 3, 2}}.quantile(0.75)), 4.75);
}

TEST(MannWhitneyTest, ThreeAgainstThreeApart) {
  // All of a below all of b: U = 0, one of C(6, 3) = 20 arrangements, and as many at the other end.
  const MannWhitney result = mann_whitney(std::vector{1., 2., 3.}, std::vector{4., 5., 6.});
  EXPECT_DOUBLE_EQ(result.u, 0);
  EXPECT_TRUE(result.exact);
  EXPECT_NEAR(result.p_value, 2.0 / 20, 1e-12);
  EXPECT_DOUBLE_EQ(result.effect, 0);
}

TEST(MannWhitneyTest, TwoAgainstThreeByHand) {
  // a = 2, 5; b = 1, 3, 4. Pairs with a larger: 2 > 1; 5 > 1, 3, 4: U = 4. Of the 10 arrangements,
  // U = 0..6 come 1, 1, 2, 2, 2, 1, 1 times; U <= 2 or >= 4: 8.
  const MannWhitney result = mann_whitney(std::vector{2., 5.}, std::vector{1., 3., 4.});
  EXPECT_DOUBLE_EQ(result.u, 4);
  EXPECT_NEAR(result.p_value, 0.8, 1e-12);
  EXPECT_NEAR(result.effect, 4.0 / 6, 1e-12);
}

TEST(MannWhitneyTest, ExactIsWhatAllArrangementsGive) {
  // Brute force: every choice of 4 places of 9 for the samples of a.
  const std::vector<double> a = {0.5, 3.5, 6.5, 7.5};
  const std::vector<double> b = {1, 2, 4, 5, 8};
  const MannWhitney result = mann_whitney(a, b);
  std::vector<int> chosen = {0, 0, 0, 0, 0, 1, 1, 1, 1};
  int all = 0;
  int as_far = 0;
  do {
    double u = 0;
    for (int i = 0; i < 9; ++i) {
      for (int j = 0; j < i; ++j) u += chosen[i] == 1 && chosen[j] == 0 ? 1 : 0;
    }
    ++all;
    if (std::abs(u - 10) >= std::abs(result.u - 10)) ++as_far;
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  EXPECT_EQ(all, 126);
  EXPECT_NEAR(result.p_value, static_cast<double>(as_far) / all, 1e-12);
}

TEST(MannWhitneyTest, TiesByHand) {
  // a = 1, 2, 2; b = 2, 3, 4. Ranks: 1; 3, 3, 3; 5; 6. R_a = 7, U = 7 - 6 = 1.
  // Ties 3^3 - 3 = 24; variance 9/12 (7 - 24 / 30) = 4.65; z = (3.5 - 0.5) / sqrt(4.65) = 1.39122.
  // p = 2 (1 - Phi(1.39122)) = 0.16416.
  const MannWhitney result = mann_whitney(std::vector{1., 2., 2.}, std::vector{2., 3., 4.});
  EXPECT_DOUBLE_EQ(result.u, 1);
  EXPECT_FALSE(result.exact);
  EXPECT_NEAR(result.p_value, 0.16416, 1e-4);
}

TEST(MannWhitneyTest, NothingToTell) {
  EXPECT_DOUBLE_EQ(mann_whitney({}, std::vector{1.}).p_value, 1);
  EXPECT_DOUBLE_EQ(mann_whitney(std::vector(9, 7.), std::vector(5, 7.)).p_value, 1);
}

TEST(MannWhitneyTest, NormalIsNearExact) {
  // 20 samples are counted, 21 approximated: the same shift gives nearly the same answer.
  std::vector<double> a(20);
  std::vector<double> b(20);
  for (int i = 0; i < 20; ++i) {
    a[i] = i;
    b[i] = i + 4.5;
  }
  const MannWhitney exact = mann_whitney(a, b);
  EXPECT_TRUE(exact.exact);
  const double z = (std::abs(exact.u - 200) - 0.5) / std::sqrt(20. * 20 * 41 / 12);
  EXPECT_NEAR(exact.p_value, std::erfc(z / std::sqrt(2)), 0.002);
}

}  // namespace
}  // namespace sortscope
