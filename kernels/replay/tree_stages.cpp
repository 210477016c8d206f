// tree_stages.cpp: which stages lie between two cursors of a merge level in trees.
#include "kernels/replay/tree_stages.h"

#include <algorithm>

namespace sortscope {

const TreeLevel* TreeLevels::level_of(std::uint32_t layer) const {
  const auto after = std::upper_bound(
      levels.begin(), levels.end(), layer,
      [](std::uint32_t value, const TreeLevel& level) { return value < level.first_layer; });
  if (after == levels.begin() || layer >= (after - 1)->last_layer) return nullptr;
  return &*(after - 1);
}

TreeLevels tree_levels(const Network& network) {
  TreeLevels all;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (!network.in_trees(layer)) continue;
    const TreeStep& step = network.step(layer);
    if (all.levels.empty() || all.levels.back().last_layer != layer ||
        all.levels.back().merge != step.merge) {
      TreeLevel& level = all.levels.emplace_back();
      level.first_layer = layer;
      level.merge = step.merge;
      level.first_phase = static_cast<std::uint32_t>(all.phases.size());
      all.phases.resize(all.phases.size() + std::size_t{step.merge} * step.merge);
    }
    TreeLevel& level = all.levels.back();
    level.last_layer = layer + 1;
    level.stages = std::max(level.stages, step.last_stage + 1);
    for (std::uint32_t stage = step.first_stage; stage <= step.last_stage; ++stage) {
      all.phases[level.phases_of(stage) + step.phase(stage)] = {
          network.first_word(layer), layer, step.tasks_a_block(),
          (std::uint32_t{1} << stage) - (std::uint32_t{1} << step.first_stage)};
    }
  }
  return all;
}

LayerStretch adaptive_stretch(const Network& network, const TreeLevels& trees, std::uint32_t layer,
                              LayerStretch between) {
  if (const TreeLevel* const level = trees.level_of(layer)) {
    return {level->first_layer, level->last_layer};
  }
  LayerStretch same{layer, layer + 1};
  if (network.has_splits(layer)) return same;
  while (same.first > between.first && network.fixed(same.first - 1)) --same.first;
  while (same.last < between.last && network.fixed(same.last)) ++same.last;
  return same;
}

StageMoves stage_moves(const TreeLevels& all, const TreeLevel& level, Cursor from, Cursor to) {
  // Some of the phase's comparisons are done at the cursor.
  const auto begun = [](const TreePhase& phase, Cursor cursor) {
    return phase.layer < cursor.layer || (phase.layer == cursor.layer && cursor.comparator > 0);
  };
  const auto stages_at = [&](Cursor cursor) {
    std::uint32_t stages = 0;
    while (stages < level.stages && begun(all.phases[level.phases_of(stages)], cursor)) ++stages;
    return stages;
  };
  const auto [low, high] = std::minmax(from, to);
  StageMoves moves{0, stages_at(from), stages_at(to)};
  // The first stage that is not the same at both.
  const auto same = [&, low = low, high = high](std::uint32_t stage) {
    for (std::uint32_t phase = 0; phase < level.merge - stage; ++phase) {
      const TreePhase& at = all.phases[level.phases_of(stage) + phase];
      if (at.layer >= low.layer && begun(at, high)) return false;
    }
    return true;
  };
  while (moves.first < level.stages && same(moves.first)) ++moves.first;
  moves.undone = std::max(moves.undone, moves.first);
  moves.done = std::max(moves.done, moves.first);
  return moves;
}

}  // namespace sortscope
