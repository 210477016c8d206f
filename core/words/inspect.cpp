// inspect.cpp: facts about a comparator, a wire or a key, in words.
#include "core/words/inspect.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/networks/wording.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/scene.h"
#include "core/verify/verdict_marks.h"
#include "core/words/inspect_tree.h"
#include "core/words/own_file.h"
#include "core/words/own_kernel.h"
#include "core/words/step_text.h"

namespace sortscope {

namespace {

std::uint32_t bits_for(std::uint32_t wires) {
  return std::max<std::uint32_t>(floor_log2(ceil_pow2(wires)), 1);
}

// Where a key on `wire` before `layer` is after it (and the other way round), as far as comparators
// `first` to `last` of the layer go.
Wire across(const Recording& recording, std::uint32_t layer, Wire wire, std::uint32_t first,
            std::uint32_t last) {
  const WireUse use = recording.network.use(layer, wire);
  if (!use.compared || use.index < first || use.index >= last ||
      !recording.exchanged(layer, use.index)) {
    return wire;
  }
  return use.comparator.min_wire == wire ? use.comparator.max_wire : use.comparator.min_wire;
}

// The place of the key on `wire` before `layer`.
std::uint32_t place_before(const Scene& scene, std::uint32_t layer, Wire wire) {
  const Recording& recording = *scene.recording;
  const Cursor cursor = scene.cursor;
  // Where layers are recorded again, the replay passes those between once.
  if (recording.network.adaptive() || recording.network.wires_move() || recording.ranges) {
    StateAt state(scene, {layer, 0});
    return state->places()[wire];
  }
  if (layer <= cursor.layer) {
    for (; layer < cursor.layer; ++layer) wire = across(recording, layer, wire, 0, UINT32_MAX);
    if (cursor.comparator > 0) wire = across(recording, layer, wire, 0, cursor.comparator);
  } else {
    while (--layer > cursor.layer) wire = across(recording, layer, wire, 0, UINT32_MAX);
    wire = across(recording, layer, wire, cursor.comparator, UINT32_MAX);
  }
  return scene.places[wire];
}

std::string direction_text(const Scene& scene, ComparatorId id) {
  const Recording& recording = *scene.recording;
  if (own_kernel(scene) != nullptr) {
    return recording.comparator(id.layer, id.index).ascending()
               ? "Your kernel sends the smaller key up, to the wire with the lower number."
               : "Your kernel sends the smaller key down, to the wire with the higher number.";
  }
  std::string reason = recording.algorithm->direction_reason(recording.network, id.layer, id.index);
  if (recording.request.order == Order::kAscending) return reason;
  const bool ascending = recording.comparator(id.layer, id.index).ascending();
  return fmt::format("{}: the run is descending; the schedule says {}",
                     ascending ? "ascending" : "descending", reason);
}

InspectorSection comparator_facts(const Scene& scene, ComparatorId id) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  const Comparator comparator = recording.comparator(id.layer, id.index);
  InspectorSection section{"Comparator", {}};
  const auto add = [&](std::string label, std::string value, Role role = Role::kText) {
    section.rows.push_back({std::move(label), std::move(value), role});
  };
  add("comparator", fmt::format("wires {} and {}", comparator.lower(), comparator.upper()));
  add("binary", xor_text(comparator.lower(), comparator.upper(), network.wires()));
  add("direction", direction_text(scene, id));
  add("maximum", fmt::format("to wire {}", comparator.max_wire));
  const bool to_come = id.layer > scene.cursor.layer;
  if (to_come && hides_what_comes(scene)) {
    add("keys", "not yet known", Role::kMuted);
  } else {
    const KeysMet keys = keys_at(scene, id);
    add(to_come ? "will meet" : "keys", fmt::format("{} and {}", key_name(recording, keys.on_lower),
                                                    key_name(recording, keys.on_upper)));
  }
  const Progression state = progression(scene, id.layer, id.index);
  if (state == Progression::kToCome) {
    add("outcome", "not yet run", Role::kMuted);
  } else if (recording.exchanged(id.layer, id.index)) {
    add("outcome", "exchanged", Role::kExchanged);
  } else {
    add("outcome", "kept", Role::kKept);
  }
  add("layer", fmt::format("{} of {}", id.layer + 1, network.depth()));
  add("level", layer_name(recording, id.layer));
  add("number",
      fmt::format("{} of {} in the layer, {} of {} in all", id.index + 1, network.count(id.layer),
                  network.comparators_before(id.layer) + id.index + 1, network.size()));
  if (const OwnKernel* kernel = own_kernel(scene)) {
    if (const ComparatorOrigin* origin = origin_of(*kernel, id)) {
      add("your file",
          fmt::format("line {}, block {}, thread {}", origin->line, origin->block, origin->thread));
      add("launch", fmt::format("{} of {}", origin->launch + 1, kernel->report().launches.size()));
      if (const auto values = variable_values(kernel->report(), *origin); !values.empty()) {
        add("variables", values_text(values, ", "));
      }
    }
  }
  if (const auto& shown = scene.measured->verdict; shown && is_of(*shown, recording)) {
    const auto at = static_cast<std::uint32_t>(network.comparators_before(id.layer)) + id.index;
    const std::string_view said = redundancy_of(shown->verdict, at);
    if (!said.empty()) add("verified", std::string(said), Role::kAccent);
  }
  return section;
}

// The comparator of `layer`, the layer in view, that compares the key on `wire`.
WireUse use_now(const Scene& scene, std::uint32_t layer, Wire wire) {
  const Recording& recording = *scene.recording;
  if (!recording.network.in_trees(layer)) {
    WireUse use = recording.network.use(layer, wire);
    if (use.compared) use.comparator = recording.comparator(layer, use.index);
    return use;
  }
  const std::vector<Comparator> pairs = compared_wires(scene, layer);
  for (std::uint32_t index = 0; index < pairs.size(); ++index) {
    if (pairs[index].min_wire == wire || pairs[index].max_wire == wire) {
      return {true, index, pairs[index]};
    }
  }
  return {};
}

InspectorSection wire_facts(const Scene& scene, Wire wire) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  InspectorSection section{fmt::format("Wire {}", wire), {}};
  const auto add = [&](std::string label, std::string value, Role role = Role::kText) {
    section.rows.push_back({std::move(label), std::move(value), role});
  };
  add("binary", fmt::format("{:0{}b}", wire, bits_for(network.wires())));
  add("key now", key_name(recording, scene.places[wire]));
  for (InspectorRow& row : node_rows(scene, wire)) section.rows.push_back(std::move(row));
  const auto layer = layer_in_view(scene);
  if (!layer) return section;
  const std::string_view here = wording(network).layer;
  const WireUse use = use_now(scene, *layer, wire);
  if (!use.compared) {
    add("partner", fmt::format("none in {} {}", here, *layer + 1), Role::kMuted);
    return section;
  }
  const Comparator comparator = use.comparator;
  const Wire partner = comparator.min_wire == wire ? comparator.max_wire : comparator.min_wire;
  add("partner", fmt::format("wire {} in {} {}", partner, here, *layer + 1));
  add("binary", xor_text(wire, partner, network.wires()));
  add("keeps", comparator.min_wire == wire ? "the minimum" : "the maximum");
  const Progression state = progression(scene, *layer, use.index);
  const bool exchanged = recording.exchanged(*layer, use.index);
  if (state == Progression::kToCome) {
    add("outcome", "not yet run", Role::kMuted);
  } else {
    add("outcome", exchanged ? "exchanged" : "kept", exchanged ? Role::kExchanged : Role::kKept);
  }
  return section;
}

