// tree_geometry.h: where the nodes and keys of the AKS construction's tree stand on a page, at
// rest and on their way from a step to the next. shaders/aks_tree.vert computes the same.
#pragma once

#include <cstdint>

#include "core/networks/aks/schedule.h"

namespace sortscope {

/// The part of a page that the tree has: levels from top to bottom, the nodes of a level side by
/// side, each in the middle of its share of the width.
struct AksTreeField {
  float left = 0, width = 0;
  float top = 0;
  float level_height = 1;    // from a level to the next
  std::uint32_t levels = 1;  // 0 .. levels - 1
  float most_cell = 12;      // keys stand no further apart

  /// Of active levels every second one is active: their boxes reach over the next one's middle.
  static constexpr float kReach = 0.68F;
  [[nodiscard]] float y(std::uint32_t level) const {
    return top + (static_cast<float>(level) + kReach + 0.04F) * level_height;
  }
  [[nodiscard]] float bottom() const { return y(levels - 1) + kReach * level_height; }
  /// Middle of a node.
  [[nodiscard]] float x(std::uint32_t level, std::uint32_t node) const {
    return left + width * (static_cast<float>(node) + 0.5F) /
                      static_cast<float>(std::uint32_t{1} << level);
  }
};
/// Levels that are active at some step: 0 .. d - 5.
constexpr std::uint32_t aks_tree_levels(std::uint32_t d) { return d - 4; }
/// A field of 2^d wires in a rectangle.
AksTreeField aks_tree_field(std::uint32_t d, float left, float top, float width, float height);

/// An active level: the keys of a node stand in its list's order, column after column, BL left and
/// BR right of a gap.
struct AksTreeRow {
  AksLevel level;
  float left = 0;  // of node 0's share of the width
  float span = 1;  // a node's share
  float y = 0;     // middle
  float cell_x = 1, cell_y = 1;
  std::uint32_t rows = 1;     // keys in a column
  std::uint32_t columns = 1;  // of each half
  float gap = 0;              // between BL and BR
  float radius = 1;           // of a key

  [[nodiscard]] float half_width() const { return cell_x * static_cast<float>(columns) + gap / 2; }
  [[nodiscard]] float half_height() const { return cell_y * static_cast<float>(rows) / 2; }
  [[nodiscard]] float x(std::uint32_t node) const {
    return left + (static_cast<float>(node) + 0.5F) * span;
  }
};
struct AksTreeRows {
  AksStep step;
  AksTreeRow rows[kAksMostLevels] = {};
};
AksTreeRows aks_tree_rows(const AksTreeField& field, const AksStep& step);

/// A key on the page.
struct AksTreeDot {
  float x = 0, y = 0, radius = 1;
};
/// The key on a spot of the rows' step. O(levels).
AksTreeDot aks_tree_dot(const AksTreeRows& rows, std::uint32_t spot);
/// On its way within a node from spot `from` to `to`: `share` from 0 to 1, eased here.
AksTreeDot aks_tree_exchanged(const AksTreeRows& rows, std::uint32_t from, std::uint32_t to,
                              float share);
/// On its way from `spot` to spot `to` of the next step: `share` from 0 to 1. Keys that go up leave
/// first.
AksTreeDot aks_tree_moved(const AksTreeRows& now, const AksTreeRows& next, std::uint32_t spot,
                          std::uint32_t to, float share);
/// The spot whose key stands nearest to (x, y), within the box of a node and a margin;
/// `rows.step`'s wire count where there is none. O(levels).
std::uint32_t aks_tree_spot_at(const AksTreeRows& rows, std::uint32_t wires, float x, float y);

}  // namespace sortscope
