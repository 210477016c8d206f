// pairwise.cpp: the pairwise sorting network (Parberry, Parallel Processing Letters 2, 1992).
#include "core/algorithms/schedules.h"

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "for a = 1, 2, 4 … while a < n          pairs",
    "  for all i in parallel, bit a of i clear",
    "    order a[i], a[i + a]",
    "for a = N/4, N/8 … 1                    merges",
    "  for d = N/(2a) - 1, … 7, 3, 1",
    "    for all i in parallel, bit a of i set",
    "      if i + d·a < n and a[i] > a[i + d·a]",
    "        exchange a[i], a[i + d·a]",
};

Network build(std::uint32_t n) {
  const std::uint32_t full = ceil_pow2(n);
  ScheduleBuilder schedule(n);
  schedule.begin_level(1, "pairs");
  for (std::uint32_t a = 1; a < full; a *= 2) schedule.add(xor_layer(0, a), a);
  std::uint32_t level = 1;
  for (std::uint32_t a = full / 4; a > 0; a /= 2) {
    schedule.begin_level(++level, "a = " + std::to_string(a));
    for (std::uint32_t d = full / (2 * a) - 1; d > 0; d /= 2) {
      LayerForm form;
      form.chunk_log2 = floor_log2(a);
      form.start = a;
      form.distance = d * a;
      schedule.add(form, d * a);
    }
  }
  return schedule.finish();
}

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const LayerForm& form = network.form(layer);
  const WirePair pair = wires_of(form, network.wires(), index);
  return {{"a", std::to_string(1u << form.chunk_log2)},
          {"d", std::to_string(form.distance >> form.chunk_log2)},
          {"i", std::to_string(pair.lower)}};
}

CodeLines lines_of(const Network& network, std::uint32_t layer) {
  if (network.label(layer).level == 1) return {.layer = 0, .compare = 2, .exchange = 2};
  return kPairwise.lines;
}

}  // namespace

const Algorithm kPairwise = {
    .id = "pairwise",
    .title = "Pairwise",
    .summary =
        "Sorts pairs, pairs of pairs …, then merges: as many comparators as odd–even. Any n.",
    .source = "Parberry 1992, The pairwise sorting network",
    .version = 1,
    .pads = false,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMaxKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 4, .compare = 6, .exchange = 7},
    .variables = variables,
    .direction_reason = always_ascending,
    .lines_of = lines_of,
};

}  // namespace sortscope
