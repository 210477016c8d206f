// bitonic_tree.cpp: algorithms 1 and 3 of Zachmann 2011 as changes of a tree, and its in-order.
#include "core/networks/trees/bitonic_tree.h"

#include <utility>

namespace sortscope {

BitonicTree::BitonicTree(std::span<const std::uint32_t> places)
    : nodes_(places.size()), instances_(places.size()), second_case_(places.size()) {
  for (std::uint32_t node = 0; node < size(); ++node) {
    nodes_[node].place = places[node];
    const int height = std::countr_zero(node + 1);
    if (height == 0 || node + 1 == size()) continue;
    const std::uint32_t reach = std::uint32_t{1} << (height - 1);
    nodes_[node].child[0] = node - reach;
    nodes_[node].child[1] = node + reach;
  }
}

BitonicTree::Pair BitonicTree::ends(const TreeTask& task) const {
  if (task.stage == 0) {
    return {root_of_block(task.merge, task.block), extra_of_block(task.merge, task.block)};
  }
  const Instance& instance = instances_[task.slot()];
  return {instance.root, instance.extra};
}

BitonicTree::Pair BitonicTree::pair(const TreeTask& task) const {
  return task.phase == 0 ? ends(task) : instances_[task.slot()].now;
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
  Instance& instance = instances_[slot];
  if (task.phase > 0) {
    Node& p = nodes_[instance.now.p];
    Node& q = nodes_[instance.now.q];
    exchange_if(p.place, q.place, exchanged);
    if (task.last_phase()) return;
    const bool second = two_cases && second_case_[slot];
    exchange_if(p.child[second ? 1 : 0], q.child[second ? 1 : 0], exchanged);
    const unsigned down = goes_right(second, exchanged) ? 1 : 0;
    instance.now = {p.child[down], q.child[down]};
    return;
  }
  const Pair at = ends(task);
  Node& root = nodes_[at.p];
  exchange_if(root.place, nodes_[at.q].place, exchanged);
  if (!task.last_phase()) exchange_if(root.child[0], root.child[1], exchanged && !two_cases);
  instance = {at.p, at.q, {root.child[0], root.child[1]}};
  second_case_[slot] = two_cases && exchanged;
  if (task.last_phase()) return;
  TreeTask below = task;
  ++below.stage;
  below.instance = 2 * task.instance;
  Instance* const halves = &instances_[below.slot()];
  halves[0].root = root.child[0];
  halves[0].extra = at.p;
  halves[1].root = root.child[1];
  halves[1].extra = at.q;
}

void BitonicTree::in_order(std::uint32_t merge, std::span<std::uint32_t> nodes) const {
  std::uint32_t at = 0;
  std::uint32_t path[32];
  for (std::uint32_t block = 0; block < size() >> merge; ++block) {
    std::uint32_t depth = 0;
    std::uint32_t node = root_of_block(merge, block);
    while (node != kNoNode || depth > 0) {
      for (; node != kNoNode; node = nodes_[node].child[0]) path[depth++] = node;
      node = path[--depth];
      nodes[at++] = node;
      node = nodes_[node].child[1];
    }
    nodes[at++] = extra_of_block(merge, block);
  }
}

}  // namespace sortscope
