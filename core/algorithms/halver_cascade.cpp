// halver_cascade.cpp: perfect halvers of n, n/2, n/4 ... wires (Fischer 2020, section 2.1). A
// halver is a bitonic sorter of either end and a half-cleaner.
#include "core/algorithms/schedules.h"

#include <fmt/format.h>

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "for s = n, n/2 … 2        perfect halvers of s wires",
    "  for k = 2, 4 … s/2      both ends of each are sorted:",
    "    for j = k/2 … 1       one up, one down",
    "      for all i in parallel",
    "        p = i xor j, up = (i and k) = 0",
    "        if p > i and (up ? a[i] > a[p] : a[i] < a[p])",
    "          exchange a[i], a[p]",
    "  for all i < s/2 of each in parallel",
    "    if a[i] > a[i + s/2]",
    "      exchange a[i], a[i + s/2]",
};
constexpr CodeLines kSortLines = {.layer = 2, .compare = 5, .exchange = 6};
constexpr CodeLines kHalveLines = {.layer = 7, .compare = 8, .exchange = 9};

Network build(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  ScheduleBuilder schedule(wires);
  for (std::uint32_t s = wires; s > 1; s /= 2) {
    schedule.begin_level(s, fmt::format("s = {}", s));
    for (std::uint32_t k = 2; k < s; k *= 2) {
      for (std::uint32_t j = k / 2; j > 0; j /= 2) schedule.add(xor_layer(k, j), j);
    }
    schedule.add(xor_layer(0, s / 2), s / 2);
  }
  return schedule.finish();
}

// The last layer of a halver of s wires.
bool halves(const Network& network, std::uint32_t layer) {
  const LayerLabel& label = network.label(layer);
  return 2 * label.distance == label.level;
}

CodeLines lines_of(const Network& network, std::uint32_t layer) {
  return halves(network, layer) ? kHalveLines : kSortLines;
}

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const LayerLabel& label = network.label(layer);
  const std::uint32_t lower = network.comparator(layer, index).lower();
  if (halves(network, layer)) {
    return {{"s", fmt::to_string(label.level)}, {"i", fmt::to_string(lower % label.level)}};
  }
  return {{"s", fmt::to_string(label.level)},
          {"k", fmt::to_string(network.form(layer).direction_bit)},
          {"j", fmt::to_string(label.distance)},
          {"i", fmt::to_string(lower)}};
}

std::string direction(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const std::uint32_t s = network.label(layer).level;
  if (halves(network, layer)) return fmt::format("ascending (a halver of {} wires ends)", s);
  const std::uint32_t k = network.form(layer).direction_bit;
  return network.comparator(layer, index).ascending()
             ? fmt::format("ascending (i and {} = 0)", k)
             : fmt::format("descending (i and {0} = {0})", k);
}

}  // namespace

const Algorithm kHalverCascade = {
    .id = "halver-cascade",
    .title = "Cascade of perfect halvers",
    .summary = "Halvers of n, n/2, n/4 … wires without errors: what the AKS network does without.",
    .source = "Fischer 2020, Experimental study of the AKS sorting network, section 2.1",
    .version = 1,
    .pads = true,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMaxKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = kSortLines,
    .variables = variables,
    .direction_reason = direction,
    .lines_of = lines_of,
    .distance_letter = "j",
};

}  // namespace sortscope
