// rank_history.cpp: replays a run where one looks, and averages the ranks.
#include "core/scenes/rank_history.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "core/base/machine.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostPaths = 8;
// So long nobody asks whether to go on.
constexpr std::uint64_t kPieceNs = 30'000'000;
// What a walk keeps to come back quickly: this, or as much as the outcome bits where so much more
// is free.
constexpr std::uint64_t kKeyframeBytes = std::uint64_t{128} << 20;
constexpr std::uint64_t kOfFree = 16;
// Of a strip beside its cells.
constexpr std::size_t kStripOverhead = 128;

std::uint32_t keyframes_every(const Recording& recording) {
  if (recording.bits.empty() || !recording.network.closed_form()) return 0;
  const std::uint64_t bits = recording.bits.size() * sizeof(std::uint32_t);
  const std::uint64_t budget =
      std::max(kKeyframeBytes, std::min(bits, free_memory_bytes() / kOfFree));
  const std::uint64_t frames =
      budget / (std::uint64_t{recording.network.wires()} * sizeof(std::uint32_t));
  if (frames == 0) return std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(recording.network.depth() / frames + 1);
}

}  // namespace

bool HistoryWalk::go_to(std::uint32_t layers, const std::function<bool()>& goes_on) {
  if (!replay_) replay_.emplace(recording_, keyframes_every(*recording_));
  while (replay_->cursor() != Cursor{layers, 0}) {
    if (progress_.cancelled() || !goes_on()) return false;
    std::uint32_t next = layers;
    if (replay_->seek_ns({layers, 0}) > kPieceNs) {
      // The farthest state before it that is near.
      const std::uint32_t here = replay_->cursor().layer;
      std::uint32_t near = here < layers ? here : 0;
      while (near + 1 < next) {
        const std::uint32_t middle = near + (next - near) / 2;
        (replay_->seek_ns({middle, 0}) <= kPieceNs ? near : next) = middle;
      }
      if (near != here && near > 0) next = near;
    }
    if (!replay_->seek({next, 0}, &progress_)) return false;
  }
  return true;
}

RankHistory::RankHistory(std::shared_ptr<const Recording> recording,
                         std::shared_ptr<const std::vector<std::uint32_t>> ranks,
                         std::size_t most_bytes)
    : recording_(std::move(recording)),
      ranks_(std::move(ranks)),
      far_(FarGrid::of(recording_->network.wires(), recording_->network.depth())),
      most_bytes_(most_bytes) {
  if (!recording_->ranges) return;
  // What was counted while it was recorded.
  HistorySight far{far_.layers_log2, far_.wires_log2, 0, 0, 0, far_.rows()};
  for (const std::vector<std::uint32_t>& column : recording_->ranges->passed().columns) {
    keep_column(far, layers(far, far.columns++), 0, column);
  }
}

std::uint32_t RankHistory::layers(const HistorySight& sight, std::uint32_t column) const {
  const std::uint64_t at = std::uint64_t{sight.first_column} + column;
  return (at + 1) << sight.layers_log2 > far_.depth
             ? far_.depth
             : static_cast<std::uint32_t>(at << sight.layers_log2);
}

const RankHistory::Strip* RankHistory::find(const Key& key) const {
  const auto found = strips_.find(key.word());
  if (found == strips_.end()) return nullptr;
  if (!far_strip(key)) order_.splice(order_.begin(), order_, found->second.looked_at);
  return &found->second;
}

bool RankHistory::has_column(const HistorySight& sight, std::uint32_t layers) const {
  const std::lock_guard lock(mutex_);
  const std::uint32_t last = (sight.first_row + sight.rows - 1) / kStripRows;
  for (std::uint32_t tile = sight.first_row / kStripRows; tile <= last; ++tile) {
    if (find({sight.wires_log2, layers, tile}) == nullptr) return false;
  }
  return true;
}

bool RankHistory::has(const HistorySight& sight) const {
  for (std::uint32_t i = 0; i < sight.columns && sight.rows > 0; ++i) {
    if (!has_column(sight, layers(sight, i))) return false;
  }
  return true;
}

bool RankHistory::make(const HistorySight& sight, HistoryWalk& walk,
                       const std::function<bool()>& goes_on) {
  for (std::uint32_t i = 0; i < sight.columns && sight.rows > 0; ++i) {
    const std::uint32_t at = layers(sight, i);
    if (has_column(sight, at)) continue;
    if (!walk.go_to(at, goes_on) || !goes_on()) return false;
    add_column(sight, at, walk.places());
  }
  return true;
}

