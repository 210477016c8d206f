// test_families.cpp: the table of families, and parameters by name.
#include "core/recordings/families.h"

#include <gtest/gtest.h>

#include "core/engines/engine.h"
#include "core/keys/inputs.h"

namespace sortscope {
namespace {

TEST(Families, StandInTheOrderOfTheirNumbers) {
  for (std::size_t i = 0; i < families().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(families()[i].family), i);
  }
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_EQ(family_of(algorithm).family, algorithm.family) << algorithm.id;
  }
}

TEST(Families, SayTheSizeOfTheNetworkThatTheyBuild) {
  for (const Algorithm& algorithm : algorithms()) {
    const Network network = build_network(algorithm, 256, {}).value();
    const RecordingSize size = recording_size(algorithm, 256, 32);
    EXPECT_EQ(size.wires, network.wires()) << algorithm.id;
    EXPECT_EQ(size.depth, network.depth()) << algorithm.id;
    EXPECT_EQ(size.comparators, network.size()) << algorithm.id;
    EXPECT_EQ(size.adaptive, network.adaptive()) << algorithm.id;
    EXPECT_EQ(size.bit_bytes, 4 * network.bit_words()) << algorithm.id;
  }
}

// Where a comparison is follows from no outcome: networks and AKS. A list is larger than its bits.
TEST(Families, KeepKeyframesWhereThatSavesMemoryAndOnlyAksHasNamedParameters) {
  for (const FamilyRow& row : families()) {
    EXPECT_EQ(row.keyframes_for_bits(),
              row.family == Family::kNetwork || row.family == Family::kAks);
    EXPECT_EQ(row.stored_keyframes, row.family == Family::kAks);
    EXPECT_EQ(row.parameters != nullptr, row.family == Family::kAks);
  }
}

TEST(NamedParameters, AreSetByNameAndReadBack) {
  const NamedParameters& named = *family_row(Family::kAks).parameters;
  RunParameters parameters;
  EXPECT_TRUE(named.texts(parameters, false).empty());
  ASSERT_TRUE(named.set(parameters, "depth", "9").ok());
  EXPECT_EQ(parameters.of<AksParameters>().fixed_depth, 9U);
  EXPECT_EQ(named.texts(parameters, false), (ParameterTexts{{"depth", "9"}}));
  EXPECT_FALSE(named.set(parameters, "dept", "9").ok());
  EXPECT_TRUE(named.check(parameters).ok());
  ASSERT_TRUE(named.set(parameters, "epsilon-b", "0.9").ok());
  EXPECT_FALSE(named.check(parameters).ok());
  EXPECT_EQ(named.help().size(), named.texts(parameters, true).size());
}

TEST(RunParameters, HoldAValueOfEachType) {
  RunParameters parameters;
  EXPECT_EQ(parameters.of<AksParameters>(), AksParameters{});
  RunParameters other = parameters;
  AksParameters aks;
  aks.seed = 5;
  parameters.set(aks);
  EXPECT_EQ(parameters.of<AksParameters>().seed, 5U);
  EXPECT_EQ(parameters.of<ListedChoice>().network, nullptr);
  EXPECT_FALSE(parameters == other);
  other.set(aks);
  EXPECT_TRUE(parameters == other);
  aks.seed = 6;
  other.set(aks);
  EXPECT_FALSE(parameters == other);
  EXPECT_EQ(parameters.of<AksParameters>().seed, 5U);
}

}  // namespace
}  // namespace sortscope
