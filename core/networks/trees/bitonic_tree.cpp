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
  const TreeEvent event = look(task, rule, exchanged);
  if (exchanged) std::swap(places_[event.p], places_[event.q]);
  if (event.pointers) {
    const auto link = [this](Side side, std::uint32_t node) -> std::uint32_t& {
      return side == Side::kLeft ? left_[node] : right_[node];
    };
    std::swap(link(event.pointers->first_side, event.pointers->first),
              link(event.pointers->second_side, event.pointers->second));
  }
  const std::uint32_t slot = task.slot();
  if (task.phase == 0) {
    roots_[slot] = event.root;
    extras_[slot] = event.extra;
    second_case_[slot] = event.second_case;
    p_[slot] = left_[event.root];
    q_[slot] = right_[event.root];
    if (task.last_phase()) return;
    TreeTask below = task;
    ++below.stage;
    below.instance = 2 * task.instance;
    roots_[below.slot()] = left_[event.root];
    extras_[below.slot()] = event.root;
    ++below.instance;
    roots_[below.slot()] = right_[event.root];
    extras_[below.slot()] = event.extra;
  } else if (!task.last_phase()) {
    const bool right = goes_right(event.second_case, exchanged);
    p_[slot] = right ? right_[event.p] : left_[event.p];
    q_[slot] = right ? right_[event.q] : left_[event.q];
  }
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