bool RankHistory::make_now(const HistorySight& sight, const Progress* progress) {
  if (has(sight)) return true;
  if (own_walk_ == nullptr) own_walk_ = std::make_unique<HistoryWalk>(recording_);
  return make(sight, *own_walk_, [&] { return progress == nullptr || !progress->cancelled(); });
}

void RankHistory::add_column(const HistorySight& sight, std::uint32_t layers,
                             std::span<const std::uint32_t> places) {
  const std::uint32_t all = far_.rows(sight.wires_log2);
  const std::uint32_t first = sight.first_row / kStripRows * kStripRows;
  const std::uint32_t last = (sight.first_row + sight.rows - 1) / kStripRows;
  const std::uint32_t end = std::min((last + 1) * kStripRows, all);
  std::vector<std::uint32_t> cells(end - first);
  if (sight.wires_log2 == 0) {
    std::copy(places.begin() + first, places.begin() + end, cells.begin());
  } else {
    std::vector<float> means(cells.size());
    mean_ranks(places, *ranks_, recording_->real_keys(), sight.wires_log2, first, means);
    std::ranges::transform(means, cells.begin(),
                           [](float mean) { return std::bit_cast<std::uint32_t>(mean); });
  }
  keep_column(sight, layers, first, cells);
}

void RankHistory::keep_column(const HistorySight& sight, std::uint32_t layers,
                              std::uint32_t first_row, std::span<const std::uint32_t> cells) {
  const std::lock_guard lock(mutex_);
  for (std::size_t at = 0; at < cells.size(); at += kStripRows) {
    const auto strip = cells.subspan(at, std::min<std::size_t>(kStripRows, cells.size() - at));
    keep({sight.wires_log2, layers, static_cast<std::uint32_t>(first_row + at) / kStripRows},
         {strip.begin(), strip.end()});
  }
}

void RankHistory::keep(const Key& key, std::vector<std::uint32_t> cells) {
  if (strips_.contains(key.word())) return;
  const auto size = [](const std::vector<std::uint32_t>& of) {
    return of.size() * sizeof(std::uint32_t) + kStripOverhead;
  };
  bytes_ += size(cells);
  Strip strip{std::move(cells), {}};
  if (!far_strip(key)) {
    order_.push_front(key.word());
    strip.looked_at = order_.begin();
  }
  strips_.emplace(key.word(), std::move(strip));
  while (bytes_ > most_bytes_ && !order_.empty()) {
    const auto oldest = strips_.find(order_.back());
    bytes_ -= size(oldest->second.cells);
    strips_.erase(oldest);
    order_.pop_back();
  }
}

bool RankHistory::column(const HistorySight& sight, std::uint32_t column,
                         std::span<float> means) const {
  const std::uint32_t at = layers(sight, column);
  const std::lock_guard lock(mutex_);
  const std::uint32_t end = sight.first_row + sight.rows;
  for (std::uint32_t row = sight.first_row; row < end;) {
    const Strip* const strip = find({sight.wires_log2, at, row / kStripRows});
    if (strip == nullptr) return false;
    const std::uint32_t stop = std::min(end, (row / kStripRows + 1) * kStripRows);
    for (; row < stop; ++row) {
      const std::uint32_t cell = strip->cells[row % kStripRows];
      means[row - sight.first_row] =
          sight.wires_log2 == 0 ? rank_of(cell) : std::bit_cast<float>(cell);
    }
  }
  return true;
}

std::optional<std::uint32_t> RankHistory::place(std::uint32_t layers, Wire wire) const {
  const std::lock_guard lock(mutex_);
  const Strip* const strip = find({0, layers, wire / kStripRows});
  if (strip == nullptr) return {};
  return strip->cells[wire % kStripRows];
}

float RankHistory::rank_of(std::uint32_t place) const {
  return recording_->is_padding(place) ? kOnlyPadding
                                       : rank_share((*ranks_)[place], recording_->real_keys());
}

std::size_t RankHistory::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

const std::vector<std::uint32_t>& RankHistory::path(std::uint32_t place) {
  const auto found = paths_.find(place);
  if (found != paths_.end()) return found->second;
  if (paths_.size() >= kMostPaths) paths_.clear();
  return paths_[place] = follow_key(*recording_, place, {}).wire_after;
}

}  // namespace sortscope
