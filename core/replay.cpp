// replay.cpp: walking a recording by its bits, keyframes, the history of a key, ranks.
#include "core/replay.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <numeric>

#include "core/cpu_layers.h"

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
    : recording_(std::move(recording)), places_(recording_->start.places) {
  keyframe_every_ = keyframe_every > 0 ? keyframe_every : keyframe_spacing(*recording_);
  if (keyframe_every_ > 0) keyframes_.resize(recording_->network.depth() / keyframe_every_ + 1);
}

void Replay::apply(std::uint32_t layer, std::uint32_t first, std::uint32_t last) {
  const Network& network = recording_->network;
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

KeyHistory follow_key(const Recording& recording, std::uint32_t place, Cursor cursor) {
  const Network& network = recording.network;
  KeyHistory history;
  const std::vector<std::uint32_t>& places = recording.start.places;
  const auto found = std::find(places.begin(), places.end(), place);
  assert(found != places.end());
  auto wire = static_cast<std::uint32_t>(found - places.begin());
  history.first_wire = wire;
  history.wire = wire;
  history.wire_after.reserve(network.depth() + 1);
  history.wire_after.push_back(wire);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const WireUse use = network.use(layer, wire);
    if (use.compared) {
      const bool exchanged = recording.exchanged(layer, use.index);
      if (exchanged) {
        wire = wire == use.comparator.min_wire ? use.comparator.max_wire : use.comparator.min_wire;
      }
      if (Cursor{layer, use.index} < cursor) {
        ++history.comparisons;
        history.exchanges += exchanged ? 1 : 0;
        history.wire = wire;
      }
    }
    history.wire_after.push_back(wire);
  }
  return history;
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
