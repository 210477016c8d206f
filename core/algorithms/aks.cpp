// aks.cpp: the AKS network after Chvátal (Fischer 2020).
#include "core/algorithms/schedules.h"

#include <fmt/format.h>

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "for t = 0, 1 … 3d − 21",
    "  for active levels i = α(t) … ω(t), i ≡ t mod 2, in parallel",
    "    for the 2^i separators of level i, a wires each, in parallel",
    "      halve all a wires                    layer 0",
    "      for layers l = 1 … T, both ends in parallel",
    "        halve the wires kept by layer l − 1",
    "      halve: for each matching π of the graph",
    "        for all left wires u in parallel",
    "          if left[u] > right[π(u)]",
    "            exchange left[u], right[π(u)]",
    "    move: FL and FR up, BL − FL to the left, BR − FR to the right child",
    "sort the 64 wires of every node           bitonic, 21 layers",
    "until all is in order                     repair",
    "  merge-split neighbouring blocks, even pairs, then odd pairs",
};

Network build(std::uint32_t n) {
  return Network(AksNetwork::build(aks_log2_for(n), AksParameters{}).value());
}

CodeLines lines_of(const Network& network, std::uint32_t layer) {
  const AksStage& stage = network.aks()->stages()[network.aks()->stage_of(layer)];
  if (stage.work == AksWork::kBlocks) return {.layer = 11, .compare = 11, .exchange = 11};
  if (stage.work == AksWork::kRepair) return {.layer = 13, .compare = 13, .exchange = 13};
  return {.layer = stage.layer == 0 ? 3 : 5, .compare = 8, .exchange = 9};
}

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const AksNetwork& aks = *network.aks();
  const AksAt at = aks.at(layer, index);
  const AksStage& stage = aks.stages()[at.stage];
  std::vector<Variable> values = {{"t", fmt::format("{}", stage.t)}};
  if (stage.work == AksWork::kBlocks || stage.work == AksWork::kRepair) {
    values.push_back({"block", fmt::format("{}", at.node)});
    return values;
  }
  values.push_back({"i", fmt::format("{}", stage.level)});
  values.push_back({"separator", fmt::format("{}", at.node)});
  values.push_back({"a", fmt::format("{}", stage.a)});
  values.push_back({"l", fmt::format("{}", stage.layer)});
  values.push_back({"π", fmt::format("{} of {}", at.matching + 1, stage.depth)});
  values.push_back({"u", fmt::format("{}", at.u)});
  return values;
}

std::string direction_reason(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const AksNetwork& aks = *network.aks();
  const AksAt at = aks.at(layer, index);
  const AksStage& stage = aks.stages()[at.stage];
  if (is_forced(stage.work)) return "The keys change places on purpose, whatever they are.";
  if (stage.work == AksWork::kBlocks || stage.work == AksWork::kRepair) {
    return "Blocks are sorted ascending: the minimum goes to the upper wire.";
  }
  return "Small keys belong in the left half of the separator's list: the minimum goes there.";
}

}  // namespace

const Algorithm kAks = {
    .id = "aks",
    .title = "AKS network",
    .summary = "Depth O(log n): halvers that may err, and wires that move over a tree.",
    .source = "Ajtai, Komlós, Szemerédi 1983, after Chvátal",
    .version = 1,
    .pads = true,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = 1U << kAksMostLog2,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 3, .compare = 8, .exchange = 9},
    .variables = variables,
    .direction_reason = direction_reason,
    .lines_of = lines_of,
    .family = Family::kAks,
};

}  // namespace sortscope
