// compare_facts.cpp: the comparators of the network behind an adaptive run.
#include "core/scenes/compare_facts.h"

#include <algorithm>

#include "core/engines/cpu/engine.h"
#include "core/recordings/recording.h"
#include "core/recordings/request.h"

namespace sortscope {

namespace {

const MergeLevel* level_of(const Network& network, std::uint32_t merge) {
  if (!network.adaptive()) return nullptr;
  for (const MergeLevel& level : network.levels()) {
    if (network.in_trees(level.first_layer) && network.step(level.first_layer).merge == merge) {
      return &level;
    }
  }
  return nullptr;
}

bool runs_stage(const TreeStep& step, std::uint32_t stage) {
  return step.first_stage <= stage && stage <= step.last_stage;
}

// The layer that ends the stage.
std::uint32_t last_layer(const Network& network, const MergeLevel& level, std::uint32_t stage) {
  std::uint32_t last = level.first_layer;
  for (std::uint32_t l = level.first_layer; l < level.first_layer + level.layer_count; ++l) {
    if (network.in_trees(l) && runs_stage(network.step(l), stage)) last = l;
  }
  return last;
}

}  // namespace

StageFates stage_fates(const Recording& recording, std::uint32_t merge, std::uint32_t stage,
                       Cursor cursor) {
  StageFates fates;
  const Network& network = recording.network;
  const MergeLevel* level = level_of(network, merge);
  if (level == nullptr || stage >= merge) return fates;
  fates.by_lower_wire.resize(network.wires());
  const std::uint32_t blocks = network.wires() >> merge;
  const std::uint32_t instances = std::uint32_t{1} << stage;
  for (std::uint32_t l = level->first_layer; l < level->first_layer + level->layer_count; ++l) {
    if (!network.in_trees(l) || !runs_stage(network.step(l), stage)) continue;
    for (std::uint32_t block = 0; block < blocks; ++block) {
      for (std::uint32_t instance = 0; instance < instances; ++instance) {
        const ComparatorId id{l, index_of(network.step(l), block, stage, instance)};
        if (!(Cursor{id.layer, id.index} < cursor)) continue;
        fates.begun = true;
        ++fates.compared;
        ComparatorFate& fate = fates.by_lower_wire[network.comparator(id.layer, id.index).lower()];
        fate.known = fate.compared = true;
        fate.by = id;
        // Phases may move the same keys there and back.
        const WireExchange moved = recording.exchange(id.layer, id.index);
        for (Wire wire = moved.first; wire < moved.first + moved.length; ++wire) {
          fates.by_lower_wire[wire].exchanged = !fates.by_lower_wire[wire].exchanged;
        }
      }
    }
  }
  fates.over = cursor.layer > last_layer(network, *level, stage);
  if (fates.over) {
    for (ComparatorFate& fate : fates.by_lower_wire) fate.known = true;
  }
  return fates;
}

SavedSoFar saved_so_far(const Recording& recording, std::uint32_t merge, Cursor cursor) {
  SavedSoFar so_far;
  const Network& network = recording.network;
  if (!network.adaptive()) return so_far;
  for (const MergeLevel& level : network.levels()) {
    if (!network.in_trees(level.first_layer)) continue;
    const std::uint32_t j = network.step(level.first_layer).merge;
    if (merge != 0 && j != merge) continue;
    const Cursor first{level.first_layer, 0};
    const Cursor end{level.first_layer + level.layer_count, 0};
    const Cursor at = std::clamp(cursor, first, end);
    so_far.compared += network.position(at) - network.position(first);
    for (std::uint32_t stage = 0; stage < j; ++stage) {
      if (cursor.layer <= last_layer(network, level, stage)) continue;
      const std::uint64_t instances = (network.wires() >> j) * (std::uint64_t{1} << stage);
      so_far.saved += network.wires() / 2 - instances * (j - stage);
    }
  }
  return so_far;
}

bool is_bitonic_network(const Recording& recording) {
  const std::string_view id = recording.algorithm->id;
  return id == "bitonic" || id == "bitonic-recursive" || id == "bitonic-merger";
}

bool is_adaptive_run(const Recording& recording) {
  return recording.algorithm->family == Family::kTree && recording.network.depth() > 0;
}

std::shared_ptr<const Recording> adaptive_counterpart(const Recording& recording) {
  if (!is_bitonic_network(recording) || recording.network.wires() > kMostCompared ||
      recording.network.depth() == 0) {
    return nullptr;
  }
  RunRequest request = recording.request;
  request.algorithm = recording.algorithm->needs_bitonic_input ? "adaptive-merger" : "adaptive";
  request.kernel.clear();
  const auto engine = make_cpu_engine();
  auto made = record(request, *engine);
  return made ? *made : nullptr;
}

Cursor counterpart_cursor(const Recording& recording, const Recording& counterpart, Cursor cursor) {
  const Network& network = counterpart.network;
  std::uint32_t stage = cursor.layer;
  std::uint32_t merge =
      recording.algorithm->needs_bitonic_input ? floor_log2(recording.network.wires()) : 1;
  while (stage >= merge) stage -= merge++;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (!network.in_trees(layer)) continue;
    const TreeStep& step = network.step(layer);
    if (step.merge == merge && step.first_stage == stage) return {layer, 0};
  }
  return network.end();
}

}  // namespace sortscope
