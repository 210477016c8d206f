// test_complexity.cpp: the cost model against built networks and published numbers.
#include "core/networks/aks/complexity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/networks/aks/network.h"

namespace sortscope {
namespace {

AksParameters with_depth(std::string_view depth, double epsilon_b = 0) {
  AksParameters parameters;
  EXPECT_TRUE(set_parameter(parameters, "depth", depth).ok());
  parameters.epsilon_b = epsilon_b;
  return parameters;
}
AksCost cost_of(std::uint32_t d, const AksParameters& parameters) {
  return aks_cost(d, parameters).value();
}

TEST(AksComplexity, ShapesAreThoseOfTheSchedule) {
  for (std::uint32_t d = kAksLeastLog2; d <= kAksMostLog2; d += 4) {
    for (std::uint32_t t = 0; t < aks_steps(d); ++t) {
      const AksStep step = aks_step(d, t);
      for (std::uint32_t i = 0; i < step.level_count; ++i) {
        const AksShape shape = aks_shape(d, t, step.levels[i].level);
        EXPECT_EQ(std::uint64_t{shape.size} << shape.k, std::uint64_t{step.levels[i].a} << 6);
        EXPECT_EQ(std::uint64_t{shape.up} << shape.k, std::uint64_t{step.levels[i].up} << 6);
      }
    }
  }
}

TEST(AksComplexity, CountsWhatBuiltNetworksHave) {
  for (const std::string_view depth : {"perfect", "custom", "union", "7"}) {
    for (const bool skip : {false, true}) {
      for (std::uint32_t d = 8; d <= 24; d += 4) {
        AksParameters parameters = with_depth(depth);
        parameters.skip_whole = skip;
        const AksSize size = AksNetwork::build(d, parameters).value()->size();
        const AksCost cost = cost_of(d, parameters);
        EXPECT_EQ(cost.comparators, size.comparators) << depth << ' ' << d;
        EXPECT_EQ(cost.depth, size.depth) << depth << ' ' << d;
        EXPECT_NEAR(cost.per_wire * std::exp2(d), static_cast<double>(size.comparators), 0.5);
      }
    }
  }
  AksParameters bitonic;
  bitonic.perfect = PerfectHalver::kBitonic;
  EXPECT_EQ(cost_of(12, bitonic).comparators,
            AksNetwork::build(12, bitonic).value()->size().comparators);
}

// Counted by a second program.
TEST(AksComplexity, HasThePublishedCosts) {
  struct Row {
    std::uint32_t d;
    double custom, perfect;
    std::uint64_t custom_depth, perfect_depth;
  };
  constexpr Row kRows[] = {{8, 1998, 155, 6071, 343},
                           {12, 10496, 1525, 47421, 4579},
                           {16, 17651, 2678, 93721, 13063},
                           {20, 24661, 3136, 140521, 21637},
                           {24, 31662, 3558, 187321, 30241},
                           {80, 129662, 9438, 842521, 150697},
                           {800, 1389662, 85038, 9266521, 1699417}};
  for (const Row& row : kRows) {
    const AksCost custom = cost_of(row.d, with_depth("custom"));
    const AksCost perfect = cost_of(row.d, with_depth("perfect"));
    EXPECT_EQ(std::round(custom.per_wire), row.custom) << row.d;
    EXPECT_EQ(std::round(perfect.per_wire), row.perfect) << row.d;
    EXPECT_EQ(custom.depth, row.custom_depth) << row.d;
    EXPECT_EQ(perfect.depth, row.perfect_depth) << row.d;
  }
}

TEST(AksComplexity, LiesOnThePublishedLines) {
  for (const std::uint32_t d : {96U, 400U, 800U, 20000U}) {
    EXPECT_NEAR(cost_of(d, with_depth("custom")).per_wire, 1750.0 * d - 10338, 0.6) << d;
    EXPECT_NEAR(cost_of(d, with_depth("perfect")).per_wire, 105.0 * d + 1038, 0.6) << d;
    EXPECT_EQ(cost_of(d, with_depth("custom")).depth, 11700ULL * d - 93479) << d;
    EXPECT_EQ(cost_of(d, with_depth("perfect")).depth, 2151ULL * d - 21383) << d;
  }
  // Without the halver of separators that send all their wires up: 1562.5 d and 93.75 d.
  const auto slope = [](AksParameters parameters) {
    parameters.skip_whole = true;
    return (cost_of(800, parameters).per_wire - cost_of(400, parameters).per_wire) / 400;
  };
  EXPECT_NEAR(slope(with_depth("custom")), 1562.5, 1e-6);
  EXPECT_NEAR(slope(with_depth("perfect")), 93.75, 1e-6);
}

TEST(AksComplexity, FindsTheCrossovers) {
  const auto of = [](std::string_view depth, BitonicCount count) {
    return aks_crossover(with_depth(depth), count).value();
  };
  EXPECT_EQ(of("perfect", BitonicCount::kTrue).comparators, 432U);
  EXPECT_EQ(of("custom", BitonicCount::kTrue).comparators, 6996U);
  EXPECT_EQ(of("perfect", BitonicCount::kTrue).depth, 4292U);
  EXPECT_EQ(of("custom", BitonicCount::kTrue).depth, 23392U);
  // The thesis: about 110 (2^6.8 = 111), 2048 and 11585 (2^11 and 2^13.5).
  EXPECT_EQ(of("perfect", BitonicCount::kThesis).comparators, 116U);
  EXPECT_EQ(of("perfect", BitonicCount::kThesis).depth, 2144U);
  EXPECT_EQ(of("custom", BitonicCount::kThesis).depth, 11696U);
  EXPECT_EQ(aks_crossover(with_depth("chvatal"), BitonicCount::kTrue).value().depth, std::nullopt);
}

// The least of a grid of epsilon_b of step 0.00001.
double best_epsilon(std::uint32_t d, std::string_view depth,
                    const std::function<double(const AksCost&)>& value) {
  double best = 0;
  double least = HUGE_VAL;
  for (int i = 100; i <= 400; ++i) {
    const double at = value(cost_of(d, with_depth(depth, i * 1e-5)));
    if (at < least) {
      least = at;
      best = i * 1e-5;
    }
  }
  return best;
}

TEST(AksComplexity, BestErrorsAreThePublishedOnes) {
  const auto comparators = [](const AksCost& cost) { return cost.per_wire; };
  const auto depth = [](const AksCost& cost) { return static_cast<double>(cost.depth); };
  EXPECT_NEAR(best_epsilon(20, "union", comparators), 0.00244, 1e-8);
  EXPECT_NEAR(best_epsilon(80, "union", comparators), 0.00244, 1e-8);
  EXPECT_NEAR(best_epsilon(20, "chvatal", comparators), 0.00244, 1e-8);
  EXPECT_NEAR(best_epsilon(80, "chvatal", comparators), 0.00241, 1e-8);
  for (const std::string_view rule : {"union", "chvatal"}) {
    for (const std::uint32_t d : {20U, 80U}) {
      EXPECT_NEAR(best_epsilon(d, rule, depth), 0.00181, 1e-8) << rule << ' ' << d;
    }
  }
}

TEST(AksComplexity, RefusesWhatItCannotCount) {
  EXPECT_EQ(aks_cost(10, {}).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(aks_cost(4, {}).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(aks_cost(kCostMostLog2 + 4, {}).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(aks_cost(8, with_depth("ideal")).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(aks_cost(8, with_depth("perfect", 1e-7)).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(aks_cost(8, with_depth("perfect", 0.5)).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(cost_of(800, {}).comparators, 0U);
}

}  // namespace
}  // namespace sortscope
