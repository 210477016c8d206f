// bitonic_merger.cpp: one bitonic merger BM of a bitonic input (Zachmann 2011, figure 7; the SYCL
// tutorial).
#include "core/algorithms/schedules.h"

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "BM(a)              a is bitonic", "  for j = n/2, n/4 … 1",
    "    for all i in parallel",       "      p = i xor j",
    "      if p > i and a[i] > a[p]",  "        exchange a[i], a[p]",
};

Network build(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  ScheduleBuilder schedule(wires);
  schedule.begin_level(wires, "BM " + std::to_string(wires));
  for (std::uint32_t j = wires / 2; j > 0; j /= 2) schedule.add(xor_layer(0, j), j);
  return schedule.finish();
}

}  // namespace

const Algorithm kBitonicMerger = {
    .id = "bitonic-merger",
    .title = "Bitonic merger",
    .summary = "Half-cleaners of n/2, n/4 … 1: sorts a bitonic input in log n layers.",
    .source =
        "Zachmann, Adaptive Bitonic Sorting (encyclopedia article), definition 3 and figure 7",
    .version = 1,
    .pads = true,
    .needs_bitonic_input = true,
    .nested_boxes = true,
    .xor_schedule = true,
    .max_keys = kMaxKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 1, .compare = 4, .exchange = 5},
    .variables = xor_variables,
    .direction_reason = always_ascending,
    .sorter = "bitonic",
    .distance_letter = "j",
    .bitonic_network = true,
};

}  // namespace sortscope
