// cursor_walk.cpp: from cursor to cursor, stretch by stretch.
#include "kernels/replay/cursor_walk.h"

#include <algorithm>

namespace sortscope {

namespace {

std::uint32_t layers_between(std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; }

}  // namespace

void CursorWalk::start(const Network& network, std::uint32_t keyframe_every) {
  network_ = &network;
  cursor_ = {};
  keyframe_every_ = keyframe_every;
  keyframe_layers_.assign(1, 0);
}

Status CursorWalk::seek(Cursor cursor) {
  if (cursor.layer >= network_->depth()) {
    cursor = network_->end();
  } else if (cursor.comparator >= network_->count(cursor.layer)) {
    cursor = {cursor.layer + 1, 0};
  }
  if (const std::size_t from = nearest(cursor); from < keyframe_layers_.size()) {
    if (Status status = take_keyframe(from); !status.ok()) return status;
    cursor_ = {keyframe_layers_[from], 0};
  }
  while (cursor_ < cursor) {
    const Cursor to = std::min(cursor, Cursor{stretch(cursor_.layer).last, 0});
    if (Status status = move(cursor_, to); !status.ok()) return status;
    cursor_ = to;
    if (Status status = keep_keyframe(); !status.ok()) return status;
  }
  while (cursor_ > cursor) {
    const std::uint32_t layer = cursor_.comparator > 0 ? cursor_.layer : cursor_.layer - 1;
    const Cursor to = std::max(cursor, Cursor{stretch(layer).first, 0});
    if (Status status = move(cursor_, to); !status.ok()) return status;
    cursor_ = to;
  }
  return {};
}

LayerStretch CursorWalk::stretch(std::uint32_t layer) const {
  const std::uint32_t first = layer / keyframe_every_ * keyframe_every_;
  return {first, std::min(first + keyframe_every_, network_->depth())};
}

Status CursorWalk::move(Cursor from, Cursor to) {
  const bool backwards = to < from;
  const auto [low, high] = std::minmax(from, to);
  if (low.layer == high.layer) return part_of_layer(low.layer, low.comparator, high.comparator);
  const std::uint32_t first = low.comparator > 0 ? low.layer + 1 : low.layer;
  // What is left of the layer of `low`, and what the layer of `high` has done.
  const auto head = [&, low = low] {
    if (low.comparator == 0) return Status{};
    return part_of_layer(low.layer, low.comparator, network_->count(low.layer));
  };
  const auto tail = [&, high = high] {
    return high.comparator == 0 ? Status{} : part_of_layer(high.layer, 0, high.comparator);
  };
  Status status = backwards ? tail() : head();
  if (status.ok() && first < high.layer) status = whole_layers(first, high.layer, backwards);
  if (!status.ok()) return status;
  return backwards ? head() : tail();
}

Status CursorWalk::layer_by_layer(std::uint32_t first, std::uint32_t last, bool backwards) {
  for (std::uint32_t step = 0; step < last - first; ++step) {
    const std::uint32_t layer = backwards ? last - 1 - step : first + step;
    if (Status status = part_of_layer(layer, 0, network_->count(layer)); !status.ok()) {
      return status;
    }
  }
  return {};
}

Status CursorWalk::stand_at(Cursor cursor) {
  cursor_ = cursor;
  return keep_keyframe();
}

std::size_t CursorWalk::nearest(Cursor cursor) const {
  std::size_t best = keyframe_layers_.size();
  std::uint32_t least = layers_between(cursor_.layer, cursor.layer);
  for (std::size_t i = 0; i < keyframe_layers_.size(); ++i) {
    // A copy costs about as much as a layer.
    const std::uint32_t cost = layers_between(keyframe_layers_[i], cursor.layer) + 1;
    if (cost >= least) continue;
    least = cost;
    best = i;
  }
  return best;
}

std::uint64_t CursorWalk::seek_ns(Cursor cursor) const {
  // A launch, or a barrier of a block; then memory bounds it.
  constexpr std::uint64_t kLayerNs = 1000;
  const std::size_t from = nearest(cursor);
  const Cursor begin = from < keyframe_layers_.size() ? Cursor{keyframe_layers_[from], 0} : cursor_;
  const std::uint64_t here = network_->position(begin);
  const std::uint64_t there = network_->position(cursor);
  return layers_between(begin.layer, cursor.layer) * kLayerNs +
         (here < there ? there - here : here - there) / comparators_a_ns();
}

Status CursorWalk::keep_keyframe() {
  if (cursor_.comparator > 0) return {};
  const bool near = std::any_of(
      keyframe_layers_.begin(), keyframe_layers_.end(),
      [&](std::uint32_t layer) { return layers_between(layer, cursor_.layer) < keyframe_every_; });
  if (near) return {};
  bool kept = false;
  Status status = keep(kept);
  if (kept) keyframe_layers_.push_back(cursor_.layer);
  return status;
}

}  // namespace sortscope
