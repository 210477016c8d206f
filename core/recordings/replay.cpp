// replay.cpp: walking a recording by its bits, keyframes, the history of a key, ranks.
#include "core/recordings/replay.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <numeric>

#include "core/engines/cpu/layers.h"
#include "core/recordings/aks_follow.h"

namespace sortscope {

namespace {

// Keyframes take at most this, or as much as the outcome bits where those are more.
constexpr std::uint64_t kKeyframeBytes = std::uint64_t{128} << 20;

// So many comparators are replayed in half a millisecond: keyframes need not be closer.
constexpr std::uint32_t kQuickComparators = std::uint32_t{1} << 21;

std::uint32_t keyframe_spacing(const Recording& recording) {
  const std::uint64_t bytes = std::uint64_t{recording.network.wires()} * sizeof(std::uint32_t);
  const std::uint64_t budget =
      std::max<std::uint64_t>(kKeyframeBytes, recording.bits.size() * sizeof(std::uint32_t));
  const std::uint64_t frames = budget / bytes;
  const std::uint32_t depth = recording.network.depth();
  if (frames == 0 || depth < 2) return 0;
  const std::uint32_t quick = kQuickComparators / (recording.network.wires() / 2);
  return std::max(static_cast<std::uint32_t>(depth / frames + 1), quick);
}

}  // namespace

Replay::Replay(std::shared_ptr<const Recording> recording, std::uint32_t keyframe_every)
    : recording_(std::move(recording)) {
  if (recording_->network.adaptive()) {
    tree_replay_ = std::make_unique<TreeReplay>(recording_);
    return;
  }
  if (recording_->network.aks() != nullptr) {
    aks_replay_ = std::make_unique<AksReplay>(recording_);
    return;
  }
  places_ = recording_->start.places;
  keyframe_every_ = keyframe_every > 0 ? keyframe_every : keyframe_spacing(*recording_);
  if (keyframe_every_ > 0) keyframes_.resize(recording_->network.depth() / keyframe_every_ + 1);
}

void Replay::apply(std::uint32_t layer, std::uint32_t first, std::uint32_t last) {
  const Network& network = recording_->network;
  if (network.listed() != nullptr) {
    apply_listed(network.listed()->layer(layer), first, last, places_.data(),
                 recording_->bits.data() + network.first_word(layer));
    return;
  }
  best_layers().apply(network.form(layer), network.wires(), first, last, places_.data(),
                      recording_->bits.data() + network.first_word(layer));
}

void Replay::seek(Cursor cursor) {
  const Network& network = recording_->network;
  // A cursor beyond the end, or not in normal form, becomes the one it stands for.
  if (cursor.layer >= network.depth()) {
    cursor = network.end();
  } else if (cursor.comparator >= network.count(cursor.layer)) {
    cursor = {cursor.layer + 1, 0};
  }
  if (tree_replay_) {
    tree_replay_->seek(cursor);
    cursor_ = cursor;
    return;
  }
  if (aks_replay_) {
    aks_replay_->seek(cursor);
    cursor_ = cursor;
    return;
  }
  jump_towards(cursor);
  while (cursor_ < cursor) {
    const bool last = cursor_.layer == cursor.layer;
    apply(cursor_.layer, cursor_.comparator,
          last ? cursor.comparator : network.count(cursor_.layer));
    cursor_ = last ? cursor : Cursor{cursor_.layer + 1, 0};
    keep_keyframe();
  }
  while (cursor_ > cursor) {
    const std::uint32_t layer = cursor_.comparator > 0 ? cursor_.layer : cursor_.layer - 1;
    const std::uint32_t from = layer == cursor.layer ? cursor.comparator : 0;
    apply(layer, from, cursor_.comparator > 0 ? cursor_.comparator : network.count(layer));
    cursor_ = {layer, from};
  }
}

void Replay::jump_towards(Cursor cursor) {
  const Network& network = recording_->network;
  const auto between = [&](Cursor a, Cursor b) {
    const std::uint64_t x = network.position(a);
    const std::uint64_t y = network.position(b);
    return x < y ? y - x : x - y;
  };
  // Copying a state costs about as much as half a layer.
  const std::uint64_t copy = network.wires() / 4;
  std::uint64_t best = between(cursor_, cursor);
  const std::vector<std::uint32_t>* from = nullptr;
  Cursor from_cursor;
  const auto consider = [&](Cursor at, const std::vector<std::uint32_t>& places) {
    if (places.empty() || between(at, cursor) + copy >= best) return;
    best = between(at, cursor) + copy;
    from = &places;
    from_cursor = at;
  };
  consider({0, 0}, recording_->start.places);
  if (keyframe_every_ > 0) {
    // The nearest keyframe kept on either side.
    const std::size_t here = cursor.layer / keyframe_every_;
    const auto layer_of = [&](std::size_t k) {
      return static_cast<std::uint32_t>(k) * keyframe_every_;
    };
    for (std::size_t k = here + 1; k-- > 0;) {
      if (keyframes_[k].empty()) continue;
      consider({layer_of(k), 0}, keyframes_[k]);
      break;
    }
    for (std::size_t k = here + 1; k < keyframes_.size(); ++k) {
      if (keyframes_[k].empty()) continue;
      consider({layer_of(k), 0}, keyframes_[k]);
      break;
    }
  }
  if (from == nullptr) return;
  std::copy(from->begin(), from->end(), places_.begin());
  cursor_ = from_cursor;
}

void Replay::keep_keyframe() {
  if (keyframe_every_ == 0 || cursor_.comparator != 0 || cursor_.layer == 0) return;
  if (cursor_.layer % keyframe_every_ != 0) return;
  std::vector<std::uint32_t>& keyframe = keyframes_[cursor_.layer / keyframe_every_];
  if (!keyframe.empty()) return;
  try {
    keyframe = places_;
  } catch (const std::bad_alloc&) {
    // Seeks get slower, nothing else.
    keyframes_.clear();
    keyframe_every_ = 0;
  }
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

}  // namespace

KeyHistory follow_key(const Recording& recording, std::uint32_t place, Cursor cursor) {
  const Network& network = recording.network;
  const std::vector<std::uint32_t>& places = recording.start.places;
  const auto found = std::find(places.begin(), places.end(), place);
  assert(found != places.end());
  if (network.aks() != nullptr) {
    return follow_in_aks(recording, static_cast<Wire>(found - places.begin()), cursor);
  }
  const bool overlapped =
      std::any_of(network.levels().begin(), network.levels().end(),
                  [&](const MergeLevel& level) { return overlaps(network, level); });
  if (overlapped && network.wires() <= kMostFollowedInTrees) {
    return follow_by_trees(recording, place, cursor);
  }
  return follow_by_wires(recording, static_cast<Wire>(found - places.begin()), cursor);
}

std::vector<std::uint32_t> ranks_by_place(const Recording& recording) {
  const PreparedKeys& start = recording.start;
  const std::uint32_t wires = recording.network.wires();
  std::vector<std::uint32_t> order(wires);
  std::iota(order.begin(), order.end(), 0u);
  const auto padding = [&](std::uint32_t wire) { return recording.is_padding(start.places[wire]); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (padding(a) != padding(b)) return padding(b);
    return start.words.at(a) < start.words.at(b);
  });
  std::vector<std::uint32_t> ranks(wires);
  std::uint32_t rank = 0;
  for (std::uint32_t i = 0; i < wires; ++i) {
    const bool same = i > 0 && padding(order[i]) == padding(order[i - 1]) &&
                      start.words.at(order[i]) == start.words.at(order[i - 1]);
    if (!same) rank = i;
    ranks[start.places[order[i]]] = rank;
  }
  return ranks;
}

}  // namespace sortscope
