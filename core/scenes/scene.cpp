// scene.cpp: the running step, the layer in view, ranks, outcomes.
#include "core/scenes/scene.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/question_marks.h"

namespace sortscope {

namespace {

bool names_wire(const Scene& scene, const Selection& selection, Wire wire) {
  if (selection.wire && *selection.wire == wire) return true;
  if (selection.place && wire < scene.places.size() && scene.places[wire] == *selection.place) {
    return true;
  }
  if (!selection.comparator) return false;
  const Network& network = scene.recording->network;
  const ComparatorId id = *selection.comparator;
  if (id.layer >= network.depth() || id.index >= network.count(id.layer)) return false;
  const Comparator comparator = network.comparator(id.layer, id.index);
  return comparator.min_wire == wire || comparator.max_wire == wire;
}

// "t = 3 · level 1 · layer 2 of 4 · matching 5 of 30".
std::string aks_layer_name(const AksNetwork& aks, std::uint32_t layer) {
  const AksStage& stage = aks.stages()[aks.stage_of(layer)];
  const std::uint32_t matching = layer - stage.first_layer;
  if (stage.work == AksWork::kBlocks) {
    return fmt::format("final sorters · layer {} of {}", matching + 1, stage.depth);
  }
  if (stage.work == AksWork::kRepair) {
    return fmt::format("repair, round {} · layer {} of {}", stage.pass + 1, matching + 1,
                       stage.depth);
  }
  const std::string place = fmt::format("t = {} · level {}", stage.t, stage.level);
  if (stage.work == AksWork::kPlanted) return place + " · errors on purpose";
  const std::string halver = fmt::format("{} · separator layer {}", place, stage.layer);
  switch (stage.work) {
    case AksWork::kSorter:
      return fmt::format("{} · sorter {} of {}", halver, stage.pass + 1, sorter_depth(stage.wires));
    case AksWork::kShuffle:
      return halver + " · shuffle";
    default:
      return fmt::format("{} · matching {} of {}", halver, matching + 1, stage.depth);
  }
}

}  // namespace

RunningStep running_step(const Scene& scene) {
  const Network& network = scene.recording->network;
  if (!(scene.fraction > 0) || scene.cursor.layer >= network.depth()) return {};
  const std::uint32_t first = scene.cursor.comparator;
  const std::uint32_t last = scene.whole_layer ? network.count(scene.cursor.layer) : first + 1;
  return {scene.cursor.layer, first, last};
}

std::optional<std::uint32_t> layer_in_view(const Scene& scene) {
  const std::uint32_t depth = scene.recording->network.depth();
  if (depth == 0) return std::nullopt;
  const Cursor cursor = scene.cursor;
  if (cursor.layer >= depth) return depth - 1;
  if (cursor.layer == 0 || cursor.comparator > 0 || scene.fraction > 0) return cursor.layer;
  return cursor.layer - 1;
}

Progression progression(const Scene& scene, std::uint32_t layer, std::uint32_t index) {
  if (Cursor{layer, index} < scene.cursor) return Progression::kDone;
  return running_step(scene).contains(layer, index) ? Progression::kRunning : Progression::kToCome;
}

Role outcome_role(const Scene& scene, std::uint32_t layer, std::uint32_t index) {
  if (progression(scene, layer, index) == Progression::kToCome) return Role::kFuture;
  return scene.recording->exchanged(layer, index) ? Role::kExchanged : Role::kKept;
}

bool hides_what_comes(const Scene& scene) {
  const QuestionMarks* question = scene.laid_over->question.get();
  return question != nullptr && question->veiled;
}

bool hides_depth(const Scene& scene) {
  return hides_what_comes(scene) && scene.laid_over->question->in_words;
}

float rank_fraction(const Scene& scene, std::uint32_t place) {
  return place < scene.ranks.size() ? rank_fraction(*scene.recording, scene.ranks[place]) : 1.0F;
}

bool is_hovered(const Scene& scene, Wire wire) { return names_wire(scene, scene.hover, wire); }
bool is_selected(const Scene& scene, Wire wire) { return names_wire(scene, scene.selected, wire); }

std::vector<Wire> chosen_wires(const Scene& scene) {
  const Network& network = scene.recording->network;
  std::vector<Wire> wires;
  for (const Selection* selection : {&scene.hover, &scene.selected}) {
    if (selection->wire && *selection->wire < network.wires()) wires.push_back(*selection->wire);
    if (selection->place) {
      const auto at = std::find(scene.places.begin(), scene.places.end(), *selection->place);
      if (at != scene.places.end()) wires.push_back(static_cast<Wire>(at - scene.places.begin()));
    }
    const auto& id = selection->comparator;
    if (id && id->layer < network.depth() && id->index < network.count(id->layer)) {
      const Comparator comparator = network.comparator(id->layer, id->index);
      wires.insert(wires.end(), {comparator.min_wire, comparator.max_wire});
    }
  }
  return wires;
}

float ease(float fraction) {
  const float x = std::clamp(fraction, 0.0F, 1.0F);
  return x * x * (3.0F - 2.0F * x);
}

std::string layer_name(const Recording& recording, std::uint32_t layer) {
  const Network& network = recording.network;
  const LayerLabel& label = network.label(layer);
  const MergeLevel& level = network.levels()[network.level_index(layer)];
  if (network.listed() != nullptr) {
    return fmt::format("{} · layer {}", level.name, layer + 1);
  }
  if (network.wires_move()) return aks_layer_name(*network.aks(), layer);
  if (network.fixed(layer)) {
    const std::string_view letter = recording.algorithm->distance_letter;
    return fmt::format("{} · {} = {}", level.name, letter.empty() ? "distance" : letter,
                       label.distance);
  }
  const TreeStep& step = network.step(layer);
  if (network.has_splits(layer)) {
    return fmt::format("{} · stage {} · splits", level.name, step.first_stage);
  }
  if (!recording.algorithm->overlapped) {
    return fmt::format("{} · stage {} · phase {}", level.name, step.first_stage, step.first_phase);
  }
  const std::string stages = step.first_stage == step.last_stage
                                 ? fmt::format("stage {}", step.first_stage)
                                 : fmt::format("stages {}–{}", step.first_stage, step.last_stage);
  return fmt::format("{} · step {} of {} · {}", level.name, step.time + 1, 2 * step.merge - 1,
                     stages);
}

std::string scene_caption(const Scene& scene) { return scene_captions(scene).front(); }

std::vector<std::string> scene_captions(const Scene& scene) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  const auto layer = layer_in_view(scene);
  if (!layer) return {"The input"};
  const std::string name = layer_name(recording, *layer);
  const Wording words = wording(network);
  const std::string of_all = hides_depth(scene) ? "" : fmt::format(" of {}", network.depth());
  if (scene.cursor == Cursor{} && !(scene.fraction > 0)) {
    const std::string input = "The input";
    const std::string before = fmt::format("{}, before {} 1{}", input, words.layer, of_all);
    return {before + " · " + name, before, input};
  }
  const std::string place = fmt::format("{}{}", *layer + 1, of_all);
  const std::string brief = fmt::format("{} {}", words.layer, place);
  if (scene.cursor.layer > *layer) {
    const std::string after = fmt::format("After {} {}", words.layer, place);
    return {after + " · " + name, after, "After " + brief, brief, place};
  }
  const std::string in = fmt::format("{} {}", words.layer_title, place);
  if (scene.cursor.comparator == 0 && scene.whole_layer) {
    return {in + " · " + name, in, brief, place};
  }
  const std::uint32_t number = scene.cursor.comparator + (scene.fraction > 0 ? 1 : 0);
  const std::string step =
      fmt::format("{} {} of {}", words.comparator, number, network.count(*layer));
  return {fmt::format("{}, {} · {}", in, step, name), fmt::format("{}, {}", in, step),
          fmt::format("{}, {}", brief, step), brief, place};
}

}  // namespace sortscope
