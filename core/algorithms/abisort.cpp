// abisort.cpp: GPU-ABiSort (Zachmann 2011, "A GPU Implementation"; Greß and Zachmann 2006): blocks
// of 8 sorted by a network, trees merged adaptively down to 16 keys, those by a network again.
#include <fmt/format.h>

#include "core/algorithms/schedules.h"
#include "core/networks/trees/abisort_addresses.h"

namespace sortscope {

namespace {

constexpr std::string_view kCode[] = {
    "local sort: in all blocks of 8, odd ones descending",
    "  for Batcher's odd–even pairs of keys x, y",
    "    if x > y: exchange x, y",
    "build: the sorted keys become nodes, two blocks a tree",
    "for j = 4 … log n: merge the trees of 2^j nodes",
    "  for k = 0 … j - 5, i = 0 … j - k - 1: run all instances",
    "    read (p, q); in phase 0: root and extra node",
    "    if v(p) > v(q)",
    "      swap v(p), v(q); swap left(p), left(q) or, in phase 0,",
    "        left(p), right(p)",
    "    link p, q to where their children will be written",
    "    write p, q to the output stream, and the pair to visit next",
    "  finish: in all runs of 16, distances 8, 4, 2, 1",
    "    if x > y: exchange x, y",
};

enum class Part : std::uint8_t { kLocal, kAdaptive, kFinish };

Part part_of(const Network& network, std::uint32_t layer) {
  if (network.in_trees(layer)) return Part::kAdaptive;
  return network.label(layer).level <= kLocalLog2 ? Part::kLocal : Part::kFinish;
}

// Batcher's odd-even mergesort of every block of 2^kLocalLog2 wires, or of all wires where there
// are fewer.
void add_local_sort(ScheduleBuilder& schedule, std::uint32_t wires) {
  schedule.begin_level(std::min(kLocalLog2, floor_log2(wires)), "local sort");
  const std::uint32_t block = std::min(wires, std::uint32_t{1} << kLocalLog2);
  for (std::uint32_t p = 1; p < block; p *= 2) {
    for (std::uint32_t d = p; d > 0; d /= 2) {
      LayerForm form;
      form.chunk_log2 = floor_log2(d);
      form.distance = d;
      form.direction_bit = std::uint32_t{1} << kLocalLog2;
      if (d < p) {
        form.start = d;
        form.block_log2 = floor_log2(2 * p);
        form.block_count = p - d;
      }
      schedule.add(form, d);
    }
  }
}

Network build(std::uint32_t n) {
  const std::uint32_t wires = ceil_pow2(n);
  ScheduleBuilder schedule(wires);
  add_local_sort(schedule, wires);
  for (std::uint32_t j = kFinishLog2; j <= floor_log2(wires); ++j) {
    schedule.begin_level(j, fmt::format("j = {}", j));
    std::uint32_t time = 0;
    for (std::uint32_t stage = 0; stage < stream_stages(j); ++stage) {
      for (std::uint32_t phase = 0; phase < j - stage; ++phase) {
        schedule.add_tree_step({j, time++, stage, stage, phase});
      }
    }
    schedule.begin_level(j, fmt::format("j = {} · finish", j));
    for (std::uint32_t d = std::uint32_t{1} << (kFinishLog2 - 1); d > 0; d /= 2) {
      schedule.add(xor_layer(std::uint32_t{1} << j, d), d);
    }
  }
  return schedule.finish();
}

CodeLines lines_of(const Network& network, std::uint32_t layer) {
  switch (part_of(network, layer)) {
    case Part::kLocal:
      return {.layer = 0, .compare = 2, .exchange = 2};
    case Part::kAdaptive:
      return {.layer = 5, .compare = 7, .exchange = 8};
    case Part::kFinish:
      break;
  }
  return {.layer = 12, .compare = 13, .exchange = 13};
}

std::vector<Variable> variables(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const Part part = part_of(network, layer);
  if (part == Part::kAdaptive) return tree_variables(network, layer, index);
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  if (part == Part::kLocal) {
    return {{"block", fmt::to_string(pair.lower >> kLocalLog2)},
            {"x", fmt::to_string(pair.lower)},
            {"y", fmt::to_string(pair.upper)}};
  }
  return {{"j", fmt::to_string(network.label(layer).level)},
          {"run", fmt::to_string(pair.lower >> kFinishLog2)},
          {"x", fmt::to_string(pair.lower)},
          {"y", fmt::to_string(pair.upper)}};
}

std::string direction(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const Part part = part_of(network, layer);
  if (part == Part::kAdaptive) return tree_direction(network, layer, index);
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  const std::uint32_t log2 = part == Part::kLocal ? kLocalLog2 : network.label(layer).level;
  if (network.wires() >> log2 <= 1) {
    return part == Part::kLocal ? "ascending (the only block)" : "ascending (last merge level)";
  }
  const bool odd = (pair.lower >> log2 & 1) != 0;
  return fmt::format("{} (block {} is {})", odd ? "descending" : "ascending", pair.lower >> log2,
                     odd ? "odd" : "even");
}

}  // namespace

const Algorithm kAbisort = {
    .id = "abisort",
    .title = "GPU-ABiSort",
    .summary =
        "A stream program: 8 keys sorted locally, node pairs in streams, runs of 16 "
        "finished by a network.",
    .source =
        "Zachmann, Adaptive Bitonic Sorting (encyclopedia article), \"A GPU "
        "Implementation\"; Greß and Zachmann 2006, GPU-ABiSort",
    .version = 1,
    .pads = true,
    .needs_bitonic_input = false,
    .nested_boxes = false,
    .xor_schedule = false,
    .max_keys = kMaxAdaptiveKeys,
    .build = build,
    .pseudocode = kCode,
    .lines = {.layer = 5, .compare = 7, .exchange = 8},
    .variables = variables,
    .direction_reason = direction,
    .lines_of = lines_of,
    .family = Family::kStreams,
    .rule = TreeRule::kSimplified,
};

}  // namespace sortscope
