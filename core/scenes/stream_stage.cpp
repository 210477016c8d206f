// stream_stage.cpp: which phases and instances the view `streams` shows, and what they do.
#include "core/scenes/stream_stage.h"

#include <algorithm>

#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {

namespace {

bool overlaps(const TreeStep& step) { return step.first_stage != step.last_stage; }

// The layers in trees of the merge that `layer` belongs to: [first, last).
struct Layers {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};
Layers merge_layers(const Network& network, std::uint32_t layer) {
  const auto same = [&](std::uint32_t other) {
    return network.in_trees(other) && network.step(other).merge == network.step(layer).merge;
  };
  Layers layers{layer, layer + 1};
  while (layers.first > 0 && same(layers.first - 1)) --layers.first;
  while (layers.last < network.depth() && same(layers.last)) ++layers.last;
  return layers;
}

bool overlapped_merge(const Network& network, const Layers& layers) {
  for (std::uint32_t layer = layers.first; layer < layers.last; ++layer) {
    if (overlaps(network.step(layer))) return true;
  }
  return false;
}

// The rows to choose from: the phases of the stage, or the steps of a merge that overlaps.
Layers rows_of(const Network& network, std::uint32_t layer) {
  Layers layers = merge_layers(network, layer);
  if (overlapped_merge(network, layers)) return layers;
  layers.first = layer - network.step(layer).first_phase;
  layers.last = layers.first + network.step(layer).merge - network.step(layer).first_stage;
  return layers;
}

bool runs_stage(const TreeStep& step, std::uint32_t stage) {
  return stage >= step.first_stage && stage <= step.last_stage;
}

// A window of at most `most` out of `all`, with `wanted` in it, a little before its middle.
std::uint32_t window_first(std::uint32_t all, std::uint32_t most, std::uint32_t wanted) {
  if (all <= most) return 0;
  const std::uint32_t before = (most - 1) / 2;
  return std::min(wanted > before ? wanted - before : 0, all - most);
}

// The comparison that the window is about: a chosen one of this merge, else the one at the cursor.
TreeTask focus(const Scene& scene, std::uint32_t layer) {
  const Network& network = scene.recording->network;
  const auto& chosen = scene.selected.comparator;
  if (chosen && chosen->layer < network.depth() && network.in_trees(chosen->layer) &&
      network.step(chosen->layer).merge == network.step(layer).merge &&
      chosen->index < network.count(chosen->layer)) {
    const TreeTask task = network.task(chosen->layer, chosen->index);
    if (runs_stage(network.step(layer), task.stage)) return task;
  }
  const bool running = scene.cursor.layer == layer && scene.cursor.comparator > 0;
  const std::uint32_t last = scene.fraction > 0 ? 0 : 1;
  return network.task(layer, running ? scene.cursor.comparator - last : 0);
}

// Stage by stage a window of the stage's instances; overlapped, in one block, all instances of the
// oldest stage that runs, then of the next ones up to those that start in the rows shown.
void choose_columns(StageView& view, const Network& network, std::uint32_t layer,
                    std::uint32_t last_row, const TreeTask& wanted, std::uint32_t most) {
  const TreeStep& step = network.step(layer);
  if (!view.overlapped) {
    const std::uint32_t stage = step.first_stage;
    view.all_columns = network.wires() >> step.merge << stage;
    const std::uint32_t first = window_first(view.all_columns, most, wanted.instance_of_all());
    for (std::uint32_t x = first; x < std::min(first + most, view.all_columns); ++x) {
      view.columns.push_back({stage, x >> stage, x & ((std::uint32_t{1} << stage) - 1)});
    }
    return;
  }
  for (std::uint32_t stage = step.first_stage; stage <= network.step(last_row).last_stage;
       ++stage) {
    const std::uint32_t instances = std::uint32_t{1} << stage;
    view.all_columns += instances;
    for (std::uint32_t x = 0; x < instances && view.columns.size() < most; ++x) {
      view.columns.push_back({stage, wanted.block, x});
    }
  }
}

void set_links(StageCell& cell, const StreamInstance& now) {
  cell.reads = now.reads;
  cell.writes = now.writes;
  cell.before = {now.before[0].place, now.before[1].place};
  cell.after = {now.after[0].place, now.after[1].place};
  cell.next = now.next;
  cell.links_swapped = now.exchanged && !now.task.last_phase();
  cell.links.assign(now.links().begin(), now.links().end());
}

// What the comparison does to a tree whose nodes stay.
void set_nodes(StageCell& cell, const BitonicTree& tree, const TreeEvent& event) {
  cell.reads = cell.writes = {event.p, event.q};
  cell.before = {tree.place(event.p), tree.place(event.q)};
  cell.after = cell.before;
  if (event.exchanged) std::swap(cell.after[0], cell.after[1]);
  cell.second_case = event.second_case;
  cell.links_swapped = event.pointers.has_value();
  if (const auto& swap = event.pointers) {
    cell.links = {{swap->first, swap->first_side, tree.child(swap->second, swap->second_side)},
                  {swap->second, swap->second_side, tree.child(swap->first, swap->first_side)}};
  }
  if (event.task.last_phase()) return;
  if (event.task.phase > 0) {
    // The links that are followed are never those that change places.
    cell.next = StreamPair{tree.child(event.p, cell.down), tree.child(event.q, cell.down)};
    return;
  }
  cell.next = StreamPair{tree.child(event.p, Side::kLeft), tree.child(event.p, Side::kRight)};
  if (event.pointers) std::swap(cell.next->p, cell.next->q);
}

}  // namespace

