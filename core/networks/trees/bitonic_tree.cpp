// bitonic_tree.cpp: algorithms 1 and 3 of seed 000 as changes of a tree, and its in-order.
#include "core/networks/trees/bitonic_tree.h"

#include <utility>

namespace sortscope {

BitonicTree::BitonicTree(std::span<const std::uint32_t> places)
    : places_(places.begin(), places.end()),
      left_(places.size(), kNoNode),
      right_(places.size(), kNoNode),
      roots_(places.size()),
      extras_(places.size()),
      p_(places.size()),
      q_(places.size()),
      second_case_(places.size()) {
  for (std::uint32_t node = 0; node + 1 < size(); ++node) {
    const int height = std::countr_zero(node + 1);
    if (height == 0) continue;
    const std::uint32_t reach = std::uint32_t{1} << (height - 1);
    left_[node] = node - reach;
    right_[node] = node + reach;
  }
}

BitonicTree::Pair BitonicTree::ends(const TreeTask& task) const {
  if (task.stage == 0) {
    return {root_of_block(task.merge, task.block), extra_of_block(task.merge, task.block)};
  }
  return {roots_[task.slot()], extras_[task.slot()]};
}

BitonicTree::Pair BitonicTree::pair(const TreeTask& task) const {
  return task.phase == 0 ? ends(task) : Pair{p_[task.slot()], q_[task.slot()]};
}

TreeEvent BitonicTree::look(const TreeTask& task, TreeRule rule, bool exchanged) const {
  const Pair of_instance = ends(task);
  const Pair now = pair(task);
  TreeEvent event{task, of_instance.p, of_instance.q, now.p, now.q, exchanged, false, std::nullopt};
  const bool two_cases = rule == TreeRule::kTwoCase;
  event.second_case = two_cases && (task.phase == 0 ? exchanged : second_case_[task.slot()]);
  if (!exchanged || task.last_phase()) return event;
  if (task.phase > 0) {
    const Side side = event.second_case ? Side::kRight : Side::kLeft;
    event.pointers = PointerSwap{side, now.p, side, now.q};
  } else if (!two_cases) {
    event.pointers = PointerSwap{Side::kLeft, now.p, Side::kRight, now.p};
  }
  return event;
}

void BitonicTree::apply(const TreeTask& task, TreeRule rule, bool exchanged) {
  // Outcomes cannot be predicted: they are masks, not branches.
  const auto exchange_if = [](std::uint32_t& a, std::uint32_t& b, bool really) {
    const std::uint32_t difference = (a ^ b) & (std::uint32_t{0} - std::uint32_t{really});
    a ^= difference;
    b ^= difference;
  };
  const bool two_cases = rule == TreeRule::kTwoCase;
  const std::uint32_t slot = task.slot();
  if (task.phase > 0) {
    const std::uint32_t p = p_[slot];
    const std::uint32_t q = q_[slot];
    exchange_if(places_[p], places_[q], exchanged);
    if (task.last_phase()) return;
    const bool second = two_cases && second_case_[slot];
    std::vector<std::uint32_t>& links = second ? right_ : left_;
    exchange_if(links[p], links[q], exchanged);
    const std::vector<std::uint32_t>& down = goes_right(second, exchanged) ? right_ : left_;
    p_[slot] = down[p];
    q_[slot] = down[q];
    return;
  }
  const Pair at = ends(task);
  exchange_if(places_[at.p], places_[at.q], exchanged);
  if (!task.last_phase()) exchange_if(left_[at.p], right_[at.p], exchanged && !two_cases);
  roots_[slot] = at.p;
  extras_[slot] = at.q;
  second_case_[slot] = two_cases && exchanged;
  p_[slot] = left_[at.p];
  q_[slot] = right_[at.p];
  if (task.last_phase()) return;
  TreeTask below = task;
  ++below.stage;
  below.instance = 2 * task.instance;
  const std::uint32_t left = below.slot();
  roots_[left] = p_[slot];
  extras_[left] = at.p;
  roots_[left + 1] = q_[slot];
  extras_[left + 1] = at.q;
}

void BitonicTree::in_order(std::uint32_t merge, std::span<std::uint32_t> nodes) const {
  std::uint32_t at = 0;
  std::uint32_t path[32];
  for (std::uint32_t block = 0; block < size() >> merge; ++block) {
    std::uint32_t depth = 0;
    std::uint32_t node = root_of_block(merge, block);
    while (node != kNoNode || depth > 0) {
      for (; node != kNoNode; node = left_[node]) path[depth++] = node;
      node = path[--depth];
      nodes[at++] = node;
      node = right_[node];
    }
    nodes[at++] = extra_of_block(merge, block);
  }
}

}  // namespace sortscope
