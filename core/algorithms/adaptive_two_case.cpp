// adaptive_two_case.cpp: adaptive bitonic sorting by algorithm 1 of Zachmann 2011: two cases, told
// apart by the first comparison (docs/sources/zachmann-2011.md has the nesting that the listing
// lost).
#include "core/algorithms/schedules.h"

namespace sortscope {

namespace {

// Algorithm 1 in the recursion of algorithm 2, in every block of every merge.
constexpr std::string_view kCode[] = {
    "for j = 1 … log n",
    "  merge(r, e) in each block",
    "merge(r, e):",
    "  if v(r) < v(e): case 1",
    "  else: case 2",
    "    swap v(r), v(e)",
    "  p, q = left(r), right(r)",
    "  for i = 1 … j - k - 1",
    "    test: v(p) > v(q)",
    "    if test",
    "      swap v(p), v(q)",
    "      case 1: left links too",
    "      case 2: right links too",
    "    if case 1 and not test",
    "    or case 2 and test",
    "      p, q = left children",
    "    else",
    "      p, q = right children",
    "  merge(left(r), r)",
    "  merge(right(r), e)",
};
constexpr TreeCodeLines kLines = {.begin_merge = 1,
                                  .recurse_left = 18,
                                  .recurse_right = 19,
                                  .compare_root = 3,
                                  .swap_root = 5,
                                  .swap_root_links = -1,
                                  .children = 6,
                                  .loop = 7,
                                  .compare = 8,
                                  .swap_keys = 10,
                                  .swap_left = 11,
                                  .swap_right = 12,
                                  .go_left = 15,
                                  .go_right = 17};

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
    .lines = {.layer = kLines.begin_merge, .compare = kLines.compare, .exchange = kLines.swap_keys},
    .variables = tree_variables,
    .direction_reason = tree_direction,
    .family = Family::kTree,
    .rule = TreeRule::kTwoCase,
    .tree_lines = &kLines,
};

}  // namespace sortscope