InspectorSection key_facts(const Scene& scene, std::uint32_t place) {
  const Recording& recording = *scene.recording;
  const bool padding = recording.is_padding(place);
  const KeyHistory history = follow_key(recording, place, scene.cursor);
  InspectorSection section{
      padding ? std::string("Padding") : fmt::format("Key {}", recording.key_text(place)), {}};
  const auto add = [&](std::string label, std::string value) {
    section.rows.push_back({std::move(label), std::move(value), Role::kText});
  };
  if (padding) {
    add("value", "larger than every key, in either order");
  } else {
    add("value", recording.key_text(place));
    add("input", fmt::format("number {} of {}", place + 1, recording.real_keys()));
  }
  add("started", fmt::format("at wire {}", history.first_wire));
  add("now", fmt::format("at wire {}", history.wire));
  add("so far", fmt::format("{} comparison{}, {} exchange{}", history.comparisons,
                            history.comparisons == 1 ? "" : "s", history.exchanges,
                            history.exchanges == 1 ? "" : "s"));
  if (!padding && place < scene.ranks.size()) {
    add("rank", order_text(scene, place));
  }
  if (!history.wire_after.empty() && !hides_what_comes(scene)) {
    add("ends", fmt::format("at wire {}", history.wire_after.back()));
  }
  return section;
}

}  // namespace

