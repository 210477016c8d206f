// bitonic_recursive.cpp: the bitonic sorter as mergers within sorters (Zachmann 2011, figures 7 and
// 8).
#include "core/algorithms/schedules.h"

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "BS(a, up)",
    "  in parallel",
    "    BS(first half of a, ascending)",
    "    BS(second half of a, descending)",
    "  BM(a, up)",
    "BM(a, up)        a is bitonic, n long",
    "  for all i < n/2 in parallel",
    "    if up ? a[i] > a[i + n/2] : a[i] < a[i + n/2]",
    "      exchange a[i], a[i + n/2]",
    "  in parallel BM(La, up), BM(Ua, up)",
};

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const LayerLabel& label = network.label(layer);
  const Comparator comparator = network.comparator(layer, index);
  const std::uint32_t length = 2 * label.distance;
  const std::uint32_t first = comparator.lower() / length * length;
  return {{"n", std::to_string(length)},
          {"first", std::to_string(first)},
          {"i", std::to_string(comparator.lower() - first)},
          {"up", comparator.ascending() ? "yes" : "no"}};
}

std::string direction(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const std::uint32_t k = network.label(layer).level;
  const Comparator comparator = network.comparator(layer, index);
  const std::string sorter = "BS of " + std::to_string(k) + " keys";
  if (k >= network.wires()) return "ascending (the outermost " + sorter + ")";
  return comparator.ascending() ? "ascending (in a first half: " + sorter + ")"
                                : "descending (in a second half: " + sorter + ")";
}

}  // namespace

const Algorithm kBitonicRecursive = {
    .id = "bitonic-recursive",
    .title = "Bitonic, recursive form",
    .summary = "Two sorters of half the size, one descending, then a merger: BS and BM as boxes.",
    .source =
        "Zachmann, Adaptive Bitonic Sorting (encyclopedia article), figures 7 and 8; the same "
        "comparators as the XOR form, stage by stage",
    .version = 1,
    .pads = true,
    .needs_bitonic_input = false,
    .nested_boxes = true,
    .xor_schedule = true,
    .max_keys = kMaxKeys,
    .build = build_bitonic,
    .pseudocode = kCode,
    .lines = {.layer = 6, .compare = 7, .exchange = 8},
    .variables = variables,
    .direction_reason = direction,
    .distance_letter = "j",
    .bitonic_network = true,
};

}  // namespace sortscope
