// adaptive_two_case.cpp: adaptive bitonic sorting by algorithm 1 of seed 000: two cases, told apart
// by the first comparison (spec/adaptive.md has the nesting that the article lost).
#include "core/algorithms/schedules.h"

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "for j = 1 … log n: in all blocks of 2^j, merge(r, e, 0)",
    "merge(root r, extra node e, stage k):",
    "  if v(r) < v(e): case 1",
    "  else: case 2; swap v(r), v(e)",
    "  (p, q) = (left(r), right(r))",
    "  for i = 1 … j - k - 1",
    "    if v(p) > v(q)",
    "      swap v(p), v(q); case 1: swap left(p), left(q); case 2: swap right(p), right(q)",
    "    (case 1 and no swap) or (case 2 and swap): (p, q) = (left(p), left(q))",
    "    else (p, q) = (right(p), right(q))",
    "  merge(left(r), r, k + 1), merge(right(r), e, k + 1)",
};

CodeLines lines_of(const Network& network, std::uint32_t layer) {
  const TreeStep& step = network.step(layer);
  if (step.first_phase == 0) return {.layer = 1, .compare = 2, .exchange = 3};
  return {.layer = 5, .compare = 6, .exchange = 7};
}

Network build(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  ScheduleBuilder schedule(wires);
  for (std::uint32_t j = 1; j <= floor_log2(wires); ++j) add_merge(schedule, j, false);
  return schedule.finish();
}

}  // namespace

const Algorithm kAdaptiveTwoCase = {
    .id = "adaptive-two-case",
    .title = "Adaptive bitonic, two cases",
    .summary = "As the adaptive sort, but the root's outcome picks one of two mirrored walks.",
    .source = "Zachmann, Adaptive Bitonic Sorting (encyclopedia article), algorithms 1 and 2",
    .version = 1,
    .pads = true,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMaxAdaptiveKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 1, .compare = 6, .exchange = 7},
    .variables = tree_variables,
    .direction_reason = tree_direction,
    .lines_of = lines_of,
    .family = Family::kTree,
    .rule = TreeRule::kTwoCase,
};

}  // namespace sortscope
