// tree_replay.cpp: replaying trees, splits and network layers forwards, with keyframes.
#include "core/recordings/tree_replay.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/machine.h"
#include "core/base/pieces.h"
#include "core/engines/cpu/apply_trees.h"
#include "core/engines/cpu/layers.h"
#include "core/networks/trees/in_order.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Keyframes take a part of the memory that is free, within these bounds.
constexpr std::uint64_t kLeastKeyframeBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kMostKeyframeBytes = std::uint64_t{2} << 30;
constexpr std::uint64_t kPartOfFree = 16;

// So many comparisons are replayed in a few milliseconds: keyframes need not be closer.
constexpr std::uint64_t kQuickComparisons = std::uint64_t{1} << 18;

// Comparisons between two looks at a cancel, about.
constexpr std::uint64_t kMostAtOnce = std::uint64_t{1} << 20;

std::uint64_t keyframe_spacing(const Recording& recording) {
  const std::uint64_t budget =
      std::clamp(free_memory_bytes() / kPartOfFree, kLeastKeyframeBytes, kMostKeyframeBytes);
  // A state holds a tree or wires, and a tree is the larger.
  const std::uint64_t frames = budget / BitonicTree::bytes(recording.network.wires());
  if (frames == 0) return 0;
  return std::max(recording.network.size() / frames + 1, kQuickComparisons);
}

}  // namespace

TreeReplay::TreeReplay(std::shared_ptr<const Recording> recording)
    : recording_(std::move(recording)),
      state_(first_state()),
      keyframe_every_(keyframe_spacing(*recording_)) {}

TreeReplay::State TreeReplay::first_state() const {
  State state;
  const Network& network = recording_->network;
  state.flat = network.depth() == 0 || !network.in_trees(0);
  if (state.flat) {
    state.wires = recording_->start.places;
  } else {
    state.tree = BitonicTree(recording_->start.places);
    state.merge = network.step(0).merge;
  }
  return state;
}

void TreeReplay::to_tree() {
  state_.tree = BitonicTree(state_.wires);
  state_.wires.clear();
  state_.flat = false;
}

void TreeReplay::to_wires() {
  const std::span<const std::uint32_t> now = places();
  state_.wires.assign(now.begin(), now.end());
  state_.tree = BitonicTree();
  state_.flat = true;
}

void TreeReplay::run(std::uint32_t layer, std::uint32_t first, std::uint32_t last) {
  const Network& network = recording_->network;
  const bool tree = network.in_trees(layer);
  if (tree && state_.flat) to_tree();
  if (!tree && !state_.flat) to_wires();
  current_ = false;
  if (tree) {
    state_.merge = network.step(layer).merge;
    for (std::uint32_t index = first; index < last; ++index) {
      state_.tree.apply(network.task(layer, index), recording_->algorithm->rule,
                        recording_->exchanged(layer, index));
    }
    return;
  }
  if (network.fixed(layer)) {
    best_layers().apply(network.form(layer), network.wires(), first, last, state_.wires.data(),
                        recording_->bits.data() + network.first_word(layer));
    return;
  }
  for (std::uint32_t index = first; index < last; ++index) {
    const WireExchange exchange = recording_->exchange(layer, index);
    const auto begin = state_.wires.begin() + exchange.first;
    std::swap_ranges(begin, begin + exchange.length, begin + exchange.distance);
  }
}

// Layers from `layer` on, before `end`, that compare in the trees of one merge level, up to where a
// keyframe is due or a cancel is to be looked for; `layer` itself where there are none.
std::uint32_t TreeReplay::end_of_run(std::uint32_t layer, std::uint32_t end) const {
  const Network& network = recording_->network;
  const std::uint64_t kept = keyframes_.empty() ? 0 : network.position(keyframes_.back()->cursor);
  const std::uint64_t due = keyframe_every_ > 0 ? kept + keyframe_every_ : 0;
  const std::uint64_t begin = network.position({layer, 0});
  std::uint32_t last = layer;
  while (last < end && network.in_trees(last) &&
         network.step(last).merge == network.step(layer).merge) {
    ++last;
    const std::uint64_t at = network.position({last, 0});
    if (at - begin >= kMostAtOnce) break;
    if (due > 0 && at >= due && network.position({last - 1, 0}) < due) break;
  }
  return last;
}

