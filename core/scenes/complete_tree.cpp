// complete_tree.cpp: algorithms 1 and 3 of Zachmann 2011 on keys in heap order, without pointers.
#include "core/scenes/complete_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sortscope {

MovedKeys moved_keys(const TreeTask& task, TreeRule rule, bool exchanged) {
  if (!exchanged) return {};
  MovedKeys moved{2, 0};
  if (task.phase == 0) {
    if (rule == TreeRule::kSimplified) moved.of_subtrees = 2 * (std::uint64_t{task.half()} - 1);
    return moved;
  }
  moved.of_subtrees = 2 * ((std::uint64_t{task.half()} >> task.phase) - 1);
  return moved;
}

CompleteTree::CompleteTree(const Words& words, std::span<const std::uint32_t> ties,
                           std::span<const std::uint32_t> places)
    : size_log2_(static_cast<std::uint32_t>(std::bit_width(places.size())) - 1),
      places_(places.size()),
      order_(places.size()),
      walks_(places.size()) {
  std::vector<std::uint32_t> sorted(places.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto left = std::pair(words.at(a), ties[a]);
    const auto right = std::pair(words.at(b), ties[b]);
    return left < right;
  });
  for (std::uint32_t i = 0; i < sorted.size(); ++i) order_[places[sorted[i]]] = i;
  for (std::uint32_t wire = 0; wire < places.size(); ++wire) {
    places_[heap_index(size_log2_, wire)] = places[wire];
  }
}

bool CompleteTree::after(std::uint32_t a, std::uint32_t b) const {
  return order_[places_[a]] > order_[places_[b]];
}

void CompleteTree::swap_subtrees(std::uint32_t a, std::uint32_t b) {
  // Level by level: the nodes of one level of a subtree are neighbours.
  for (std::uint32_t width = 1; a < places_.size(); width *= 2, a *= 2, b *= 2) {
    std::swap_ranges(places_.begin() + a, places_.begin() + a + width, places_.begin() + b);
    moved_.of_subtrees += 2 * std::uint64_t{width};
  }
}

bool CompleteTree::run(const TreeTask& task, TreeRule rule) {
  Walk& walk = walks_[task.slot()];
  const bool two_cases = rule == TreeRule::kTwoCase;
  if (task.phase == 0) {
    walk.p = heap_index(size_log2_, task.base() + task.half() - 1);
    walk.q = heap_index(size_log2_, task.base() + 2 * task.half() - 1);
  }
  const std::uint32_t p = walk.p;
  const std::uint32_t q = walk.q;
  last_p_ = places_[p];
  last_q_ = places_[q];
  ++comparisons_;
  const bool exchanged = task.descending() ? after(q, p) : after(p, q);
  if (task.phase == 0) walk.second_case = two_cases && exchanged;
  if (exchanged) {
    std::swap(places_[p], places_[q]);
    moved_.of_pair += 2;
  }
  if (task.phase == 0) {
    if (exchanged && !two_cases) swap_subtrees(2 * p, 2 * p + 1);
    walk.q = 2 * p + 1;
    walk.p = 2 * p;
    return exchanged;
  }
  if (exchanged) {
    const std::uint32_t side = walk.second_case ? 1 : 0;
    swap_subtrees(2 * p + side, 2 * q + side);
  }
  const std::uint32_t way = goes_right(walk.second_case, exchanged) ? 1 : 0;
  walk.p = 2 * p + way;
  walk.q = 2 * q + way;
  return exchanged;
}

void CompleteTree::run_merge(std::uint32_t merge, TreeRule rule) {
  const auto blocks = static_cast<std::uint32_t>(places_.size() >> merge);
  for (std::uint32_t stage = 0; stage < merge; ++stage) {
    for (std::uint32_t phase = 0; phase < merge - stage; ++phase) {
      for (std::uint32_t block = 0; block < blocks; ++block) {
        for (std::uint32_t instance = 0; instance < std::uint32_t{1} << stage; ++instance) {
          run({merge, 0, block, stage, instance, phase}, rule);
        }
      }
    }
  }
}

TreeMemory tree_memory(std::uint64_t n, unsigned key_bits) {
  const std::uint64_t link = sizeof(std::uint32_t);
  TreeMemory memory;
  memory.keys = n * (key_bits / 8 + link);
  memory.inner_links = n < 2 ? 0 : 2 * link * (n / 2 - 1);
  memory.all_links = 2 * link * n;
  return memory;
}

}  // namespace sortscope
