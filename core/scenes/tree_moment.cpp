// tree_moment.cpp: which comparisons in the trees a scene is about.
#include "core/scenes/tree_moment.h"

#include <algorithm>

#include "core/recordings/recording.h"
#include "core/scenes/scene.h"

namespace sortscope {

namespace {

TreeMeeting meet(const Recording& recording, const BitonicTree& tree, ComparatorId id) {
  TreeMeeting meeting;
  meeting.id = id;
  meeting.event = tree.look(recording.network.task(id.layer, id.index), recording.algorithm->rule,
                            recording.exchanged(id.layer, id.index));
  meeting.on_p = tree.place(meeting.event.p);
  meeting.on_q = tree.place(meeting.event.q);
  return meeting;
}

bool in_trees(const Network& network, std::uint32_t layer) {
  return layer < network.depth() && network.in_trees(layer);
}

// Layers `layer` and the one before it belong to one merge in trees.
bool goes_on(const Network& network, std::uint32_t layer) {
  return layer > 0 && in_trees(network, layer) && in_trees(network, layer - 1) &&
         network.step(layer - 1).merge == network.step(layer).merge;
}

// What ran in stages `oldest` and younger of the merge that `cursor` is in.
std::vector<TreeMeeting> remembered(const Scene& scene, std::uint32_t oldest) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  std::uint32_t first = scene.cursor.layer;
  while (goes_on(network, first) && network.step(first - 1).last_stage >= oldest) --first;
  std::vector<TreeMeeting> done;
  for (std::uint32_t layer = first; layer <= scene.cursor.layer; ++layer) {
    const bool last = layer == scene.cursor.layer;
    const std::uint32_t count = last ? scene.cursor.comparator : network.count(layer);
    if (count == 0) continue;
    scene.elsewhere->seek({layer, 0});
    const BitonicTree* tree = scene.elsewhere->tree();
    BitonicTree built;
    if (tree == nullptr) {
      built = BitonicTree(scene.elsewhere->places());
      tree = &built;
    }
    for (std::uint32_t index = 0; index < count; ++index) {
      if (network.task(layer, index).stage < oldest) continue;
      done.push_back(meet(recording, *tree, {layer, index}));
    }
  }
  return done;
}

// The wire that the person points at or has chosen.
std::optional<Wire> looked_at(const Scene& scene) {
  const Network& network = scene.recording->network;
  for (const Selection* selection : {&scene.hover, &scene.selected}) {
    const auto& id = selection->comparator;
    if (id && id->layer < network.depth() && id->index < network.count(id->layer)) {
      return network.comparator(id->layer, id->index).lower();
    }
    if (selection->wire && *selection->wire < network.wires()) return selection->wire;
    if (selection->place) {
      const auto at = std::find(scene.places.begin(), scene.places.end(), *selection->place);
      if (at != scene.places.end()) return static_cast<Wire>(at - scene.places.begin());
    }
  }
  return std::nullopt;
}

// The comparison of `layer` from `first` on that is looked at: its own, else the one of the tree
// that is looked at, else the first.
std::uint32_t focused_index(const Scene& scene, std::uint32_t layer, std::uint32_t first) {
  const Network& network = scene.recording->network;
  for (const Selection* selection : {&scene.hover, &scene.selected}) {
    const auto& id = selection->comparator;
    if (id && id->layer == layer && id->index >= first && id->index < network.count(layer)) {
      return id->index;
    }
  }
  if (!scene.whole_layer) return first;
  const auto wire = looked_at(scene);
  if (!wire) return first;
  const TreeStep& step = network.step(layer);
  const std::uint32_t in_block = *wire & ((std::uint32_t{1} << step.merge) - 1);
  for (std::uint32_t stage = step.first_stage; stage <= step.last_stage; ++stage) {
    const std::uint32_t index =
        index_of(step, *wire >> step.merge, stage, in_block >> (step.merge - stage));
    if (index >= first) return index;
  }
  return first;
}

// The first comparison that can stand in the span of comparison `focused`: of its own stage.
std::uint32_t neighbours(const Network& network, std::uint32_t layer, std::uint32_t focused,
                         std::uint32_t first) {
  const TreeTask task = network.task(layer, focused);
  if (task.size_log2() > kNeighboursLog2) return focused;
  const std::uint32_t in_span = std::uint32_t{1} << (kNeighboursLog2 - task.size_log2());
  const std::uint32_t before = std::min(task.instance_of_all() % in_span, focused);
  return std::max(focused - before, first);
}

void look_at_step(const Scene& scene, TreeMoment& moment) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  const std::uint32_t layer = *moment.layer;
  const std::uint32_t first = scene.cursor.comparator;
  const std::uint32_t last = moment.running ? running_step(scene).last : network.count(layer);
  const std::uint32_t focused = std::min(focused_index(scene, layer, first), last - 1);
  const bool few = network.wires() <= kMostRemembered;
  const Wire span = network.task(layer, focused).base() >> kNeighboursLog2;
  for (std::uint32_t index = few ? first : neighbours(network, layer, focused, first); index < last;
       ++index) {
    const TreeTask task = network.task(layer, index);
    const bool near = task.size_log2() <= kNeighboursLog2 && task.base() >> kNeighboursLog2 == span;
    if (!few && !near && index != focused) {
      if (index > focused) break;
      continue;
    }
    if (index == focused) moment.focus = moment.current.size();
    moment.current.push_back(meet(recording, *moment.before, {layer, index}));
  }
}

