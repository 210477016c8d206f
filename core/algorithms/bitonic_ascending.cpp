// bitonic_ascending.cpp: bitonic sorting with ascending comparators only: the first layer of each
// merge is mirrored (a flip). Comparators beyond n are dropped: any n.
#include "core/algorithms/schedules.h"

#include <fmt/format.h>

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "for k = 2, 4, 8 … until k >= n",
    "  for all i in parallel",
    "    p = i xor (k - 1)           mirrored",
    "    if i < p < n and a[i] > a[p]",
    "      exchange a[i], a[p]",
    "  for j = k/4, k/8 … 1",
    "    for all i in parallel",
    "      p = i xor j",
    "      if i < p < n and a[i] > a[p]",
    "        exchange a[i], a[p]",
};

Network build(std::uint32_t n) {
  ScheduleBuilder schedule(n);
  for (std::uint32_t k = 2; k < std::uint64_t{2} * n; k *= 2) {
    schedule.begin_level(k, fmt::format("k = {}", k));
    LayerForm flip;
    flip.mirror = 1;
    flip.block_log2 = floor_log2(k);
    flip.block_count = k / 2;
    flip.distance = k - 1;
    schedule.add(flip, k / 2);
    for (std::uint32_t j = k / 4; j > 0; j /= 2) schedule.add(xor_layer(0, j), j);
  }
  return schedule.finish();
}

CodeLines lines_of(const Network& network, std::uint32_t layer) {
  if (network.form(layer).mirror != 0) return {.layer = 0, .compare = 3, .exchange = 4};
  return kBitonicAscending.lines;
}

}  // namespace

const Algorithm kBitonicAscending = {
    .id = "bitonic-ascending",
    .title = "Bitonic, ascending only",
    .summary = "The first layer of a merge is mirrored; every comparator points down. Any n.",
    .source =
        "Batcher 1968, with the first layer of each merge flipped (wire i with its mirror image)",
    .version = 1,
    .pads = false,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMaxKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 5, .compare = 8, .exchange = 9},
    .variables = xor_variables,
    .direction_reason = always_ascending,
    .lines_of = lines_of,
    .distance_letter = "j",
    .bitonic_network = true,
};

}  // namespace sortscope
