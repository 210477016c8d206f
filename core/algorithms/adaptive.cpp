// adaptive.cpp: adaptive bitonic sorting by algorithm 3 of seed 000 (spec/adaptive.md), stage after
// stage.
#include "core/algorithms/schedules.h"

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "for j = 1 … log n: in all blocks of 2^j, merge(r, e, 0)",
    "merge(root r, extra node e, stage k):",
    "  if v(r) > v(e)",
    "    swap v(r), v(e); swap left(r), right(r)",
    "  (p, q) = (left(r), right(r))",
    "  for i = 1 … j - k - 1",
    "    if v(p) > v(q)",
    "      swap v(p), v(q); swap left(p), left(q)",
    "      (p, q) = (right(p), right(q))",
    "    else (p, q) = (left(p), left(q))",
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
                        Network (*make)(std::uint32_t), bool merger, bool overlapped) {
  return {.id = id,
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
          .pseudocode = kCode,
          .lines = {.layer = 1, .compare = 6, .exchange = 7},
          .variables = tree_variables,
          .direction_reason = tree_direction,
          .lines_of = lines_of,
          .family = Family::kTree,
          .rule = TreeRule::kSimplified,
          .overlapped = overlapped};
}

}  // namespace

const Algorithm kAdaptive =
    row("adaptive", "Adaptive bitonic",
        "Bitonic trees merged by value and pointer swaps, stage after stage: fewer than 2n log n "
        "comparisons.",
        build, false, false);

const Algorithm kAdaptiveOverlapped =
    row("adaptive-overlapped", "Adaptive bitonic, overlapped",
        "A stage starts every other step, while the one before still runs: log² n parallel steps.",
        build_overlapped, false, true);

const Algorithm kAdaptiveMerger =
    row("adaptive-merger", "Adaptive bitonic merger",
        "Sorts one bitonic input in 2n - log n - 2 comparisons.", build_merger, true, false);

}  // namespace sortscope
