// history.h: the picture of a whole run or a part of it, and its raster in pixels.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pictures/palette.h"
#include "core/pictures/picture.h"
#include "core/scenes/layout.h"
#include "core/scenes/rank_history.h"

namespace sortscope {

/// Where everything of a page stands, in its units. States count layers that were run: state i is
/// as wide as `state` from x(i) on; wires are as high as `wire`.
struct HistoryPage {
  float left = 0, right = 0, top = 0, foot = 0;  // of what is in sight
  double first_state = 0, first_wire = 0;        // at the left edge and the upper one
  double state = 1, wire = 1;
  std::uint32_t depth = 0, wires = 0;
  bool header = false;

  [[nodiscard]] bool empty() const { return right <= left || foot <= top; }
  [[nodiscard]] float x(double states) const {
    return static_cast<float>(left + (states - first_state) * state);
  }
  [[nodiscard]] float y(double wires_above) const {
    return static_cast<float>(top + (wires_above - first_wire) * wire);
  }
  [[nodiscard]] double end_state() const { return first_state + (right - left) / state; }
  [[nodiscard]] double end_wire() const { return first_wire + (foot - top) / wire; }
  /// All of the run is in sight.
  [[nodiscard]] bool whole() const;
  /// Cells stand apart, with room for what is in them.
  [[nodiscard]] bool apart() const;
  /// Layers that were run before the column under x; nothing beside the picture.
  [[nodiscard]] std::optional<std::uint32_t> layers_under(float x) const;
  [[nodiscard]] std::optional<Wire> wire_under(float y) const;
};
HistoryPage history_page(const Recording& recording, const HistoryCamera& camera, float width,
                         float height);
/// The camera within the run: not farther away than all of it, not nearer than keys have room.
HistoryCamera clamped(const Recording& recording, HistoryCamera camera, float width, float height);
/// `factor` times as near; what is under (x, y) stays there.
HistoryCamera zoomed(const Recording& recording, const HistoryCamera& camera, float factor, float x,
                     float y, float width, float height);

/// The cells in sight at the level whose cells are the smallest of `width` x `height` units or
/// more, at most `most` of them.
HistorySight sight_of_cells(const HistoryPage& page, const FarGrid& far, float width, float height,
                            std::uint64_t most = RankHistory::kMostCells);

/// A raster with a row a pixel or, where they are larger, a wire; a column is never less than a
/// pixel wide.
struct HistoryRaster {
  HistorySight sight;
  const Palette* palette = nullptr;
  double first_wire = 0;
  double wires_a_row = 1;
  std::uint32_t rows = 0;
  friend bool operator==(const HistoryRaster&, const HistoryRaster&) = default;

  /// Layers before the first column and behind the last.
  [[nodiscard]] double first_state() const {
    return static_cast<double>(std::uint64_t{sight.first_column} << sight.layers_log2);
  }
  [[nodiscard]] double end_state() const {
    return static_cast<double>((std::uint64_t{sight.first_column} + sight.columns)
                               << sight.layers_log2);
  }
  [[nodiscard]] double end_wire() const { return first_wire + wires_a_row * rows; }
};
/// What `page` has in sight; `scale`: pixels a unit.
HistoryRaster raster_of(const HistoryPage& page, const FarGrid& far, float scale,
                        const Palette& palette);
/// Its pixels, row by row, R G B A: ranks as colours, the ground where only padding stands, nothing
/// (0) in columns that were not made. A row of many wires is their mean, weighted by how much of
/// the row each group of 2^sight.wires_log2 wires has.
std::vector<std::uint8_t> pixels_of(const RankHistory& history, const HistoryRaster& raster);

/// Which cells of the run the picture itself has; the others are drawn below it, as a raster.
enum class HistoryCells : std::uint8_t { kAll, kApart, kNone };
/// The picture of what `page` has in sight, from what `history` has: missing cells are left out.
Picture history_picture(const Scene& scene, RankHistory& history, const HistoryPage& page,
                        float width, float height, HistoryCells cells);
/// What it needs there: all cells that stand apart, or that files have room for.
HistorySight sight_of_picture(const HistoryPage& page, const FarGrid& far);
/// As Layout::pick and Layout::action, of that page.
Selection pick_history(const Scene& scene, const RankHistory& history, const HistoryPage& page,
                       float x, float y);
std::string history_action(const HistoryPage& page, float x, float y);

}  // namespace sortscope