void look_back(const Scene& scene, TreeMoment& moment) {
  const Network& network = scene.recording->network;
  const std::uint32_t layer = *moment.layer;
  const TreeStep& step = network.step(layer);
  moment.stage = step.first_stage;
  if (goes_on(network, layer) && !moment.running && scene.cursor.comparator == 0 &&
      network.step(layer - 1).first_stage < step.first_stage) {
    moment.stage = network.step(layer - 1).first_stage;
    moment.stage_done = true;
  }
  if (scene.elsewhere != nullptr && network.wires() <= kMostRemembered) {
    moment.done = remembered(scene, moment.stage);
  }
}

}  // namespace

const TreeMeeting* TreeMoment::last_before(const TreeMeeting& meeting) const {
  const TreeTask& task = meeting.event.task;
  const bool above = task.phase == 0;
  if (above && task.stage == 0) return nullptr;
  const std::uint32_t of_stage = above ? task.stage - 1 : task.stage;
  const std::uint32_t instance = above ? task.instance / 2 : task.instance;
  const TreeMeeting* found = nullptr;
  for (const TreeMeeting& earlier : done) {
    const TreeTask& other = earlier.event.task;
    if (other.block != task.block || other.stage != of_stage || other.instance != instance)
      continue;
    found = &earlier;
  }
  return found;
}

bool has_trees(const Recording& recording) { return recording.algorithm->rule != TreeRule::kNone; }

std::optional<TreeMoment> tree_moment(const Scene& scene) {
  const Network& network = scene.recording->network;
  const Cursor cursor = scene.cursor;
  TreeMoment moment;
  moment.before = scene.tree;
  if (in_trees(network, cursor.layer)) {
    if (moment.before == nullptr) {
      moment.built = std::make_shared<BitonicTree>(scene.places);
      moment.before = moment.built.get();
    }
    const TreeStep& step = network.step(cursor.layer);
    moment.layer = cursor.layer;
    moment.merge = step.merge;
    moment.overlapped = scene.recording->algorithm->overlapped && step.merge > 2;
    moment.running = scene.fraction > 0;
    look_at_step(scene, moment);
    look_back(scene, moment);
  } else {
    if (moment.before == nullptr) return std::nullopt;
    moment.merge = scene.merge;
    moment.over = cursor.layer >= network.depth();
  }
  moment.merge_after = moment.merge;
  moment.after = moment.before;
  if (moment.running && scene.elsewhere != nullptr) {
    const std::uint32_t last = running_step(scene).last;
    const bool whole = last >= network.count(cursor.layer);
    scene.elsewhere->seek(whole ? Cursor{cursor.layer + 1, 0} : Cursor{cursor.layer, last});
    if (scene.elsewhere->tree() != nullptr) moment.after = scene.elsewhere->tree();
    if (whole && in_trees(network, cursor.layer + 1)) {
      moment.merge_after = network.step(cursor.layer + 1).merge;
    }
  }
  return moment;
}

std::uint32_t merge_in_view(const Scene& scene) {
  const Network& network = scene.recording->network;
  return in_trees(network, scene.cursor.layer) ? network.step(scene.cursor.layer).merge
                                               : scene.merge;
}

MergeCount merge_count(const Recording& recording, std::uint32_t merge, std::uint32_t block,
                       Cursor cursor) {
  const Network& network = recording.network;
  MergeCount count;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (!in_trees(network, layer) || network.step(layer).merge != merge) continue;
    const std::uint32_t tasks = network.step(layer).tasks_a_block();
    count.all += tasks;
    if (layer < cursor.layer) {
      count.done += tasks;
    } else if (layer == cursor.layer) {
      const std::uint32_t first = block * tasks;
      count.done += std::clamp(cursor.comparator, first, first + tasks) - first;
    }
  }
  return count;
}

}  // namespace sortscope
