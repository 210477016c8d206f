// tree_flight.h: the ways of keys and subtrees through bitonic trees: along the lanes between the
// rows of nodes, so that nothing that moves covers what stands.
#pragma once

#include <cstdint>

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

}  // namespace sortscope
