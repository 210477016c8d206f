// tree_flight.h: the ways of keys, subtrees and bars through bitonic trees: along the lanes between
// the rows of nodes, so that nothing that moves covers what stands.
#pragma once

#include <cstdint>
#include <vector>

#include "core/views/adaptive/tree_picture.h"

namespace sortscope {

/// Room between two rows of nodes.
struct TreeLane {
  float top = 0, bottom = 0;

  [[nodiscard]] float middle() const { return (top + bottom) / 2; }
  [[nodiscard]] float height() const { return bottom - top; }
  /// The half for what goes right (the upper one) or left.
  [[nodiscard]] TreeLane half(bool right) const;
};
/// The lane above the nodes of `depth`; above the roots it ends at the frame.
TreeLane lane_above(const TreePage& page, std::uint32_t depth);

/// Where a node is drawn on its way, and how large.
struct TreePose {
  TreePoint at;
  float scale = 1;
};

/// The key that leaves the node at in-order position `from` for that at `to`, `share` of the way:
/// out of its row, along a lane, into the other row. `shared`: keys of other rows are on their way
/// too.
TreePose key_on_its_way(const TreePage& page, Wire from, Wire to, float share, bool shared);

/// A subtree that moves: its highest node from in-order position `from` to `to`.
struct SubtreeFlight {
  Wire from = 0;
  Wire to = 0;
  std::uint32_t levels = 1;

  /// The node that was `wire` before, `share` of the way: the subtree folds up into its lane, goes
  /// along it and unfolds.
  [[nodiscard]] TreePose pose(const TreePage& page, Wire wire, float share) const;
};

/// Where a bar is drawn on its way, and how large.
struct BarPose {
  float x = 0;
  float bottom = 0;
  float scale = 1;  // of its height
};

/// The ways of bars below the trees in one part of a step: those that go equally far share a lane
/// between the leaves and the bars, so that none slides across another.
class BarLanes {
 public:
  BarLanes(const TreePage& page, float bars_top) : page_(page), bars_top_(bars_top) {}

  /// Before any pose(): a bar goes `by` wires. 0: it stands.
  void add(std::int64_t by);
  /// The bar that goes `by` wires from column `from` to column `to`, `share` of the way.
  [[nodiscard]] BarPose pose(std::int64_t by, float from, float to, float share) const;

 private:
  const TreePage& page_;
  float bars_top_;
  std::vector<std::int64_t> ways_;  // different ones, a lane each
};

}  // namespace sortscope
