// replay.cpp: walking any recording, and the history of a key.
#include "core/recordings/replay.h"

#include <algorithm>
#include <cassert>

#include "core/recordings/aks_replay.h"
#include "core/recordings/families.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/recordings/tree_replay.h"

namespace sortscope {

Replay::Replay(std::shared_ptr<const Recording> recording, std::uint32_t keyframe_every)
    : recording_(std::move(recording)),
      state_(family_of(*recording_->algorithm).replay(recording_, keyframe_every)) {}

const AksReplay* Replay::aks() const { return dynamic_cast<const AksReplay*>(state_.get()); }

Replay Replay::copy() const { return {recording_, state_->copy(), cursor_}; }

bool Replay::seek(Cursor cursor, Progress* progress) {
  const Network& network = recording_->network;
  // A cursor beyond the end, or not in normal form, becomes the one it stands for.
  if (cursor.layer >= network.depth()) {
    cursor = network.end();
  } else if (cursor.comparator >= network.count(cursor.layer)) {
    cursor = {cursor.layer + 1, 0};
  }
  cursor_ = cursor;
  return state_->seek(cursor, progress);
}

namespace {

// Where stages overlap the wire between two steps follows from the trees alone.
constexpr std::uint32_t kMostFollowedInTrees = std::uint32_t{1} << 14;

bool overlaps(const Network& network, const MergeLevel& level) {
  for (std::uint32_t i = 0; i < level.layer_count; ++i) {
    const std::uint32_t layer = level.first_layer + i;
    if (network.in_trees(layer) &&
        network.step(layer).first_stage != network.step(layer).last_stage) {
      return true;
    }
  }
  return false;
}

// Comparison `index` of `layer` moves the key on `wire`: the wire after it.
Wire moved(const Recording& recording, std::uint32_t layer, std::uint32_t index, Wire wire) {
  const WireExchange exchange = recording.exchange(layer, index);
  if (wire >= exchange.first && wire - exchange.first < exchange.length) {
    return wire + exchange.distance;
  }
  const Wire partner = exchange.first + exchange.distance;
  if (wire >= partner && wire - partner < exchange.length) return wire - exchange.distance;
  return wire;
}

// Walks the key through every comparison that can move it, stage after stage.
KeyHistory follow_by_wires(const Recording& recording, std::uint32_t first_wire, Cursor cursor) {
  const Network& network = recording.network;
  KeyHistory history;
  Wire wire = first_wire;
  history.first_wire = wire;
  history.wire = wire;
  history.wire_after.reserve(network.depth() + 1);
  history.wire_after.push_back(wire);
  const auto visit = [&](std::uint32_t layer, std::uint32_t index, bool compared) {
    const bool exchanged = compared && recording.exchanged(layer, index);
    wire = moved(recording, layer, index, wire);
    if (Cursor{layer, index} < cursor) {
      history.comparisons += compared ? 1 : 0;
      history.exchanges += exchanged ? 1 : 0;
      history.wire = wire;
    }
  };
  // In the comparison of the instance that holds the wire.
  const auto visit_stage = [&](std::uint32_t layer, std::uint32_t stage) {
    const TreeStep& step = network.step(layer);
    const std::uint32_t in_block = wire & ((std::uint32_t{1} << step.merge) - 1);
    const std::uint32_t index =
        index_of(step, wire >> step.merge, stage, in_block >> (step.merge - stage));
    const WireUse use = network.use(layer, wire);
    visit(layer, index, use.compared && use.index == index);
  };
  for (const MergeLevel& level : network.levels()) {
    const std::uint32_t end = level.first_layer + level.layer_count;
    if (overlaps(network, level)) {
      const std::uint32_t merge = network.step(level.first_layer).merge;
      for (std::uint32_t stage = 0; stage < merge; ++stage) {
        for (std::uint32_t phase = 0; phase < merge - stage; ++phase) {
          visit_stage(level.first_layer + 2 * stage + phase, stage);
        }
      }
      history.wire_after.resize(end + 1, wire);
      continue;
    }
    for (std::uint32_t layer = level.first_layer; layer < end; ++layer) {
      if (network.fixed(layer)) {
        const WireUse use = network.use(layer, wire);
        if (use.compared) visit(layer, use.index, true);
      } else {
        visit_stage(layer, network.step(layer).first_stage);
      }
      history.wire_after.push_back(wire);
    }
  }
  return history;
}

KeyHistory follow_by_trees(const Recording& recording, std::uint32_t place, Cursor cursor) {
  const Network& network = recording.network;
  const std::shared_ptr<const Recording> shared(std::shared_ptr<void>(), &recording);
  TreeReplay replay(shared);
  const auto wire_now = [&] {
    const std::span<const std::uint32_t> places = replay.places();
    return static_cast<Wire>(std::find(places.begin(), places.end(), place) - places.begin());
  };
  KeyHistory history;
  history.first_wire = wire_now();
  history.wire_after.push_back(history.first_wire);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const bool tree = network.in_trees(layer);
    const std::uint32_t counted = layer < cursor.layer    ? network.count(layer)
                                  : layer == cursor.layer ? cursor.comparator
                                                          : 0;
    for (std::uint32_t index = 0; tree && index < counted && replay.tree() != nullptr; ++index) {
      const BitonicTree::Pair pair = replay.tree()->pair(network.task(layer, index));
      if (replay.tree()->place(pair.p) != place && replay.tree()->place(pair.q) != place) continue;
      ++history.comparisons;
      history.exchanges += recording.exchanged(layer, index) ? 1 : 0;
    }
    if (layer == cursor.layer) {
      replay.seek(cursor);
      history.wire = wire_now();
    }
    replay.seek({layer + 1, 0});
    history.wire_after.push_back(wire_now());
  }
  if (cursor.layer >= network.depth()) history.wire = history.wire_after.back();
  return history;
}

// All comparators have wires that are known: an exchange is a change of the wire.
KeyHistory follow_in_ranges(const Recording& recording, Wire first_wire, Cursor cursor) {
  const Network& network = recording.network;
  KeyHistory history;
  history.first_wire = first_wire;
  history.wire = first_wire;
  history.wire_after = *recording.ranges->path(recording, first_wire);
  for (std::uint32_t layer = 0; layer < network.depth() && layer <= cursor.layer; ++layer) {
    const WireUse use = network.use(layer, history.wire_after[layer]);
    if (!use.compared || !(Cursor{layer, use.index} < cursor)) continue;
    ++history.comparisons;
    history.wire = history.wire_after[layer + std::size_t{1}];
    history.exchanges += history.wire != history.wire_after[layer] ? 1 : 0;
  }
  return history;
}

}  // namespace

KeyHistory follow_key(const Recording& recording, std::uint32_t place, Cursor cursor) {
  const Network& network = recording.network;
  const std::vector<std::uint32_t>& places = recording.start.places;
  const auto found = std::find(places.begin(), places.end(), place);
  assert(found != places.end());
  if (const auto follow = family_of(*recording.algorithm).follow; follow != nullptr) {
    return follow(recording, static_cast<Wire>(found - places.begin()), cursor);
  }
  if (recording.ranges) {
    return follow_in_ranges(recording, static_cast<Wire>(found - places.begin()), cursor);
  }
  const bool overlapped =
      std::any_of(network.levels().begin(), network.levels().end(),
                  [&](const MergeLevel& level) { return overlaps(network, level); });
  if (overlapped && network.wires() <= kMostFollowedInTrees) {
    return follow_by_trees(recording, place, cursor);
  }
  return follow_by_wires(recording, static_cast<Wire>(found - places.begin()), cursor);
}

}  // namespace sortscope
