// aks_replay.cpp: walking a recording of the AKS network by its bits.
#include "core/recordings/aks_replay.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/pieces.h"
#include "core/networks/aks/network.h"
#include "core/networks/network.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Keyframes take at most this, or as much as the outcome bits where those are more.
constexpr std::uint64_t kKeyframeBytes = std::uint64_t{256} << 20;
// So many comparators are replayed in some milliseconds: keyframes need not be closer.
constexpr std::uint64_t kQuickComparators = std::uint64_t{1} << 21;

}  // namespace

AksReplay::AksReplay(std::shared_ptr<const Recording> recording)
    : recording_(std::move(recording)), aks_(*recording_->network.aks()) {
  wire_of_spot_ = aks_.wires_at(0);
  spots_.resize(wire_of_spot_.size());
  scratch_.resize(spots_.size());
  places_.resize(spots_.size());
  for (std::uint32_t spot = 0; spot < spots_.size(); ++spot) {
    spots_[spot] = recording_->start.places[wire_of_spot_[spot]];
  }
  const std::uint64_t bytes = spots_.size() * sizeof(std::uint32_t);
  const std::uint64_t budget =
      std::max<std::uint64_t>(kKeyframeBytes, recording_->bits.size() * sizeof(std::uint32_t));
  if (budget >= bytes && !recording_->windows) {
    keyframe_every_ =
        std::max(recording_->network.size() / (budget / bytes) + 1, kQuickComparators);
  }
}

std::uint32_t AksReplay::step_at(Cursor cursor) const {
  const std::uint32_t depth = recording_->network.depth();
  return aks_.stages()[aks_.stage_of(std::min(cursor.layer, depth - 1))].t;
}

void AksReplay::apply(std::uint32_t layer, std::uint32_t first, std::uint32_t last) {
  const std::uint32_t* bits = nullptr;
  std::shared_ptr<const std::vector<std::uint32_t>> window;
  if (recording_->windows) {
    const std::uint64_t first_word = recording_->network.first_word(aks_.first_layer(t_));
    window = recording_->windows->bits(*recording_, t_);
    bits = window->data() + (recording_->network.first_word(layer) - first_word);
  } else {
    bits = recording_->bits.data() + recording_->network.first_word(layer);
  }
  aks_.for_each(layer, first, last, [&](std::uint32_t index, std::uint32_t x, std::uint32_t y) {
    if ((bits[index / 32] >> (index % 32) & 1) != 0) std::swap(spots_[x], spots_[y]);
  });
  current_ = false;
}

void AksReplay::move_to_step(std::uint32_t t) {
  const auto permute = [&](auto destination) {
    for (std::uint32_t spot = 0; spot < spots_.size(); ++spot) {
      scratch_[destination(spot)] = spots_[spot];
    }
    spots_.swap(scratch_);
    for (std::uint32_t spot = 0; spot < spots_.size(); ++spot) {
      scratch_[destination(spot)] = wire_of_spot_[spot];
    }
    wire_of_spot_.swap(scratch_);
  };
  const std::vector<AksStep>& steps = aks_.steps();
  for (; t_ < t; ++t_) {
    permute([&](std::uint32_t spot) { return aks_move(steps[t_], steps[t_ + 1], spot); });
  }
  for (; t_ > t; --t_) {
    permute([&](std::uint32_t spot) { return aks_move_back(steps[t_ - 1], steps[t_], spot); });
  }
}

bool AksReplay::seek(Cursor cursor, Progress* progress) {
  const Network& network = recording_->network;
  jump_towards(cursor);
  const std::uint64_t target = network.position(cursor);
  std::uint64_t here = network.position(cursor_);
  if (progress != nullptr) progress->begin(target > here ? target - here : here - target);
  const auto keeps_going = [&] {
    const std::uint64_t now = network.position(cursor_);
    const std::uint64_t before = std::exchange(here, now);
    return goes_on(progress, now > before ? now - before : before - now);
  };
  while (cursor_ < cursor) {
    if (!keeps_going()) return false;
    move_to_step(step_at(cursor_));
    const bool last = cursor_.layer == cursor.layer;
    apply(cursor_.layer, cursor_.comparator,
          last ? cursor.comparator : network.count(cursor_.layer));
    cursor_ = last ? cursor : Cursor{cursor_.layer + 1, 0};
    keep_keyframe();
  }
  while (cursor_ > cursor) {
    if (!keeps_going()) return false;
    const std::uint32_t layer = cursor_.comparator > 0 ? cursor_.layer : cursor_.layer - 1;
    move_to_step(step_at({layer, 0}));
    const std::uint32_t from = layer == cursor.layer ? cursor.comparator : 0;
    apply(layer, from, cursor_.comparator > 0 ? cursor_.comparator : network.count(layer));
    cursor_ = {layer, from};
  }
  move_to_step(step_at(cursor_));
  return true;
}

