// tree_picture.h: where nodes, keys and links of bitonic trees stand on a page, at rest and on
// their way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/scenes/tree_motion.h"

namespace sortscope {

struct TreePoint {
  float x = 0;
  float y = 0;
};

/// A page with the trees of one merge level side by side above their in-order sequence. Wire w has
/// a column of its own; a node stands in the column of its in-order position, as deep as it is in
/// its tree; an extra node stands beside the root, in the last column of its tree.
struct TreePage {
  Wire first = 0;           // of the in-order sequence that is shown
  std::uint32_t wires = 0;  // shown
  std::uint32_t merge = 0;  // trees of 2^merge keys, all of them on the page
  float left = 0;           // of the first tree
  float column = 1;         // width
  float tree_top = 0, tree_bottom = 0;
  float bars_top = 0, bars_bottom = 0;
  float chip_w = 0, chip_h = 0;
  float key_size = 0;  // of the keys in the nodes; 0: dots without keys
  float bar_text = 0;  // of the keys below the bars; 0: none
  bool node_numbers = false;
  float root_y = 0, leaf_y = 0;
  float largest_pitch = 120;

  /// Columns left free at either side of a tree.
  static constexpr float kSide = 0.45F;
  /// Left and right edge of tree `block`.
  [[nodiscard]] float tree_left(std::uint32_t block) const;
  [[nodiscard]] float tree_right(std::uint32_t block) const { return tree_left(block + 1); }
  /// Middle of the column of `wire`.
  [[nodiscard]] float x(Wire wire) const;
  /// From one level to the next.
  [[nodiscard]] float pitch() const;
  /// The node at in-order position `wire`.
  [[nodiscard]] TreePoint at(Wire wire) const { return {x(wire), y(wire)}; }
  [[nodiscard]] float y(Wire wire) const;
  /// Of the nodes of that depth.
  [[nodiscard]] float row_y(std::uint32_t depth) const;
};

/// A part of an in-order sequence whose keys stand in whole trees (or subtrees with their extra
/// nodes) of 2^merge keys.
struct TreeSpan {
  Wire first = 0;
  std::uint32_t wires = 0;
  std::uint32_t merge = 0;
  std::size_t longest = 1;  // characters of its longest key
};
/// All trees of merge level `merge`. O(keys).
TreeSpan all_trees(const Recording& recording, std::uint32_t merge);

/// Fits the trees of `span` into width x height pixels, below the head; `bars`: with the in-order
/// sequence below.
TreePage tree_page(const TreeSpan& span, float width, float height, bool bars = true);
/// The same for all trees of merge level `merge`, 1 at least.
TreePage tree_page(const Recording& recording, std::uint32_t merge, float width, float height,
                   bool bars = true);

/// Nodes of a moment on a page. O(nodes of all trees).
class PlacedTrees {
 public:
  /// `page`: of the moment's merge level; `next`: of the one after the running step.
  PlacedTrees(const TreeMoment& moment, const TreePage& page, const TreePage& next, float fraction);

  /// Middle of the column of `wire`; on its way while the trees join.
  [[nodiscard]] float x(Wire wire) const;
  [[nodiscard]] TreePoint node(std::uint32_t node) const { return nodes_[node]; }
  /// Of its full size: below 1 while its subtree is folded up to go elsewhere.
  [[nodiscard]] float scale(std::uint32_t node) const { return scales_[node]; }
  /// The nodes that stand on the page, in in-order before the running step.
  [[nodiscard]] std::span<const std::uint32_t> members() const { return members_; }
  [[nodiscard]] std::uint32_t node_at(Wire wire) const { return members_[wire - page_.first]; }
  /// In-order position of a node before and after the running step.
  [[nodiscard]] Wire wire_before(std::uint32_t node) const { return before_[node]; }
  [[nodiscard]] Wire wire_after(std::uint32_t node) const { return after_[node]; }
  [[nodiscard]] const TreeMotion& motion() const { return motion_; }

 private:
  void move_subtrees();

  const TreePage& page_;
  const TreePage& next_;
  TreeMotion motion_;
  std::vector<std::uint32_t> members_;
  std::vector<Wire> before_, after_;  // by node
  std::vector<TreePoint> nodes_;
  std::vector<float> scales_;  // by node
};

/// The curve that joins the two nodes of a comparison: above the level where they stand side by
/// side, else up to the higher one.
struct TreeCurve {
  TreePoint from, control_from, control_to, to;

  [[nodiscard]] TreePoint at(float t) const;
  /// Where the text belongs.
  [[nodiscard]] TreePoint middle() const { return at(0.5F); }
};
/// `level`: p and q are of one level.
TreeCurve curve_between(const TreePage& page, TreePoint p, TreePoint q, bool level);

}  // namespace sortscope
