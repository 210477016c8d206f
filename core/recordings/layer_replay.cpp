// layer_replay.cpp: layers of a comparator network, applied to places of keys.
#include "core/recordings/layer_replay.h"

#include <algorithm>
#include <cstddef>
#include <new>

#include "core/base/pieces.h"
#include "core/engines/cpu/apply_layers.h"
#include "core/engines/cpu/layers.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Keyframes take at most this, or as much as the outcome bits where those are more.
constexpr std::uint64_t kKeyframeBytes = std::uint64_t{128} << 20;

// So many comparators are replayed in some milliseconds: keyframes need not be closer.
constexpr std::uint32_t kQuickComparators = std::uint32_t{1} << 25;

// A layer of so many comparators is worth several threads.
constexpr std::uint32_t kWorthSharing = std::uint32_t{1} << 21;

// From so many on a source takes longer than a window waits: copies go there beside it.
constexpr std::uint32_t kFarWires = std::uint32_t{1} << 27;

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

void copy_at_once(std::span<const std::uint32_t> from, std::span<std::uint32_t> to) {
  in_stretches_at_once(from.size(), nullptr, [&](std::uint64_t first, std::uint64_t end) {
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(first),
              from.begin() + static_cast<std::ptrdiff_t>(end),
              to.begin() + static_cast<std::ptrdiff_t>(first));
  });
}

SharedPlaces::Places room_for(std::size_t wires) {
  SharedPlaces::Places places;
  reserve_at_once(places, wires);
  places.resize(wires);
  return places;
}

SharedPlaces::Places copied(std::span<const std::uint32_t> places) {
  SharedPlaces::Places copy = room_for(places.size());
  copy_at_once(places, copy);
  return copy;
}

}  // namespace

SharedPlaces::SharedPlaces(std::span<const std::uint32_t> places)
    : spare_(std::make_shared<Spare>()), held_(held(copied(places))) {}

SharedPlaces::SharedPlaces(const SharedPlaces& other) : spare_(other.spare_), held_(other.held_) {
  ++held_->users;
}

SharedPlaces::~SharedPlaces() { --held_->users; }

std::shared_ptr<SharedPlaces::Held> SharedPlaces::held(Places places) const {
  auto made = std::make_unique<Held>();
  made->places = std::move(places);
  return {made.release(), [spare = spare_](Held* last) {
            {
              const std::lock_guard lock(spare->mutex);
              if (spare->places.empty()) spare->places.swap(last->places);
            }
            delete last;
          }};
}

void SharedPlaces::make_spare() {
  try {
    Places places = room_for(held_->places.size());
    const std::lock_guard lock(spare_->mutex);
    if (spare_->places.empty()) spare_->places.swap(places);
  } catch (const std::bad_alloc&) {
    // It is made when it is needed, or not.
  }
}