std::uint64_t AksReplay::seek_ns(Cursor cursor) const {
  constexpr std::uint64_t kComparatorNs = 4;
  const Network& network = recording_->network;
  if (recording_->windows) {
    // From the keyframe before the step, whose bits are worked out first.
    const std::uint32_t t = step_at(cursor);
    if (t != step_at(cursor_)) {
      return (network.position({aks_.first_layer(t + 1), 0}) -
              network.position({aks_.first_layer(t), 0})) *
             kComparatorNs;
    }
  }
  std::uint64_t cost = 0;
  (void)nearest(cursor, cost);
  return cost * kComparatorNs;
}

std::span<const std::uint32_t> AksReplay::places() {
  if (!current_) {
    for (std::uint32_t spot = 0; spot < spots_.size(); ++spot) {
      places_[wire_of_spot_[spot]] = spots_[spot];
    }
    current_ = true;
  }
  return places_;
}

void AksReplay::jump_towards(Cursor cursor) {
  if (recording_->windows) {
    jump_to_window(cursor);
    return;
  }
  std::uint64_t cost = 0;
  const Keyframe* const from = nearest(cursor, cost);
  if (from == nullptr) return;
  cursor_ = from->cursor;
  move_to_step(step_at(cursor_));
  const std::vector<std::uint32_t>& wires =
      from->wires == nullptr ? recording_->start.places : *from->wires;
  for (std::uint32_t spot = 0; spot < spots_.size(); ++spot) {
    spots_[spot] = wires[wire_of_spot_[spot]];
  }
  current_ = false;
}

const AksReplay::Keyframe* AksReplay::nearest(Cursor cursor, std::uint64_t& cost) const {
  static const Keyframe kStart{{0, 0}, nullptr};
  const Network& network = recording_->network;
  const std::uint64_t target = network.position(cursor);
  const std::uint64_t here = network.position(cursor_);
  const auto distance = [&](std::uint64_t at) { return at < target ? target - at : at - target; };
  // Copying a state and finding its spots costs about as much as this.
  const std::uint64_t copy = 4 * std::uint64_t{network.wires()};
  cost = distance(here);
  const Keyframe* from = nullptr;
  const auto consider = [&](std::uint64_t at, const Keyframe& keyframe) {
    if (distance(at) + copy >= cost) return;
    cost = distance(at) + copy;
    from = &keyframe;
  };
  consider(0, kStart);
  const auto after = keyframes_.lower_bound(target);
  if (after != keyframes_.end()) consider(after->first, after->second);
  if (after != keyframes_.begin()) consider(std::prev(after)->first, std::prev(after)->second);
  return from;
}

void AksReplay::jump_to_window(Cursor cursor) {
  const std::uint32_t t = step_at(cursor);
  if (t == step_at(cursor_)) return;
  move_to_step(t);
  const std::span<const std::uint32_t> keyframe = recording_->windows->keyframe(t);
  std::copy(keyframe.begin(), keyframe.end(), spots_.begin());
  cursor_ = {aks_.first_layer(t), 0};
  current_ = false;
}

void AksReplay::keep_keyframe() {
  if (keyframe_every_ == 0 || cursor_.comparator != 0) return;
  const std::uint64_t at = recording_->network.position(cursor_);
  const auto after = keyframes_.upper_bound(at);
  const std::uint64_t before = after == keyframes_.begin() ? 0 : std::prev(after)->first;
  if (at - before < keyframe_every_) return;
  if (after != keyframes_.end() && after->first - at < keyframe_every_) return;
  try {
    const std::span<const std::uint32_t> now = places();
    keyframes_.emplace(at, Keyframe{cursor_, std::make_shared<const std::vector<std::uint32_t>>(
                                                 now.begin(), now.end())});
  } catch (const std::bad_alloc&) {
    // Seeks get slower, nothing else.
    keyframes_.clear();
    keyframe_every_ = 0;
  }
}

}  // namespace sortscope
