// test_outcomes.cpp: outcome bits of measured runs are replayed, and a wrong one is found.
#include "core/lab/outcomes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/keys/inputs.h"
#include "core/lab/inputs.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

using testing::HasSubstr;

// As the lab's: recorded by the CPU engine.
std::shared_ptr<const Recording> recorded(const LabSorter& sorter, Keys keys) {
  RunRequest request;
  request.algorithm = sorter.algorithm;
  request.parameters = lab_parameters(sorter);
  request.keys = std::move(keys);
  return *record(request, *make_cpu_engine());
}

Keys keys_of(const LabSorter& sorter, std::uint32_t n) {
  const Algorithm& algorithm = **find_algorithm(sorter.algorithm);
  return *generate_keys("uniform", KeyType::kUint32, n, 3, algorithm, Order::kAscending);
}

TEST(LabOutcomes, EveryFamilysBitsAreReplayed) {
  for (const LabSorter& sorter : lab_sorters()) {
    if (!sorter.records || sorter.place != LabPlace::kCpu) continue;
    SCOPED_TRACE(sorter.id);
    for (const std::uint32_t n : {256U, 1000U}) {
      const auto run = recorded(sorter, keys_of(sorter, n));
      const std::uint32_t rounds = run->timing.repair_rounds;
      EXPECT_TRUE(check_outcomes(sorter, run->request.keys, run->bits, rounds).ok());
      OutcomeWords nothing(run->bits.size(), ~0U);
      const Status never = check_outcomes(sorter, run->request.keys, nothing, rounds);
      ASSERT_FALSE(never.ok());
      EXPECT_EQ(never.error().code, ErrorCode::kWorkFailed);
      EXPECT_THAT(never.error().message, HasSubstr("its outcome bits are wrong"));
    }
  }
}

TEST(LabOutcomes, OneWrongBitIsFound) {
  const LabSorter& sorter = **find_lab_sorter("cpu-bitonic");
  const auto run = recorded(sorter, keys_of(sorter, 64));
  for (std::uint32_t layer = 0; layer < run->network.depth(); ++layer) {
    OutcomeWords bits = run->bits;
    bits[run->network.first_word(layer)] ^= 1U << layer;
    EXPECT_FALSE(check_outcomes(sorter, run->request.keys, bits, 0).ok()) << layer;
  }
}

// Real keys that equal the padding may come out behind it.
TEST(LabOutcomes, LargestKeysBesidePaddingAreNoError) {
  const LabSorter& sorter = **find_lab_sorter("cpu-bitonic");
  Keys keys = keys_of(sorter, 100);
  for (std::uint32_t i = 0; i < 100; i += 3) keys.raw.set(i, ~0U);
  const auto run = recorded(sorter, keys);
  ASSERT_TRUE(run->start.ambiguous_padding);
  EXPECT_TRUE(check_outcomes(sorter, run->request.keys, run->bits, 0).ok());
}

TEST(LabOutcomes, BitsOfAnInputAreReplayedOnce) {
  LabOutcomes outcomes;
  int replays = 0;
  const auto right = [&] {
    ++replays;
    return Status();
  };
  EXPECT_TRUE(outcomes.check(1, 7, right).ok());
  EXPECT_TRUE(outcomes.check(1, 7, right).ok());
  EXPECT_EQ(replays, 1);
  EXPECT_TRUE(outcomes.check(0, 8, right).ok());
  EXPECT_EQ(replays, 2);
  const Status other = outcomes.check(1, 8, right);
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("differ from run to run"));
  const Error planted{ErrorCode::kWorkFailed, "planted.", ""};
  EXPECT_FALSE(outcomes.check(2, 9, [&] { return Status(planted); }).ok());
  EXPECT_FALSE(outcomes.check(2, 9, [&] { return Status(planted); }).ok());
}

}  // namespace
}  // namespace sortscope