bool SharedPlaces::make_own(bool blank) {
  if (held_->users == 1) return true;
  try {
    Places places;
    {
      const std::lock_guard lock(spare_->mutex);
      places.swap(spare_->places);
    }
    if (places.empty()) places = room_for(held_->places.size());
    if (!blank) copy_at_once(held_->places, places);
    auto own = held(std::move(places));
    // Whoever is left may write once this one no longer reads.
    --held_->users;
    held_ = std::move(own);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

LayerReplay::LayerReplay(std::shared_ptr<const Recording> recording, std::uint32_t keyframe_every)
    : recording_(std::move(recording)), places_(recording_->start.places) {
  // What is recorded again has keyframes of its own.
  const bool kept = recording_->ranges != nullptr;
  keyframe_every_ = keyframe_every > 0 ? keyframe_every : kept ? 0 : keyframe_spacing(*recording_);
  if (keyframe_every_ > 0) keyframes_.resize(recording_->network.depth() / keyframe_every_ + 1);
}

void LayerReplay::apply(std::uint32_t layer, std::uint32_t first, std::uint32_t last) {
  const Network& network = recording_->network;
  if (first >= last) return;
  const LayerBits bits = recording_->layer_bits(layer);
  if (network.listed() != nullptr) {
    apply_listed(network.listed()->layer(layer), first, last, places_.write().data(), bits.words);
    return;
  }
  best_layers().apply(network.form(layer), network.wires(), first, last, places_.write().data(),
                      bits.words);
}

// One range of what is recorded again after the other.
bool LayerReplay::apply_ranges(std::uint32_t first, std::uint32_t last, bool backwards,
                               Progress* progress) {
  const LayerRanges& ranges = *recording_->ranges;
  while (first < last) {
    // Who looks on meanwhile keeps what he sees: only where the way ends somebody will look.
    const bool ends = ranges.in_one(first, last - 1);
    const auto range = ranges.range_of(*recording_, backwards ? last - 1 : first, progress, ends);
    if (range == nullptr) return false;
    const std::uint32_t begin = std::max(first, range->first);
    const std::uint32_t end = std::min(last, range->last);
    if (!apply_layers(range->part, range->bits.data(),
                      {begin - range->first, end - range->first, backwards}, places_.write().data(),
                      progress)) {
      return false;
    }
    (backwards ? last : first) = backwards ? begin : end;
  }
  return true;
}

bool LayerReplay::apply_whole(std::uint32_t first, std::uint32_t last, bool backwards,
                              Progress* progress) {
  const Network& network = recording_->network;
  if (recording_->ranges) return apply_ranges(first, last, backwards, progress);
  if (last - first > 1 || (last > first && network.count(first) >= kWorthSharing)) {
    try {
      return apply_layers(network, recording_->bits.data(), {first, last, backwards},
                          places_.write().data(), progress);
    } catch (const std::bad_alloc&) {
      // Nothing was done yet: slower, layer by layer.
    }
  }
  for (std::uint32_t i = 0; i < last - first; ++i) {
    const std::uint32_t layer = backwards ? last - 1 - i : first + i;
    apply(layer, 0, network.count(layer));
    if (!goes_on(progress, network.count(layer))) return false;
  }
  return true;
}

bool LayerReplay::seek(Cursor cursor, Progress* progress) {
  if (cursor == cursor_) return true;
  bool there = false;
  if (!jump(cursor, progress, there)) return false;
  if (there) return true;
  if (!places_.make_own()) return false;
  const From from = nearest(cursor);
  if (progress != nullptr) progress->begin(from.cost);
  if (!from.places.empty()) {
    copy_at_once(from.places, places_.write());
    cursor_ = from.cursor;
  }
  return cursor < cursor_ ? seek_back(cursor, progress) : seek_forward(cursor, progress);
}

void LayerReplay::expect_copies() {
  if (source_ != nullptr && recording_->network.wires() >= kFarWires) places_.make_spare();
}

bool LayerReplay::jump(Cursor cursor, Progress* progress, bool& there) {
  if (source_ == nullptr || source_->places_ns(cursor) >= walk_ns(cursor)) return true;
  if (!places_.make_own(true)) return false;
  if (progress != nullptr) progress->begin(recording_->network.wires());
  const Status found = source_->places(cursor, places_.write(), progress);
  there = found.ok();
  if (there) {
    cursor_ = cursor;
    return true;
  }
  if (progress != nullptr && progress->cancelled()) return false;
  source_.reset();
  copy_at_once(recording_->start.places, places_.write());
  cursor_ = {};
  return true;
}

std::uint64_t LayerReplay::seek_ns(Cursor cursor) const {
  const std::uint64_t walk = walk_ns(cursor);
  return source_ == nullptr ? walk : std::min(walk, source_->places_ns(cursor));
}

std::uint64_t LayerReplay::walk_ns(Cursor cursor) const {
  // So many comparators a microsecond.
  constexpr std::uint64_t kPace = 2000;
  return nearest(cursor).cost * 1000 / kPace;
}

bool LayerReplay::seek_forward(Cursor cursor, Progress* progress) {
  if (cursor_.comparator > 0 && cursor_.layer < cursor.layer) {
    apply(cursor_.layer, cursor_.comparator, recording_->network.count(cursor_.layer));
    cursor_ = {cursor_.layer + 1, 0};
    keep_keyframe();
  }
  while (cursor_.layer < cursor.layer) {
    const std::uint32_t stop = keyframe_every_ > 0
                                   ? (cursor_.layer / keyframe_every_ + 1) * keyframe_every_
                                   : cursor.layer;
    const std::uint32_t last = std::min(stop, cursor.layer);
    if (!apply_whole(cursor_.layer, last, false, progress)) return false;
    cursor_ = {last, 0};
    keep_keyframe();
  }
  apply(cursor.layer, cursor_.comparator, cursor.comparator);
  cursor_ = cursor;
  return true;
}

bool LayerReplay::seek_back(Cursor cursor, Progress* progress) {
  if (cursor_.comparator > 0) {
    const std::uint32_t from = cursor_.layer == cursor.layer ? cursor.comparator : 0;
    apply(cursor_.layer, from, cursor_.comparator);
    cursor_ = {cursor_.layer, from};
  }
  const std::uint32_t first = cursor.comparator > 0 ? cursor.layer + 1 : cursor.layer;
  if (first < cursor_.layer && !apply_whole(first, cursor_.layer, true, progress)) return false;
  if (cursor.layer < cursor_.layer && cursor.comparator > 0) {
    apply(cursor.layer, cursor.comparator, recording_->network.count(cursor.layer));
  }
  cursor_ = cursor;
  return true;
}

LayerReplay::From LayerReplay::nearest(Cursor cursor) const {
  const Network& network = recording_->network;
  const auto between = [&](Cursor a, Cursor b) {
    const std::uint64_t x = network.position(a);
    const std::uint64_t y = network.position(b);
    return x < y ? y - x : x - y;
  };
  // Copying a state costs about as much as four layers.
  const std::uint64_t copy = 2 * std::uint64_t{network.wires()};
  From best{cursor_, {}, between(cursor_, cursor)};
  const auto again = [&](Cursor at) -> std::uint64_t {
    if (!recording_->ranges) return 0;
    const std::uint32_t end = std::max(at, cursor).layer + (std::max(at, cursor).comparator > 0);
    const std::uint32_t begin = std::min(at, cursor).layer;
    // Sorting takes about twice as long as replaying.
    return 2 * (at < cursor ? recording_->ranges->comparators_again(network, begin, end)
                            : recording_->ranges->comparators_again(network, end, begin));
  };
  best.cost += again(cursor_);
  const auto consider = [&](Cursor at, std::span<const std::uint32_t> places) {
    const std::uint64_t cost = between(at, cursor) + copy + again(at);
    if (cost < best.cost) best = {at, places, cost};
  };
  consider({0, 0}, recording_->start.places);
  if (recording_->ranges) {
    const LayerRanges::Keyframe kept = recording_->ranges->keyframe_before(cursor.layer);
    if (kept.places != nullptr) consider({kept.layer, 0}, *kept.places);
  }
  if (keyframe_every_ == 0) return best;
  // The nearest keyframe kept on either side.
  const std::size_t here = cursor.layer / keyframe_every_;
  const auto layer_of = [&](std::size_t k) {
    return static_cast<std::uint32_t>(k) * keyframe_every_;
  };
  for (std::size_t k = here + 1; k-- > 0;) {
    if (keyframes_[k] == nullptr) continue;
    consider({layer_of(k), 0}, *keyframes_[k]);
    break;
  }
  for (std::size_t k = here + 1; k < keyframes_.size(); ++k) {
    if (keyframes_[k] == nullptr) continue;
    consider({layer_of(k), 0}, *keyframes_[k]);
    break;
  }
  return best;
}

void LayerReplay::keep_keyframe() {
  if (keyframe_every_ == 0 || cursor_.comparator != 0 || cursor_.layer == 0) return;
  if (cursor_.layer % keyframe_every_ != 0) return;
  auto& keyframe = keyframes_[cursor_.layer / keyframe_every_];
  if (keyframe != nullptr) return;
  try {
    keyframe = std::make_shared<const SharedPlaces::Places>(copied(places_.read()));
  } catch (const std::bad_alloc&) {
    // Seeks get slower, nothing else.
    keyframes_.clear();
    keyframe_every_ = 0;
  }
}

}  // namespace sortscope
