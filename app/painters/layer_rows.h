// layer_rows.h: which layers of a network diagram a frame shows, and how each of them is drawn.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/painters/network_frame.h"
#include "app/painters/outcome_range.h"

namespace sortscope {

/// A layer as the struct Layer of shaders/network.vert (std430).
struct LayerRow {
  std::array<std::uint32_t, 8> form;
  std::array<std::uint32_t, 4> place;
  std::array<float, 4> x;
  std::array<std::uint32_t, 4> more;
  std::array<std::uint32_t, 4> window;
  std::array<float, 4> part;
};
static_assert(sizeof(LayerRow) == 112);

/// Kinds of rows: each is drawn with a program of its own.
enum RowKind : std::uint8_t {
  kMargin,
  kDetailed,
  kSampled,
  kShare,
  kTreeDetailed,
  kTreeSampled,
  kStrip
};

/// Rows by kind.
using LayerRows = std::array<std::vector<LayerRow>, 7>;

/// The tiles of exchange counts that a frame shows.
struct FrameTiles {
  std::uint32_t first = 0;  // word in their buffer
  std::uint32_t rows = 0;   // 0: there are none
  unsigned level = 0;
  unsigned wires_log2 = 0;
  float pixels = 0;  // of a tile
};

/// A rectangle of the pane, in pixels.
struct Part {
  float top = 0, bottom = 0, left = 0, right = 0;
};

/// How many pixels high a tile is: one, or as few more as there are. No rows where there is no map.
FrameTiles tiles_of(const NetworkFrame& frame);

/// What the frame shows, from left to right. What would take too long is drawn by tiles; of a frame
/// that does not wait also what is still to be recorded again, and the first of it is wanted
/// (LayerRanges::want). O(visible layers).
LayerRows rows_to_draw(const NetworkFrame& frame, const FrameTiles& tiles);

/// The row's colours come from outcomes, not from tiles.
bool reads_outcomes(unsigned kind, const LayerRow& row);

/// The outcomes that a part of a row asks for. O(1).
OutcomeRange seen(const NetworkFrame& frame, unsigned kind, const LayerRow& row, const Part& part);

/// The wires of the frame's pane, with what rounding may add.
SeenWires seen_wires(const NetworkFrame& frame);

}  // namespace sortscope