void TreeReplay::run_whole(std::uint32_t first, std::uint32_t last) {
  const Network& network = recording_->network;
  if (state_.flat) to_tree();
  current_ = false;
  state_.merge = network.step(first).merge;
  apply_tree_layers(network, recording_->algorithm->rule, recording_->bits.data(), {first, last},
                    state_.tree);
}

const TreeReplay::State* TreeReplay::keyframe_before(Cursor cursor) const {
  const auto after =
      std::upper_bound(keyframes_.begin(), keyframes_.end(), cursor,
                       [](const Cursor& value, const std::shared_ptr<const State>& frame) {
                         return value < frame->cursor;
                       });
  return after == keyframes_.begin() ? nullptr : (after - 1)->get();
}

std::uint64_t TreeReplay::seek_ns(Cursor cursor) const {
  constexpr std::uint64_t kComparisonNs = 50;
  const Network& network = recording_->network;
  const State* const keyframe = keyframe_before(cursor);
  const bool on = goes_on_from_here(cursor, keyframe);
  const Cursor from = on ? state_.cursor : keyframe != nullptr ? keyframe->cursor : Cursor{};
  return (network.position(cursor) - network.position(from)) * kComparisonNs;
}

bool TreeReplay::seek(Cursor cursor, Progress* progress) {
  const Network& network = recording_->network;
  if (cursor.layer >= network.depth()) {
    cursor = network.end();
  } else if (cursor.comparator >= network.count(cursor.layer)) {
    cursor = {cursor.layer + 1, 0};
  }
  if (cursor == state_.cursor) return true;
  const State* const from = keyframe_before(cursor);
  if (!goes_on_from_here(cursor, from)) {
    state_ = from != nullptr ? *from : first_state();
    current_ = false;
  }
  std::uint64_t done = network.position(state_.cursor);
  if (progress != nullptr) progress->begin(network.position(cursor) - done);
  while (state_.cursor < cursor) {
    const std::uint64_t now = network.position(state_.cursor);
    if (!goes_on(progress, now - std::exchange(done, now))) return false;
    const std::uint32_t layer = state_.cursor.layer;
    const std::uint32_t whole =
        state_.cursor.comparator == 0 ? end_of_run(layer, cursor.layer) : layer;
    if (whole > layer) {
      run_whole(layer, whole);
      state_.cursor = {whole, 0};
      keep_keyframe();
      continue;
    }
    const bool last = layer == cursor.layer;
    run(layer, state_.cursor.comparator, last ? cursor.comparator : network.count(layer));
    state_.cursor = last ? cursor : Cursor{layer + 1, 0};
    keep_keyframe();
  }
  // Before its first comparison a tree is there already.
  if (state_.flat && cursor.layer < network.depth() && network.in_trees(cursor.layer)) {
    to_tree();
    state_.merge = network.step(cursor.layer).merge;
    current_ = false;
  }
  return true;
}

void TreeReplay::keep_keyframe() {
  if (keyframe_every_ == 0 || state_.cursor.comparator != 0) return;
  const Network& network = recording_->network;
  const std::uint64_t kept = keyframes_.empty() ? 0 : network.position(keyframes_.back()->cursor);
  if (network.position(state_.cursor) < kept + keyframe_every_) return;
  try {
    keyframes_.push_back(std::make_shared<const State>(state_));
  } catch (const std::bad_alloc&) {
    // Seeks get slower, nothing else.
    keyframes_.clear();
    keyframe_every_ = 0;
  }
}

std::span<const std::uint32_t> TreeReplay::places() {
  if (state_.flat) return state_.wires;
  if (!current_) {
    places_.resize(state_.tree.size());
    places_in_order(state_.tree, state_.merge, places_);
    current_ = true;
  }
  return places_;
}

}  // namespace sortscope
