// test_in_order.cpp: keys of trees on their wires, as a walk from link to link finds them.
#include "core/networks/trees/in_order.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

namespace sortscope {
namespace {

void walk(const BitonicTree& tree, std::uint32_t node, std::vector<std::uint32_t>& places) {
  if (node == kNoNode) return;
  walk(tree, tree.child(node, Side::kLeft), places);
  places.push_back(tree.place(node));
  walk(tree, tree.child(node, Side::kRight), places);
}

std::vector<std::uint32_t> walked(const BitonicTree& tree, std::uint32_t merge) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t block = 0; block < tree.size() >> merge; ++block) {
    walk(tree, root_of_block(merge, block), places);
    places.push_back(tree.place(extra_of_block(merge, block)));
  }
  return places;
}

TEST(InOrder, IsThatOfTheLinksWhateverWasExchanged) {
  constexpr std::uint32_t kLog2 = 15;  // larger than what one thread takes
  std::vector<std::uint32_t> start(std::size_t{1} << kLog2);
  std::iota(start.begin(), start.end(), 0U);
  for (const TreeRule rule : {TreeRule::kSimplified, TreeRule::kTwoCase}) {
    std::mt19937_64 random(5);
    BitonicTree tree(start);
    std::vector<std::uint32_t> found(start.size());
    for (std::uint32_t merge = 1; merge <= kLog2; ++merge) {
      for (std::uint32_t stage = 0; stage < merge; ++stage) {
        for (std::uint32_t phase = 0; phase < merge - stage; ++phase) {
          for (std::uint32_t block = 0; block < tree.size() >> merge; ++block) {
            for (std::uint32_t instance = 0; instance < 1U << stage; ++instance) {
              tree.apply({merge, 0, block, stage, instance, phase}, rule, random() % 2 != 0);
            }
          }
        }
        if (stage != merge / 2 && stage + 1 != merge) continue;
        places_in_order(tree, merge, found);
        ASSERT_EQ(found, walked(tree, merge)) << merge << " " << stage;
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
