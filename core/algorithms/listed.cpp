// listed.cpp: networks that are a list of comparators, given by a person.
#include "core/algorithms/schedules.h"

#include <fmt/format.h>

#include <vector>

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "for layers l = 1, 2 … depth",
    "  for all comparators (i, j) of layer l in parallel",
    "    if a[i] > a[j]",
    "      exchange a[i], a[j]",
};

// Where no network was given: odd-even mergesort as a list, to begin with.
Network build(std::uint32_t n) {
  const Network start = kOddEvenMerge.build(n);
  std::vector<std::vector<Comparator>> layers(start.depth());
  for (std::uint32_t layer = 0; layer < start.depth(); ++layer) {
    for (std::uint32_t index = 0; index < start.count(layer); ++index) {
      layers[layer].push_back(start.comparator(layer, index));
    }
  }
  return Network(ListedNetwork::build(n, layers, fmt::format("Odd–even merge, {}", n)).value());
}

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const Comparator comparator = network.comparator(layer, index);
  return {{"l", std::to_string(layer + 1)},
          {"i", std::to_string(comparator.min_wire)},
          {"j", std::to_string(comparator.max_wire)}};
}

std::string direction_reason(const Network& network, std::uint32_t layer, std::uint32_t index) {
  return network.comparator(layer, index).ascending()
             ? "The list sends the smaller key up, to the wire with the lower number."
             : "The list sends the smaller key down: this comparator is turned round.";
}

}  // namespace

const Algorithm kListed = {
    .id = "listed",
    .title = "Your network",
    .summary = "Any network, comparator by comparator: from a file, pasted or drawn by hand.",
    .source = "a list of comparators",
    .version = 1,
    .pads = false,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMostListedWires,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 0, .compare = 2, .exchange = 3},
    .variables = variables,
    .direction_reason = direction_reason,
    .family = Family::kListed,
};

}  // namespace sortscope
