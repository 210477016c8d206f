// adaptive_interval.cpp: interval-based adaptive bitonic sorting: all splits of a merge that are
// larger than a tile are looked up at once, tiles are left to the network
// (core/networks/interval_merge.h).
#include <fmt/format.h>

#include "core/algorithms/schedules.h"
#include "core/networks/interval_merge.h"

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "in all tiles of 2^t: sort by the network, odd ones descending",
    "  if x > y: exchange x, y",
    "for j = t + 1 … log n: in all blocks of 2^j",
    "  search: how many keys of the rising half are among the",
    "    first 2^t, 2 · 2^t, 3 · 2^t …",
    "  for k = 0 … j - t - 1: in all sequences of 2^(j-k)",
    "    (q, case) from what was found",
    "    case 1: exchange a¹, a³; case 2: exchange a², a⁴",
    "  for d = 2^(t-1) … 1: in all tiles, y = x + d",
    "    if x > y: exchange x, y",
};

enum class Part : std::uint8_t { kTiles, kSplits, kFinish };

Part part_of(const Network& network, std::uint32_t layer) {
  if (network.has_splits(layer)) return Part::kSplits;
  const std::uint32_t tile_log2 = interval_tile_log2(floor_log2(network.wires()));
  return network.label(layer).level <= tile_log2 ? Part::kTiles : Part::kFinish;
}

Network build(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  const std::uint32_t tile_log2 = interval_tile_log2(floor_log2(wires));
  ScheduleBuilder schedule(wires);
  const auto halvings = [&](std::uint32_t j, std::uint32_t largest_log2) {
    for (std::uint32_t i = largest_log2; i > 0; --i) {
      const std::uint32_t distance = std::uint32_t{1} << (i - 1);
      schedule.add(xor_layer(std::uint32_t{1} << j, distance), distance);
    }
  };
  for (std::uint32_t j = 1; j <= tile_log2; ++j) {
    schedule.begin_level(j, fmt::format("j = {}", j));
    halvings(j, j);
  }
  for (std::uint32_t j = tile_log2 + 1; j <= floor_log2(wires); ++j) {
    schedule.begin_level(j, fmt::format("j = {}", j));
    for (std::uint32_t stage = 0; stage < j - tile_log2; ++stage) schedule.add_splits(j, stage);
    schedule.begin_level(j, fmt::format("j = {} · tiles", j));
    halvings(j, tile_log2);
  }
  return schedule.finish();
}

CodeLines lines_of(const Network& network, std::uint32_t layer) {
  switch (part_of(network, layer)) {
    case Part::kTiles:
      return {.layer = 0, .compare = 1, .exchange = 1};
    case Part::kSplits:
      return {.layer = 5, .compare = 6, .exchange = 7};
    case Part::kFinish:
      break;
  }
  return {.layer = 8, .compare = 9, .exchange = 9};
}

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const std::uint32_t j = network.label(layer).level;
  if (part_of(network, layer) == Part::kSplits) {
    const std::uint32_t stage = network.step(layer).first_stage;
    return {{"j", fmt::to_string(j)},
            {"k", fmt::to_string(stage)},
            {"block", fmt::to_string(index >> stage)},
            {"sequence", fmt::to_string(index & ((std::uint32_t{1} << stage) - 1))}};
  }
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  return {{"j", fmt::to_string(j)},
          {"d", fmt::to_string(network.label(layer).distance)},
          {"x", fmt::to_string(pair.lower)},
          {"y", fmt::to_string(pair.upper)}};
}

std::string direction(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const std::uint32_t j = network.label(layer).level;
  if (network.wires() >> j == 1) return "ascending (last merge level)";
  const std::uint32_t block = network.has_splits(layer)
                                  ? index >> network.step(layer).first_stage
                                  : network.comparator(layer, index).lower() >> j;
  const bool odd = (block & 1) != 0;
  return fmt::format("{} (block {} is {})", odd ? "descending" : "ascending", block,
                     odd ? "odd" : "even");
}

}  // namespace

const Algorithm kAdaptiveInterval = {
    .id = "adaptive-interval",
    .title = "Adaptive bitonic, by intervals",
    .summary =
        "Splits are found by search instead of a walk in a tree; tiles are merged by the network. "
        "The quickest on a GPU.",
    .source =
        "Zachmann, Adaptive Bitonic Sorting (encyclopedia article), theorem 3; after "
        "interval-based "
        "rearrangement, Peters, Schulz-Hildebrandt and Luttenberger 2012",
    .version = 1,
    .pads = true,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMaxAdaptiveKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 5, .compare = 9, .exchange = 9},
    .variables = variables,
    .direction_reason = direction,
    .lines_of = lines_of,
    .family = Family::kIntervals,
};

}  // namespace sortscope
