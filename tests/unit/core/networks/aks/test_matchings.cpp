// test_matchings.cpp: generators against published numbers and second implementations, shuffles by
// counting, the conditions of Hull and Dobell, the expander of Gabber and Galil, tested seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "core/engines/cpu/graph_store.h"
#include "core/networks/aks/generators.h"
#include "core/networks/aks/tested_matching.h"
#include "core/verify/halver_error.h"

namespace sortscope {
namespace {

// The C++ standard, [rand.predef]: the 10000th number from the default seed.
TEST(Generators, GiveThePublishedNumbers) {
  MersenneTwister mersenne(5489);
  MinimalStandard minimal(1);
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  for (int i = 0; i < 10000; ++i) {
    a = mersenne.next();
    b = minimal.next();
  }
  EXPECT_EQ(a, 4123659995U);
  EXPECT_EQ(b, 399268537U);
  EXPECT_EQ(MersenneTwister(5489).next(), 3499211612U);
  EXPECT_EQ(MinimalStandard(1).next(), 48271U);
}

// From the authors' page: s1 ^= s0; s0 = rotl(s0, 26) ^ s1 ^ (s1 << 9); s1 = rotl(s1, 13).
TEST(Generators, XoroshiroIsWhatItsAuthorsWrote) {
  std::uint32_t s[2] = {1, 2};
  Xoroshiro random(std::uint64_t{2} << 32 | 1);
  EXPECT_EQ(Xoroshiro(random).next(), 3802928447U);
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t expected = std::rotl(s[0] * 0x9E3779BBU, 5) * 5;
    ASSERT_EQ(random.next(), expected);
    s[1] ^= s[0];
    s[0] = std::rotl(s[0], 26) ^ s[1] ^ (s[1] << 9);
    s[1] = std::rotl(s[1], 13);
  }
}

// Marsaglia 2003, with the state that the paper starts from.
TEST(Generators, XorwowIsWhatMarsagliaWrote) {
  std::uint32_t x = 123456789;
  std::uint32_t y = 362436069;
  std::uint32_t z = 521288629;
  std::uint32_t w = 88675123;
  std::uint32_t v = 5783321;
  std::uint32_t d = 6615241;
  Xorwow random({x, y, z, w, v}, d);
  EXPECT_EQ(Xorwow(random).next(), 246875399U);
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t t = x ^ (x >> 2);
    x = y;
    y = z;
    z = w;
    w = v;
    v = (v ^ (v << 4)) ^ (t ^ (t << 1));
    d += 362437;
    ASSERT_EQ(random.next(), d + v);
  }
}

// Chi-squared over all 24 orders of four: beyond 52 once in 2000 (23 degrees of freedom).
double order_chi_squared(auto make) {
  constexpr int kTrials = 24000;
  std::map<std::vector<std::uint32_t>, int> counts;
  for (std::uint64_t i = 0; i < kTrials; ++i) {
    std::vector<std::uint32_t> values = {0, 1, 2, 3};
    make(mix64(i), values);
    ++counts[values];
  }
  double sum = 0;
  EXPECT_EQ(counts.size(), 24U);
  for (const auto& [order, count] : counts) sum += (count - 1000.0) * (count - 1000.0) / 1000.0;
  return sum;
}

TEST(Shuffles, GiveAllOrdersAlike) {
  for (const std::size_t run : {1U, 2U, 3U, 4U}) {
    const double chi =
        order_chi_squared([&](std::uint64_t bits, std::vector<std::uint32_t>& values) {
          merge_shuffle(bits, values, run);
        });
    EXPECT_LT(chi, 52) << run;
  }
  for (const Matching& matching : matchings()) {
    const bool random = matching.kind != MatchingKind::kHullDobell &&
                        matching.kind != MatchingKind::kGabberGalil && !matching.closed_form;
    if (!random) continue;
    const double chi =
        order_chi_squared([&](std::uint64_t bits, std::vector<std::uint32_t>& values) {
          fill_partners(matching.kind, {bits, 0, 0, 0, 0, 0, 0}, values);
        });
    EXPECT_LT(chi, 52) << matching.id;
  }
}

TEST(HullDobell, HoldsItsConditionsAndHasFullPeriod) {
  for (std::uint32_t half = 1; half <= 260; ++half) {
    for (std::uint64_t bits = 1; bits <= 3; ++bits) {
      const FullPeriod made = full_period(mix64(bits), half);
      EXPECT_EQ(std::gcd(made.c, half), 1U) << half;
      for (std::uint32_t prime = 2; prime <= half; ++prime) {
        bool is_prime = true;
        for (std::uint32_t f = 2; f * f <= prime; ++f) is_prime &= prime % f != 0;
        if (is_prime && half % prime == 0) {
          EXPECT_EQ((made.a - 1) % prime, 0U) << half << ' ' << prime;
        }
      }
      if (half % 4 == 0) {
        EXPECT_EQ((made.a - 1) % 4, 0U) << half;
      }
      std::uint64_t x = made.start;
      std::uint32_t period = 0;
      do {
        x = (made.a * x + made.c) % half;
        ++period;
      } while (x != made.start && period <= half);
      EXPECT_EQ(period, half);
    }
  }
}

