// rank_history.h: a whole run as a raster: where the keys stand after each layer.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/recordings/replay.h"

namespace sortscope {

struct Recording;

/// Mean ranks of the keys on neighbouring wires (a row) after a number of layers (a column). Up to
/// kMostRows wires and kMostColumns - 1 layers have a row and a column each. Columns are made from
/// left to right, as much at a time as a frame has room for. Belongs to the SceneMaker.
class RankHistory {
 public:
  static constexpr std::uint32_t kMostRows = 512;
  static constexpr std::uint32_t kMostColumns = 512;

  /// `ranks`: by place, as ranks_by_place(); both live as long as this.
  RankHistory(const std::shared_ptr<const Recording>& recording,
              std::span<const std::uint32_t> ranks);

  /// Makes further columns: all of them, or those that `steps` of a key through a layer reach, one
  /// at least. O(wires) a layer.
  void advance(std::uint64_t steps);
  [[nodiscard]] bool complete() const { return done_ == columns_; }

  [[nodiscard]] std::uint32_t rows() const { return rows_; }
  [[nodiscard]] std::uint32_t columns() const { return columns_; }
  /// Columns that are made.
  [[nodiscard]] std::uint32_t done() const { return done_; }
  /// First wire of a row; of rows(): the number of wires.
  [[nodiscard]] Wire first_wire(std::uint32_t row) const;
  /// Layers that were run before what a column shows: 0 for the first, the depth for the last.
  [[nodiscard]] std::uint32_t layers(std::uint32_t column) const;
  /// Mean rank in a column that is made, 0 (first in order) to 1; below 0: only padding is there.
  [[nodiscard]] float rank(std::uint32_t row, std::uint32_t column) const {
    return cells_[std::size_t{column} * rows_ + row];
  }
  /// The wire that the key with `place` stands on after each layer, depth + 1 entries. The last
  /// few are kept: the cost is that of follow_key() where it is asked for first.
  const std::vector<std::uint32_t>& path(std::uint32_t place);

  /// Steps of advance() that a frame has room for; 0: all of them, for files.
  std::uint64_t steps_a_look = 0;

 private:
  void add_column();

  std::shared_ptr<const Recording> recording_;
  std::span<const std::uint32_t> ranks_;
  std::unique_ptr<Replay> replay_;  // null once all columns are made
  std::uint32_t rows_ = 0;
  std::uint32_t columns_ = 0;
  std::uint32_t done_ = 0;
  std::vector<float> cells_;                                   // column by column
  std::map<std::uint32_t, std::vector<std::uint32_t>> paths_;  // by place
};

}  // namespace sortscope
