// test_usual_run.cpp: defaults of a run.
#include "core/recordings/usual_run.h"

#include <gtest/gtest.h>

#include "core/keys/inputs.h"

namespace sortscope {
namespace {

TEST(UsualRun, OnlyAMergerGetsBitonicKeys) {
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_EQ(usual_input(algorithm), algorithm.needs_bitonic_input ? "bitonic" : "uniform")
        << algorithm.id;
  }
}

TEST(UsualRun, KeysAreThoseOfItsInputSeedAndOrder) {
  RunRequest run = usual_run();
  EXPECT_EQ(run.seed, 7U);
  run.input = "sorted";
  run.order = Order::kDescending;
  const auto algorithm = find_algorithm(run.algorithm);
  ASSERT_TRUE(algorithm.ok());
  ASSERT_TRUE(generate_run_keys(run, **algorithm, kUsualType, kUsualKeys));
  const auto keys = generate_keys("sorted", KeyType::kInt32, 16, 7, **algorithm, run.order);
  ASSERT_TRUE(keys.ok());
  ASSERT_EQ(run.keys.size(), 16U);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(run.keys.text(i), keys->text(i));
}

TEST(UsualRun, AnUnknownInputLeavesTheKeysAlone) {
  RunRequest run;
  run.input = "no-such";
  const auto algorithm = find_algorithm(run.algorithm);
  EXPECT_FALSE(generate_run_keys(run, **algorithm, kUsualType, 4));
  EXPECT_EQ(run.keys.size(), 0U);
}

}  // namespace
}  // namespace sortscope
