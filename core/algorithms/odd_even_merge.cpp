// odd_even_merge.cpp: Batcher's odd-even mergesort (Batcher 1968; Knuth, TAOCP 3,
// algorithm 5.2.2M).
#include "core/algorithms/schedules.h"

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "for p = 1, 2, 4 … while p < n",
    "  for d = p, p/2 … 1",
    "    for all i in parallel",
    "      if d = p: pair (i, i + p), bit p of i clear",
    "      else: pair (i, i + d), bit d of i set,",
    "            both in one run of 2p keys",
    "      if i + d < n and a[i] > a[i + d]",
    "        exchange a[i], a[i + d]",
};

Network build(std::uint32_t n) {
  ScheduleBuilder schedule(n);
  for (std::uint32_t p = 1; p < n; p *= 2) {
    schedule.begin_level(p, "p = " + std::to_string(p));
    for (std::uint32_t d = p; d > 0; d /= 2) {
      LayerForm form;
      form.chunk_log2 = floor_log2(d);
      form.distance = d;
      if (d < p) {
        form.start = d;
        form.block_log2 = floor_log2(2 * p);
        form.block_count = p - d;
      }
      schedule.add(form, d);
    }
  }
  return schedule.finish();
}

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const LayerLabel& label = network.label(layer);
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  return {{"p", std::to_string(label.level)},
          {"d", std::to_string(label.distance)},
          {"i", std::to_string(pair.lower)}};
}

}  // namespace

const Algorithm kOddEvenMerge = {
    .id = "odd-even-merge",
    .title = "Odd–even mergesort",
    .summary = "Batcher's other sorter: the same depth as bitonic, fewer comparators. Any n.",
    .source = "Batcher 1968; Knuth, The Art of Computer Programming 3, 5.2.2",
    .version = 1,
    .pads = false,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMaxKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 1, .compare = 6, .exchange = 7},
    .variables = variables,
    .direction_reason = always_ascending,
};

}  // namespace sortscope
