// adaptive.cpp: adaptive bitonic sorting by algorithm 3 of Zachmann 2011, stage after
// stage.
#include "core/algorithms/schedules.h"

namespace sortscope {

namespace {

// Algorithm 3 in the recursion of algorithm 2, in every block of every merge.
constexpr std::string_view kCode[] = {
    "for j = 1 … log n",
    "  merge(r, e) in each block",
    "merge(r, e):",
    "  if v(r) > v(e)",
    "    swap v(r), v(e)",
    "    swap left(r), right(r)",
    "  p, q = left(r), right(r)",
    "  for i = 1 … j - k - 1",
    "    if v(p) > v(q)",
    "      swap v(p), v(q)",
    "      swap left(p), left(q)",
    "      p, q = right children",
    "    else",
    "      p, q = left children",
    "  merge(left(r), r)",
    "  merge(right(r), e)",
};
constexpr TreeCodeLines kLines = {.begin_merge = 1,
                                  .recurse_left = 14,
                                  .recurse_right = 15,
                                  .compare_root = 3,
                                  .swap_root = 4,
                                  .swap_root_links = 5,
                                  .children = 6,
                                  .loop = 7,
                                  .compare = 8,
                                  .swap_keys = 9,
                                  .swap_left = 10,
                                  .swap_right = -1,
                                  .go_left = 13,
                                  .go_right = 11};

// The same for one bitonic input.
constexpr std::string_view kMergerCode[] = {
    "the tree holds a bitonic a",
    "merge(root, extra node)",
    "merge(r, e):",
    "  if v(r) > v(e)",
    "    swap v(r), v(e)",
    "    swap left(r), right(r)",
    "  p, q = left(r), right(r)",
    "  for i = 1 … j - k - 1",
    "    if v(p) > v(q)",
    "      swap v(p), v(q)",
    "      swap left(p), left(q)",
    "      p, q = right children",
    "    else",
    "      p, q = left children",
    "  merge(left(r), r)",
    "  merge(right(r), e)",
};

// The recursion unrolled into steps: a stage starts every other step.
constexpr std::string_view kOverlappedCode[] = {
    "for j = 1 … log n",          "  for s = 0 … 2j - 2",
    "    each stage k alive:",    "      phase i = s - 2k",
    "phase 0 of (r, e):",         "  if v(r) > v(e)",
    "    swap v(r), v(e)",        "    swap left(r), right(r)",
    "  p, q = left(r), right(r)", "  stage k + 1: (p, r), (q, e)",
    "phase i > 0 of (p, q):",     "  if v(p) > v(q)",
    "    swap v(p), v(q)",        "    swap left(p), left(q)",
    "    p, q = right children",  "  else",
    "    p, q = left children",
};
constexpr TreeCodeLines kOverlappedLines = {.begin_merge = 1,
                                            .recurse_left = 4,
                                            .recurse_right = 4,
                                            .compare_root = 5,
                                            .swap_root = 6,
                                            .swap_root_links = 7,
                                            .children = 8,
                                            .loop = 10,
                                            .compare = 11,
                                            .swap_keys = 12,
                                            .swap_left = 13,
                                            .swap_right = -1,
                                            .go_left = 16,
                                            .go_right = 14};

Network build(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  ScheduleBuilder schedule(wires);
  for (std::uint32_t j = 1; j <= floor_log2(wires); ++j) add_merge(schedule, j, false);
  return schedule.finish();
}

Network build_overlapped(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  ScheduleBuilder schedule(wires);
  for (std::uint32_t j = 1; j <= floor_log2(wires); ++j) add_merge(schedule, j, true);
  return schedule.finish();
}

Network build_merger(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  ScheduleBuilder schedule(wires);
  if (wires > 1) add_merge(schedule, floor_log2(wires), false);
  return schedule.finish();
}

constexpr std::string_view kSource =
    "Zachmann, Adaptive Bitonic Sorting (encyclopedia article), algorithms 2 and 3; Bilardi and "
    "Nicolau 1989";

constexpr Algorithm row(std::string_view id, std::string_view title, std::string_view summary,
                        Network (*make)(std::uint32_t), bool merger, bool overlapped,
                        std::span<const std::string_view> code, const TreeCodeLines& lines) {
  return {
      .id = id,
      .title = title,
      .summary = summary,
      .source = kSource,
      .version = 1,
      .pads = true,
      .needs_bitonic_input = merger,
      .nested_boxes = false,
      .xor_schedule = false,
      .max_keys = kMaxAdaptiveKeys,
      .build = make,
      .pseudocode = code,
      .lines = {.layer = lines.begin_merge, .compare = lines.compare, .exchange = lines.swap_keys},
      .variables = tree_variables,
      .direction_reason = tree_direction,
      .family = Family::kTree,
      .rule = TreeRule::kSimplified,
      .overlapped = overlapped,
      .tree_lines = &lines,
      .sorter = merger ? "adaptive" : ""};
}

}  // namespace

const Algorithm kAdaptive =
    row("adaptive", "Adaptive bitonic",
        "Bitonic trees merged by value and pointer swaps, stage after stage: fewer than 2n log n "
        "comparisons.",
        build, false, false, kCode, kLines);

const Algorithm kAdaptiveOverlapped =
    row("adaptive-overlapped", "Adaptive bitonic, overlapped",
        "A stage starts every other step, while the one before still runs: log² n parallel steps.",
        build_overlapped, false, true, kOverlappedCode, kOverlappedLines);

const Algorithm kAdaptiveMerger = row("adaptive-merger", "Adaptive bitonic merger",
                                      "Sorts one bitonic input in 2n - log n - 2 comparisons.",
                                      build_merger, true, false, kMergerCode, kLines);

}  // namespace sortscope