// Gabber and Galil 1981: with n = m^2 vertices a side and the identity and four shears, every S has
// at least (1 + (2 - sqrt 3) / 4 * (1 - |S| / n)) |S| neighbours. All S at m = 4.
TEST(GabberGalil, ExpandsAsItsAuthorsProved) {
  constexpr std::uint32_t kSide = 4;
  constexpr std::uint32_t kVertices = kSide * kSide;
  const HalverGraph graph = halver_graph(MatchingKind::kGabberGalil, {}, kVertices, 5);
  std::uint32_t neighbours[kVertices] = {};
  for (std::uint32_t m = 0; m < 5; ++m) {
    std::uint32_t seen = 0;
    for (std::uint32_t u = 0; u < kVertices; ++u) {
      neighbours[u] |= 1U << graph.matching(m)[u];
      seen |= 1U << graph.matching(m)[u];
    }
    EXPECT_EQ(seen, (1U << kVertices) - 1) << m;
  }
  // Each shear by its formula, once.
  EXPECT_EQ(graph.matching(0)[6], 6U);
  EXPECT_EQ(graph.matching(1)[6], 1 * kSide + (2 + 1) % kSide);
  EXPECT_EQ(graph.matching(2)[6], 1 * kSide + (2 + 1 + 1) % kSide);
  EXPECT_EQ(graph.matching(3)[6], (1 + 2) % kSide * kSide + 2);
  EXPECT_EQ(graph.matching(4)[6], (1 + 2 + 1) % kSide * kSide + 2);
  const double gain = (2 - std::sqrt(3.0)) / 4;
  std::vector<std::uint32_t> of_set(std::size_t{1} << kVertices);
  for (std::uint32_t set = 1; set < of_set.size(); ++set) {
    of_set[set] = of_set[set & (set - 1)] | neighbours[std::countr_zero(set)];
    const double size = std::popcount(set);
    ASSERT_GE(std::popcount(of_set[set]) + 1e-9, (1 + gain * (1 - size / kVertices)) * size);
  }
}

TEST(GabberGalil, IsAHalverButNoBetterThanARandomOne) {
  const HalverError explicit_graph = halver_error(MatchingKind::kGabberGalil, {}, 36, kTestedDepth);
  const HalverError hashed = halver_error(MatchingKind::kHash, {}, 36, kTestedDepth);
  ASSERT_TRUE(explicit_graph.exact && hashed.exact);
  EXPECT_GT(explicit_graph.expansion(), 0U);
  EXPECT_LT(explicit_graph.epsilon, 1.0 / (explicit_graph.expansion() + 1));
  EXPECT_GT(explicit_graph.epsilon, hashed.epsilon);
}

TEST(TestedSeeds, CoverTheHalversOf8And12) {
  AksParameters parameters;
  parameters.depth_rule = DepthRule::kCustom;
  for (const std::uint32_t d : {8U, 12U}) {
    const auto graphs = graph_uses(d, parameters);
    for (const GraphUse& graph : *graphs) {
      EXPECT_NE(tested_seed(graph.half), nullptr) << graph.half;
    }
  }
  EXPECT_EQ(tested_seed(5), nullptr);
  EXPECT_EQ(tested_seed(1U << 20), nullptr);
}

TEST(TestedSeeds, HaveTheErrorThatIsStored) {
  for (const TestedSeed& row : tested_seeds()) {
    const double epsilon = row.keys == 0 ? 0 : static_cast<double>(row.errors) / row.keys;
    // The key's place in the network plays no part.
    const MatchingKey key{77, 5, 3, 2, 1, 1, 0};
    if (row.half <= 32) {
      const HalverError error = halver_error(MatchingKind::kTested, key, row.half, kTestedDepth);
      ASSERT_TRUE(row.exact && error.exact) << row.half;
      EXPECT_EQ(error.epsilon, epsilon) << row.half;
      EXPECT_EQ(error.worst_k, row.keys) << row.half;
    } else {
      // A shorter search finds no worse input.
      const HalverError error = halver_error(MatchingKind::kTested, key, row.half, kTestedDepth,
                                             {0, row.half <= 512 ? 2048U : 512U, 9});
      EXPECT_LE(error.epsilon, epsilon + 0.01) << row.half;
      EXPECT_GT(error.epsilon, 0.6 * epsilon) << row.half;
    }
  }
}

// What a search is worth: better than the mean of other seeds.
TEST(TestedSeeds, AreBetterThanOthers) {
  for (const std::uint32_t half : {8U, 16U, 24U, 32U}) {
    const double tested = halver_error(MatchingKind::kTested, {}, half, kTestedDepth).epsilon;
    double sum = 0;
    for (std::uint64_t seed = 1001; seed <= 1010; ++seed) {
      sum +=
          halver_error(MatchingKind::kHash, {seed, 0, 0, 0, 0, 0, 0}, half, kTestedDepth).epsilon;
    }
    EXPECT_LT(tested, sum / 10) << half;
  }
}

}  // namespace
}  // namespace sortscope