std::string order_text(const Scene& scene, std::uint32_t place) {
  constexpr std::size_t kMostCounted = std::size_t{1} << 22;
  const std::uint32_t rank = scene.ranks[place];
  const std::uint32_t first = rank + 1;
  const auto equal = scene.ranks.size() > kMostCounted ? 1 : std::ranges::count(scene.ranks, rank);
  const std::string keys = grouped_number(scene.recording->real_keys());
  if (equal <= 1) return fmt::format("{} of {} in order", grouped_number(first), keys);
  return fmt::format("{} to {} of {} in order (equal keys)", grouped_number(first),
                     grouped_number(rank + static_cast<std::uint64_t>(equal)), keys);
}

std::string xor_text(Wire wire, Wire partner, std::uint32_t wires) {
  return fmt::format("{0:0{3}b} xor {1:0{3}b} = {2:0{3}b}", wire, wire ^ partner, partner,
                     bits_for(wires));
}

KeysMet keys_at(const Scene& scene, ComparatorId id) {
  if (scene.recording->network.in_trees(id.layer)) {
    KeysMet keys;
    tree_event(scene, id, keys);
    return keys;
  }
  const Comparator comparator = scene.recording->network.comparator(id.layer, id.index);
  return {place_before(scene, id.layer, comparator.lower()),
          place_before(scene, id.layer, comparator.upper())};
}

bool inspected_at_once(const Scene& scene, const Selection& selection) {
  constexpr std::uint64_t kMostNs = 50'000'000;
  const Recording& recording = *scene.recording;
  if (!recording.ranges) return true;
  if (selection.place && !followed_at_once(recording, *selection.place, false)) return false;
  const auto& id = selection.comparator;
  if (!id || id->layer >= recording.network.depth() || scene.elsewhere == nullptr) return true;
  return scene.elsewhere->seek_ns({id->layer, 0}) <= kMostNs;
}

std::vector<InspectorSection> inspect(const Scene& scene, const Selection& selection) {
  const Network& network = scene.recording->network;
  std::vector<InspectorSection> sections;
  const auto& id = selection.comparator;
  if (id && id->layer < network.depth() && id->index < network.count(id->layer)) {
    switch (network.work(id->layer)) {
      case LayerWork::kComparators:
        sections.push_back(comparator_facts(scene, *id));
        break;
      case LayerWork::kComparisons:
        sections.push_back(tree_facts(scene, *id));
        break;
      case LayerWork::kSplits:
        sections.push_back(split_facts(scene, *id));
        break;
    }
  } else if (selection.wire && *selection.wire < network.wires()) {
    sections.push_back(wire_facts(scene, *selection.wire));
  }
  if (selection.place && *selection.place < network.wires()) {
    sections.push_back(key_facts(scene, *selection.place));
  }
  return sections;
}

}  // namespace sortscope