std::optional<StreamMerge> stream_merge_at(const Scene& scene, std::uint32_t layer) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  const std::uint32_t merge = network.label(layer).level;
  if (recording.algorithm->family != Family::kStreams || scene.elsewhere == nullptr) return {};
  const MergeLevel& level = network.levels()[network.level_index(layer)];
  if (network.fixed(layer) && level.first_layer == 0) return {};
  scene.elsewhere->seek({first_layer_of_merge(network, merge), 0});
  StreamMerge streams(recording, merge, scene.elsewhere->places());
  streams.run_to(std::clamp(scene.cursor.layer, streams.first_layer(), streams.end_layer()));
  return streams;
}

StageView stage_view(const Scene& scene, std::uint32_t layer, const StageSize& most) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  const Layers rows = rows_of(network, layer);
  StageView view;
  view.merge = network.step(layer).merge;
  view.streams = recording.algorithm->family == Family::kStreams;
  view.overlapped = overlapped_merge(network, rows);
  view.all_rows = rows.last - rows.first;
  const std::uint32_t first = window_first(view.all_rows, most.rows, layer - rows.first);
  const std::uint32_t last = std::min(first + most.rows, view.all_rows);
  view.current_row = layer - rows.first - first;
  choose_columns(view, network, layer, rows.first + last - 1, focus(scene, layer), most.columns);

  const std::optional<StreamMerge> streams = stream_merge_at(scene, layer);
  for (std::uint32_t row = first; row < last; ++row) {
    const std::uint32_t of_row = rows.first + row;
    const TreeStep& step = network.step(of_row);
    view.rows.push_back({of_row, {}});
    if (streams) view.rows.back().range = streams->range(of_row);
    const bool known = of_row <= scene.cursor.layer;
    const BitonicTree* tree = nullptr;
    if (known && !streams) {
      scene.elsewhere->seek({of_row, 0});
      tree = scene.elsewhere->tree();
    }
    for (const StageColumn& column : view.columns) {
      std::optional<StageCell>& cell = view.cells.emplace_back();
      if (!runs_stage(step, column.stage)) continue;
      cell.emplace();
      const std::uint32_t index = index_of(step, column.block, column.stage, column.instance);
      cell->id = {of_row, index};
      cell->task = network.task(of_row, index);
      cell->progress = progression(scene, of_row, index);
      // Where a phase writes is fixed before it runs.
      const std::uint32_t out = view.rows.back().range.first + 2 * index;
      if (streams) cell->writes = {out, out + 1};
      cell->known = known && (streams.has_value() || tree != nullptr);
      if (!cell->known) continue;
      cell->exchanged = recording.exchanged(of_row, index);
      if (streams) {
        cell->down = cell->exchanged ? Side::kRight : Side::kLeft;
        set_links(*cell, streams->look(of_row, index));
      } else {
        const TreeEvent event = tree->look(cell->task, recording.algorithm->rule, cell->exchanged);
        cell->down = goes_right(event.second_case, event.exchanged) ? Side::kRight : Side::kLeft;
        set_nodes(*cell, *tree, event);
      }
    }
  }
  return view;
}

}  // namespace sortscope
