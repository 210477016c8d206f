// tree_partner.cpp: the same keys run by the other construction.
#include "core/scenes/tree_partner.h"

#include <array>
#include <utility>
#include <vector>

#include "core/algorithms/schedules.h"
#include "core/engines/cpu/layers.h"
#include "core/keys/keys.h"
#include "core/networks/trees/bitonic_tree.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// `algorithm` with the listing and the rule of `rule_of`.
Algorithm with_rule(const Algorithm& algorithm, const Algorithm& rule_of) {
  Algorithm other = algorithm;
  other.title = rule_of.title;
  other.pseudocode = rule_of.pseudocode;
  other.lines = rule_of.lines;
  other.rule = rule_of.rule;
  other.tree_lines = rule_of.tree_lines;
  return other;
}

// The same schedule with the other rule; null where there is none.
const Algorithm* other_rule(const Algorithm& algorithm) {
  static const std::array<std::pair<std::string_view, Algorithm>, 4> kOthers = {{
      {kAdaptive.id, with_rule(kAdaptive, kAdaptiveTwoCase)},
      {kAdaptiveTwoCase.id, with_rule(kAdaptiveTwoCase, kAdaptive)},
      {kAdaptiveOverlapped.id, with_rule(kAdaptiveOverlapped, kAdaptiveTwoCase)},
      {kAdaptiveMerger.id, with_rule(kAdaptiveMerger, kAdaptiveTwoCase)},
  }};
  for (const auto& [id, other] : kOthers) {
    if (id == algorithm.id) return &other;
  }
  return nullptr;
}

// Runs the recording's schedule and writes its outcome bits.
void run_in_tree(Recording& recording) {
  const PreparedKeys& start = recording.start;
  const std::vector<std::uint32_t>& ties = start.ties.empty() ? start.places : start.ties;
  std::vector<std::uint32_t> wire_of_place(start.places.size());
  for (Wire wire = 0; wire < start.places.size(); ++wire) wire_of_place[start.places[wire]] = wire;
  const auto key = [&](std::uint32_t place) {
    const Wire wire = wire_of_place[place];
    return std::pair(start.words.at(wire), ties[wire]);
  };
  const Network& network = recording.network;
  BitonicTree tree(start.places);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      const TreeTask task = network.task(layer, index);
      const BitonicTree::Pair pair = tree.pair(task);
      const bool exchanged =
          (key(tree.place(pair.p)) > key(tree.place(pair.q))) != task.descending();
      tree.apply(task, recording.algorithm->rule, exchanged);
      recording.bits[network.first_word(layer) + index / 32] |= std::uint32_t{exchanged}
                                                                << (index % 32);
    }
  }
}

}  // namespace

std::shared_ptr<const Recording> tree_partner(const Recording& recording) {
  const Algorithm* algorithm = other_rule(*recording.algorithm);
  if (algorithm == nullptr || recording.network.wires() > kMostPartnered ||
      recording.network.depth() == 0) {
    return nullptr;
  }
  auto made = std::make_shared<Recording>();
  made->request = recording.request;
  made->algorithm = algorithm;
  made->network = algorithm->build(recording.real_keys());
  made->start = recording.start;
  made->engine = "cpu";
  made->bits.assign(made->network.bit_words(), 0);
  run_in_tree(*made);
  made->network.resolve(algorithm->rule, made->bits);
  made->exchanged_before.assign(1, 0);
  for (std::uint32_t layer = 0; layer < made->network.depth(); ++layer) {
    const std::uint64_t first = made->network.first_word(layer);
    const std::uint64_t ones = best_layers().count_ones(
        made->bits.data() + first, made->network.first_word(layer + 1) - first);
    made->exchanged_before.push_back(made->exchanged_before.back() + ones);
  }
  made->sorted = recording.sorted;
  return made;
}

}  // namespace sortscope
