// test_complete_tree.cpp: the pointer-less bitonic tree does what the one with links does.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "core/networks/trees/bitonic_tree.h"
#include "core/scenes/complete_tree.h"

namespace sortscope {
namespace {

// Both forms on the same keys, comparison by comparison.
class BothForms {
 public:
  BothForms(const std::vector<std::uint32_t>& keys, std::vector<std::uint32_t> ties)
      : keys_(keys),
        ties_(std::move(ties)),
        places_(keys.size()),
        linked_([&] {
          std::iota(places_.begin(), places_.end(), 0U);
          return BitonicTree(places_);
        }()),
        complete_(words_of(keys), ties_, places_) {}

  // False where they differ.
  bool step(const TreeTask& task, TreeRule rule) {
    const BitonicTree::Pair pair = linked_.pair(task);
    const std::uint32_t p = linked_.place(pair.p);
    const std::uint32_t q = linked_.place(pair.q);
    const bool greater = std::pair(keys_[p], ties_[p]) > std::pair(keys_[q], ties_[q]);
    const bool exchanged = greater != task.descending();
    linked_.apply(task, rule, exchanged);
    const bool same = complete_.run(task, rule) == exchanged;
    const MovedKeys one = moved_keys(task, rule, exchanged);
    of_pair_ += one.of_pair;
    of_subtrees_ += one.of_subtrees;
    return same && complete_.last_p() == p && complete_.last_q() == q && same_order(task.merge) &&
           complete_.moved().of_pair == of_pair_ && complete_.moved().of_subtrees == of_subtrees_;
  }

  [[nodiscard]] bool same_order(std::uint32_t merge) const {
    std::vector<std::uint32_t> nodes(keys_.size());
    linked_.in_order(merge, nodes);
    for (std::uint32_t wire = 0; wire < nodes.size(); ++wire) {
      if (complete_.at(wire) != linked_.place(nodes[wire])) return false;
    }
    return true;
  }

  [[nodiscard]] const CompleteTree& complete() const { return complete_; }
  [[nodiscard]] std::uint32_t key_at(std::uint32_t wire) const { return keys_[complete_.at(wire)]; }

 private:
  static Words words_of(const std::vector<std::uint32_t>& keys) {
    Words words;
    words.w32 = keys;
    return words;
  }

  std::vector<std::uint32_t> keys_, ties_, places_;
  BitonicTree linked_;
  CompleteTree complete_;
  std::uint64_t of_pair_ = 0, of_subtrees_ = 0;
};

template <typename Visit>
void for_each_task(std::uint32_t merge, std::uint32_t blocks, const Visit& visit) {
  for (std::uint32_t stage = 0; stage < merge; ++stage) {
    for (std::uint32_t phase = 0; phase < merge - stage; ++phase) {
      for (std::uint32_t block = 0; block < blocks; ++block) {
        for (std::uint32_t instance = 0; instance < 1U << stage; ++instance) {
          visit(TreeTask{merge, 0, block, stage, instance, phase});
        }
      }
    }
  }
}

TEST(CompleteTree, HeapOrderOfEightKeys) {
  // In-order 0 .. 6 of a tree of seven, and the extra key: by hand.
  const std::uint32_t expected[] = {4, 2, 5, 1, 6, 3, 7, 0};
  for (std::uint32_t wire = 0; wire < 8; ++wire) EXPECT_EQ(heap_index(3, wire), expected[wire]);
}

TEST(CompleteTree, BuildsTheSameLowerAndUpperHalves) {
  for (const TreeRule rule : {TreeRule::kTwoCase, TreeRule::kSimplified}) {
    for (std::uint32_t m = 1; m <= 5; ++m) {
      const std::uint32_t n = 1U << m;
      // Every rotation of a rise and fall of every length.
      for (std::uint32_t rise = 0; rise < n; ++rise) {
        for (std::uint32_t turn = 0; turn < n; ++turn) {
          std::vector<std::uint32_t> keys(n);
          for (std::uint32_t i = 0; i < n; ++i) {
            keys[(i + turn) % n] = i <= rise ? 2 * i : 2 * (n - i) - 1;
          }
          std::vector<std::uint32_t> ties(n);
          std::iota(ties.begin(), ties.end(), 0U);
          std::vector<std::uint32_t> lower;
          std::vector<std::uint32_t> upper;
          for (std::uint32_t i = 0; i < n / 2; ++i) {
            lower.push_back(std::min(keys[i], keys[i + n / 2]));  // definition 3
            upper.push_back(std::max(keys[i], keys[i + n / 2]));
          }
          BothForms forms(keys, ties);
          for_each_task(m, 1, [&](const TreeTask& task) {
            ASSERT_TRUE(forms.step(task, rule));
            if (task.stage != 0 || !task.last_phase()) return;
            for (std::uint32_t i = 0; i < n / 2; ++i) {
              ASSERT_EQ(forms.key_at(i), lower[i]);
              ASSERT_EQ(forms.key_at(i + n / 2), upper[i]);
            }
          });
          for (std::uint32_t i = 1; i < n; ++i) ASSERT_LE(forms.key_at(i - 1), forms.key_at(i));
          EXPECT_EQ(forms.complete().comparisons(), 2 * n - m - 2);
        }
      }
    }
  }
}

TEST(CompleteTree, SortsWithTheSameComparisonsAndEqualKeys) {
  std::mt19937 random(5);
  for (const TreeRule rule : {TreeRule::kTwoCase, TreeRule::kSimplified}) {
    for (int round = 0; round < 20; ++round) {
      constexpr std::uint32_t kLog2 = 6;
      std::vector<std::uint32_t> keys(1U << kLog2);
      for (std::uint32_t& key : keys) {
        key = static_cast<std::uint32_t>(random() % (round % 2 == 0 ? 1000 : 4));
      }
      std::vector<std::uint32_t> ties(keys.size());
      std::iota(ties.begin(), ties.end(), 0U);
      BothForms forms(keys, ties);
      for (std::uint32_t merge = 1; merge <= kLog2; ++merge) {
        for_each_task(merge, 1U << (kLog2 - merge),
                      [&](const TreeTask& task) { ASSERT_TRUE(forms.step(task, rule)); });
      }
      std::sort(keys.begin(), keys.end());
      for (std::uint32_t i = 0; i < keys.size(); ++i) EXPECT_EQ(forms.key_at(i), keys[i]);
      // 2 n m - 4 n + m + 4 comparisons a sort (Zachmann 2011).
      EXPECT_EQ(forms.complete().comparisons(), 2U * 64 * 6 - 4 * 64 + 6 + 4);
    }
  }
}

TEST(CompleteTree, LinksTakeAtMostHalfAsMuchAgain) {
  const TreeMemory sixteen = tree_memory(16, 32);
  EXPECT_EQ(sixteen.keys, 16U * 8);            // key and pointer
  EXPECT_EQ(sixteen.inner_links, 7U * 2 * 4);  // seven nodes have two children each
  EXPECT_EQ(sixteen.all_links, 16U * 8);
  for (std::uint64_t n = 2; n <= std::uint64_t{1} << 24; n *= 2) {
    for (const unsigned bits : {32U, 64U}) EXPECT_LE(tree_memory(n, bits).ratio(), 1.5);
  }
  EXPECT_GT(tree_memory(std::uint64_t{1} << 24, 32).ratio(), 1.4999);
}

}  // namespace
}  // namespace sortscope
