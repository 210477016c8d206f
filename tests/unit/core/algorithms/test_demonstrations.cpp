// test_demonstrations.cpp: networks that are wrong on purpose say so, and do what was published.
#include "core/algorithms/demonstrations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sortscope {
namespace {

using Values = std::vector<int>;

// The values before layer 0 and after each.
std::vector<Values> run_of(const ListedNetwork& network, Values values) {
  std::vector<Values> states = {values};
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (const Comparator& c : network.layer(layer)) {
      if (values[c.min_wire] > values[c.max_wire])
        std::swap(values[c.min_wire], values[c.max_wire]);
    }
    states.push_back(values);
  }
  return states;
}

bool sorts(const ListedNetwork& network) {
  for (std::uint32_t input = 0; input < 1U << network.wires(); ++input) {
    Values bits(network.wires());
    for (std::uint32_t wire = 0; wire < network.wires(); ++wire) {
      bits[wire] = static_cast<int>(input >> wire & 1);
    }
    if (!std::ranges::is_sorted(run_of(network, bits).back())) return false;
  }
  return true;
}

TEST(Demonstrations, ThoseThatDoNotSortSaySoInTheirName) {
  for (const std::string id : {"missing-comparator", "spare-comparator", "benicio-loops",
                               "first-trace", "second-trace", "v2-local-index"}) {
    const auto network = demonstration_network(id);
    ASSERT_TRUE(network.ok()) << id;
    EXPECT_EQ((*network)->name().starts_with("Wrong on purpose"), !sorts(**network)) << id;
  }
  EXPECT_FALSE(demonstration_network("bogus").ok());
}

// Benicio, section 2.3: both traces of 3 7 4 8 6 2 1 5, state by state as they are printed.
TEST(Demonstrations, TheTracesOfTheTutorialAreThoseThatItPrints) {
  const Values keys = {3, 7, 4, 8, 6, 2, 1, 5};
  std::vector<Values> first = {keys,
                               {3, 7, 8, 4, 2, 6, 5, 1},
                               {3, 4, 8, 7, 2, 1, 5, 6},
                               {3, 4, 7, 8, 1, 2, 5, 6},
                               {1, 2, 5, 6, 3, 4, 7, 8},
                               {1, 2, 5, 6, 3, 4, 7, 8},
                               {1, 2, 5, 6, 3, 4, 7, 8}};
  EXPECT_EQ(run_of(**demonstration_network("first-trace"), keys), first);
  std::vector<Values> second = first;
  second[5] = {1, 2, 5, 6, 7, 8, 3, 4};
  second[6] = {1, 2, 5, 6, 8, 7, 4, 3};
  EXPECT_EQ(run_of(**demonstration_network("second-trace"), keys), second);
}

}  // namespace
}  // namespace sortscope
