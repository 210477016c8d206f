// inspect_tree.cpp: facts about a comparison in a bitonic tree, a node and a split, in words.
#include "core/words/inspect_tree.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/scenes/tree_moment.h"
#include "core/scenes/tree_motion.h"
#include "core/words/step_text.h"

namespace sortscope {

namespace {

class Facts {
 public:
  explicit Facts(std::string title) : section_{std::move(title), {}} {}
  void add(std::string label, std::string value, Role role = Role::kText) {
    section_.rows.push_back({std::move(label), std::move(value), role});
  }
  InspectorSection take() { return std::move(section_); }

 private:
  InspectorSection section_;
};

void add_numbers(Facts& facts, const Scene& scene, ComparatorId id, std::string_view what) {
  const Network& network = scene.recording->network;
  facts.add("parallel step", fmt::format("{} of {}", id.layer + 1, network.depth()));
  facts.add("level", layer_name(*scene.recording, id.layer));
  facts.add(
      "number",
      fmt::format("{} {} of {} in it, {} of {} in all", what, id.index + 1, network.count(id.layer),
                  network.comparators_before(id.layer) + id.index + 1, network.size()));
}

void add_outcome(Facts& facts, const Scene& scene, ComparatorId id, std::string_view done,
                 std::string_view not_done) {
  if (progression(scene, id.layer, id.index) == Progression::kToCome) {
    facts.add("outcome", "not yet run", Role::kMuted);
  } else if (scene.recording->exchanged(id.layer, id.index)) {
    facts.add("outcome", std::string(done), Role::kExchanged);
  } else {
    facts.add("outcome", std::string(not_done), Role::kKept);
  }
}

// L and U of n keys take log n comparisons; the network has n/2 comparators there.
void add_saved(Facts& facts, const TreeTask& task) {
  facts.add("saved",
            fmt::format("{} of {} comparators, L and U of {} keys", task.half() - task.size_log2(),
                        task.half(), 2 * task.half()),
            Role::kGood);
}

}  // namespace

StateAt::StateAt(const Scene& scene, Cursor cursor) : replay_(scene.elsewhere) {
  if (replay_ == nullptr) {
    // A replay shares its recording: this one is not freed by it.
    own_ = std::make_unique<Replay>(
        std::shared_ptr<const Recording>(std::shared_ptr<void>(), scene.recording));
    replay_ = own_.get();
  }
  replay_->seek(cursor);
}

TreeEvent tree_event(const Scene& scene, ComparatorId id, KeysMet& keys) {
  const Recording& recording = *scene.recording;
  // No two comparisons of a step touch a node: all see the tree before it.
  const StateAt before(scene, {id.layer, 0});
  const BitonicTree& tree = *before->tree();
  const TreeEvent event =
      tree.look(recording.network.task(id.layer, id.index), recording.algorithm->rule,
                recording.exchanged(id.layer, id.index));
  keys = {tree.place(event.p), tree.place(event.q)};
  return event;
}

InspectorSection tree_facts(const Scene& scene, ComparatorId id) {
  const Recording& recording = *scene.recording;
  const bool two_cases = recording.algorithm->rule == TreeRule::kTwoCase;
  Facts facts("Comparison");
  const TreeTask task = recording.network.task(id.layer, id.index);
  // The walk leads there by outcomes that are still to come.
  const bool to_come = id.layer > scene.cursor.layer;
  if (to_come) {
    facts.add("nodes", "not yet known", Role::kMuted);
    facts.add("direction",
              recording.algorithm->direction_reason(recording.network, id.layer, id.index));
    facts.add("outcome", "not yet run", Role::kMuted);
    add_saved(facts, task);
    add_numbers(facts, scene, id, "comparison");
    return facts.take();
  }
  KeysMet keys;
  const TreeEvent event = tree_event(scene, id, keys);
  if (task.phase == 0) {
    facts.add("nodes", fmt::format("root r = {}, extra node e = {}", event.p, event.q));
  } else {
    facts.add("nodes", fmt::format("p = {}, q = {}", event.p, event.q));
    facts.add("tree", fmt::format("root {}, extra node {}", event.root, event.extra));
  }
  facts.add("keys", fmt::format("{} and {}", key_name(recording, keys.on_lower),
                                key_name(recording, keys.on_upper)));
  facts.add("direction",
            recording.algorithm->direction_reason(recording.network, id.layer, id.index));
  add_outcome(facts, scene, id, "exchanged", "kept");
  if (progression(scene, id.layer, id.index) != Progression::kToCome) {
    if (two_cases) {
      facts.add("case",
                event.second_case ? "2: equation (6), right links" : "1: equation (7), left links");
    }
    if (event.pointers) {
      facts.add("links", pointer_text(*event.pointers), Role::kExchanged);
    } else if (event.exchanged && task.last_phase()) {
      facts.add("links", "none: leaves", Role::kMuted);
    }
    if (task.phase > 0 && !task.last_phase()) {
      facts.add("then", goes_right(event.second_case, event.exchanged) ? "to the right children"
                                                                       : "to the left children");
    }
  }
  const Comparator wires = recording.comparator(id.layer, id.index);
  facts.add("wires", fmt::format("{} and {} of the network", wires.lower(), wires.upper()));
  add_saved(facts, task);
  add_numbers(facts, scene, id, "comparison");
  return facts.take();
}

InspectorSection split_facts(const Scene& scene, ComparatorId id) {
  const Recording& recording = *scene.recording;
  const TreeTask task = recording.network.task(id.layer, id.index);
  const Split split = recording.split(id.layer, id.index);
  const WireExchange exchange = recording.exchange(id.layer, id.index);
  Facts facts("Split");
  facts.add("keys",
            fmt::format("on wires {} to {}", task.base(), task.base() + 2 * task.half() - 1));
  facts.add("direction",
            recording.algorithm->direction_reason(recording.network, id.layer, id.index));
  add_outcome(facts, scene, id, "moves keys", "nothing moves");
  if (progression(scene, id.layer, id.index) != Progression::kToCome) {
    facts.add("case", split.second_case ? "2: equation (6), a² and a⁴ change places"
                                        : "1: equation (7), a¹ and a³ change places");
    facts.add("lengths", fmt::format("|a1| = |a3| = {}, |a2| = |a4| = {}", split.length,
                                     task.half() - split.length));
    if (exchange.length > 0) {
      facts.add("moves",
                fmt::format("{} from wire {}, and from wire {}", counted(exchange.length, "key"),
                            exchange.first, exchange.first + exchange.distance));
    }
  }
  add_numbers(facts, scene, id, "split");
  return facts.take();
}

std::vector<InspectorRow> node_rows(const Scene& scene, Wire wire) {
  if (scene.tree == nullptr) return {};
  std::vector<std::uint32_t> nodes(scene.tree->size());
  scene.tree->in_order(scene.merge, nodes);
  const std::uint32_t node = nodes[wire];
  const std::uint32_t merge = merge_in_view(scene);
  const std::uint32_t last = (std::uint32_t{1} << merge) - 1;
  const bool extra = (wire & last) == last;
  const std::uint32_t depth = tree_depth(merge, wire);
  const std::string where = extra ? "the extra node"
                            : depth == 0
                                ? fmt::format("the root, height {}", merge - 1)
                                : fmt::format("depth {}, height {}", depth, merge - 1 - depth);
  std::vector<InspectorRow> rows;
  rows.push_back({"node", fmt::format("{}, {}", node, where)});
  rows.push_back({"in-order", fmt::format("position {} of {} in tree {}", wire & last, last + 1,
                                          wire >> merge)});
  const std::uint32_t left = scene.tree->child(node, Side::kLeft);
  if (extra || left == kNoNode) {
    rows.push_back({"children", "none", Role::kMuted});
  } else {
    rows.push_back({"children",
                    fmt::format("left {}, right {}", left, scene.tree->child(node, Side::kRight))});
  }
  return rows;
}

}  // namespace sortscope
