// rank_history.cpp: replays a run once, from its input to its output, and averages the ranks.
#include "core/scenes/rank_history.h"

#include <algorithm>
#include <limits>

#include "core/base/pieces.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostPaths = 8;
// Wires that a thread looks at, at least.
constexpr std::size_t kWiresAThread = std::size_t{1} << 16;

}  // namespace

RankHistory::RankHistory(const std::shared_ptr<const Recording>& recording,
                         std::span<const std::uint32_t> ranks)
    : recording_(recording),
      ranks_(ranks),
      rows_(std::min(recording->network.wires(), kMostRows)),
      columns_(std::min(recording->network.depth() + 1, kMostColumns)) {}

Wire RankHistory::first_wire(std::uint32_t row) const {
  return static_cast<Wire>(std::uint64_t{row} * recording_->network.wires() / rows_);
}

std::uint32_t RankHistory::layers(std::uint32_t column) const {
  if (columns_ == 1) return 0;
  return static_cast<std::uint32_t>(std::uint64_t{column} * recording_->network.depth() /
                                    (columns_ - 1));
}

void RankHistory::advance(std::uint64_t steps) {
  if (complete()) return;
  if (replay_ == nullptr) {
    // It never goes back: one keyframe, the start, is enough.
    replay_ = std::make_unique<Replay>(recording_, std::numeric_limits<std::uint32_t>::max());
    cells_.reserve(std::size_t{rows_} * columns_);
  }
  const std::uint64_t wires = recording_->network.wires();
  std::uint64_t taken = 0;
  while (!complete() && (steps == 0 || taken < steps)) {
    const std::uint32_t before = done_ == 0 ? 0 : layers(done_ - 1);
    taken += wires * (layers(done_) - before + 1);
    add_column();
  }
  if (complete()) replay_.reset();
}

void RankHistory::add_column() {
  replay_->seek({layers(done_), 0});
  const std::span<const std::uint32_t> places = replay_->places();
  const double last = std::max(1.0, static_cast<double>(recording_->real_keys()) - 1);
  cells_.resize(cells_.size() + rows_);
  float* const cells = &cells_[cells_.size() - rows_];
  const auto pieces = static_cast<std::uint32_t>(even_pieces(places.size(), kWiresAThread));
  run_pieces(pieces, [&](std::size_t piece) {
    const auto end_row = static_cast<std::uint32_t>(rows_ * (piece + 1) / pieces);
    for (auto row = static_cast<std::uint32_t>(rows_ * piece / pieces); row < end_row; ++row) {
      std::uint64_t sum = 0;
      std::uint32_t keys = 0;
      const Wire end = first_wire(row + 1);
      for (Wire wire = first_wire(row); wire < end; ++wire) {
        const std::uint32_t place = places[wire];
        if (recording_->is_padding(place)) continue;
        sum += ranks_[place];
        ++keys;
      }
      cells[row] = keys == 0 ? -1.0F : static_cast<float>(static_cast<double>(sum) / keys / last);
    }
  });
  ++done_;
}

const std::vector<std::uint32_t>& RankHistory::path(std::uint32_t place) {
  const auto found = paths_.find(place);
  if (found != paths_.end()) return found->second;
  if (paths_.size() >= kMostPaths) paths_.clear();
  return paths_[place] = follow_key(*recording_, place, {}).wire_after;
}

}  // namespace sortscope
