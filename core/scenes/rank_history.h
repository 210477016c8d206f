// rank_history.h: a whole run as a raster, near and far: where the keys stand after each layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/base/types.h"
#include "core/recordings/passing/far_columns.h"
#include "core/recordings/replay.h"

namespace sortscope {

struct Recording;

/// Where a picture of the history looks: 1 shows the whole run; x and y are shares of the layers
/// and wires, in the middle.
struct HistoryCamera {
  double zoom = 1;
  double x = 0.5, y = 0.5;
  friend bool operator==(const HistoryCamera&, const HistoryCamera&) = default;
};

/// A part of the raster at one level: columns of 2^layers_log2 layers each, of which they show the
/// first state (the run's last column its last), and rows of 2^wires_log2 wires.
struct HistorySight {
  unsigned layers_log2 = 0;
  unsigned wires_log2 = 0;  // at most FarGrid::wires_log2
  std::uint32_t first_column = 0, columns = 0;
  std::uint32_t first_row = 0, rows = 0;
  friend bool operator==(const HistorySight&, const HistorySight&) = default;

  [[nodiscard]] std::uint64_t cells() const { return std::uint64_t{columns} * rows; }
};

/// Goes through the states of a run, on one thread at a time.
class HistoryWalk {
 public:
  explicit HistoryWalk(std::shared_ptr<const Recording> recording)
      : recording_(std::move(recording)) {}
  /// Goes to the state after `layers` layers. `goes_on` is asked every some hundredths of a second;
  /// false where it says no, or after end().
  bool go_to(std::uint32_t layers, const std::function<bool()>& goes_on);
  /// Original place of the key on each wire there.
  [[nodiscard]] std::span<const std::uint32_t> places() const { return replay_->places(); }
  /// From any thread: go_to() returns soon, and the walk is to be thrown away.
  void end() { progress_.cancel = true; }

 private:
  std::shared_ptr<const Recording> recording_;
  std::optional<Replay> replay_;  // from the first way on
  Progress progress_;
};

/// The raster, as far as somebody looked at it: exact ranks where a row is a wire, else the mean of
/// the keys on its wires. Keeps what was made within a bound of memory, the far view always. Its
/// members may be called from any thread, unless they say otherwise.
class RankHistory : public std::enable_shared_from_this<RankHistory> {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  /// Of a sight: a third of that.
  static constexpr std::uint64_t kMostCells = std::uint64_t{5} << 20;

  /// `ranks`: by place, as ranks_by_place().
  RankHistory(std::shared_ptr<const Recording> recording,
              std::shared_ptr<const std::vector<std::uint32_t>> ranks,
              std::size_t most_bytes = kMostBytes);

  [[nodiscard]] const std::shared_ptr<const Recording>& recording() const { return recording_; }
  [[nodiscard]] const FarGrid& far() const { return far_; }
  /// Layers that were run before what a column of `sight` shows.
  [[nodiscard]] std::uint32_t layers(const HistorySight& sight, std::uint32_t column) const;

  [[nodiscard]] bool has(const HistorySight& sight) const;
  /// Makes the columns that `sight` lacks, from left to right. `goes_on` is asked between them and
  /// on the way; false: it stopped. O(wires) a layer, and the way there.
  bool make(const HistorySight& sight, HistoryWalk& walk, const std::function<bool()>& goes_on);
  /// The same at once, for files; false where `progress` was cancelled. Of one thread.
  bool make_now(const HistorySight& sight, const Progress* progress = nullptr);

  /// Mean ranks of a column of `sight`, 0 to 1, or kOnlyPadding. False where it was not made.
  bool column(const HistorySight& sight, std::uint32_t column, std::span<float> means) const;
  /// The key on `wire` after `layers` layers, where a sight with a row a wire had it.
  [[nodiscard]] std::optional<std::uint32_t> place(std::uint32_t layers, Wire wire) const;
  /// The colour of a key: 0 (first in order) to 1, or kOnlyPadding.
  [[nodiscard]] float rank_of(std::uint32_t place) const;
  /// Bytes that are kept.
  [[nodiscard]] std::size_t bytes() const;

  /// The wire that the key with `place` stands on after each layer, depth + 1 entries. The last
  /// few are kept: the cost is that of follow_key() where it is asked for first. Of one thread.
  const std::vector<std::uint32_t>& path(std::uint32_t place);

  /// What pictures for files show.
  HistoryCamera camera;

 private:
  static constexpr std::uint32_t kStripRows = 256;
  // Rows of one column: places where a row is a wire, else means as bits.
  struct Strip {
    std::vector<std::uint32_t> cells;
    std::list<std::uint64_t>::iterator looked_at;  // where it is not of the far view
  };
  struct Key {
    unsigned wires_log2;
    std::uint32_t layers;
    std::uint32_t tile;
    [[nodiscard]] std::uint64_t word() const {
      return (std::uint64_t{wires_log2} << 32 | layers) << 24 | tile;
    }
  };

  [[nodiscard]] bool far_strip(const Key& key) const {
    return key.wires_log2 == far_.wires_log2 && far_.has_column(key.layers);
  }
  [[nodiscard]] const Strip* find(const Key& key) const;
  [[nodiscard]] bool has_column(const HistorySight& sight, std::uint32_t layers) const;
  void add_column(const HistorySight& sight, std::uint32_t layers,
                  std::span<const std::uint32_t> places);
  void keep_column(const HistorySight& sight, std::uint32_t layers, std::uint32_t first_row,
                   std::span<const std::uint32_t> cells);
  void keep(const Key& key, std::vector<std::uint32_t> cells);

  const std::shared_ptr<const Recording> recording_;
  const std::shared_ptr<const std::vector<std::uint32_t>> ranks_;
  const FarGrid far_;
  const std::size_t most_bytes_;
  std::unique_ptr<HistoryWalk> own_walk_;                      // of make_now()
  std::map<std::uint32_t, std::vector<std::uint32_t>> paths_;  // by place

  mutable std::mutex mutex_;  // never while something is made
  std::unordered_map<std::uint64_t, Strip> strips_;
  mutable std::list<std::uint64_t> order_;  // the latest first
  std::size_t bytes_ = 0;
};

}  // namespace sortscope
