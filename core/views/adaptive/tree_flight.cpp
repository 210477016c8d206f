// tree_flight.cpp: lanes, and what goes along them.
#include "core/views/adaptive/tree_flight.h"

#include <algorithm>
#include <cmath>

namespace sortscope {

namespace {

constexpr float kGap = 2;          // between what moves and what stands
constexpr float kFolded = 0.3F;    // share of the way in which a subtree has folded up
constexpr float kShrunk = 0.3F;    // share of the lift by which a key has shrunk
constexpr float kOutOfRow = 0.2F;  // ... in which a key is out of its row

float smooth(float t) {
  t = std::clamp(t, 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

// 0 in the rows, 1 in the lane; how far along the lane.
struct Progress {
  float lift = 0;
  float along = 0;
};
Progress progress_of(float share, float leaving) {
  return {smooth(std::min(share, 1 - share) / leaving),
          smooth((share - leaving) / (1 - 2 * leaving))};
}

}  // namespace

TreeLane TreeLane::half(bool right) const {
  const float gap = std::min(1.0F, 0.25F * std::max(height(), 0.0F));
  return right ? TreeLane{top, middle() - gap} : TreeLane{middle() + gap, bottom};
}

TreeLane lane_above(const TreePage& page, std::uint32_t depth) {
  const float row = page.row_y(depth);
  const float bottom = row - page.chip_h / 2 - kGap;
  const float top =
      depth == 0 ? page.tree_top + kGap : page.row_y(depth - 1) + page.chip_h / 2 + kGap;
  // Rows that nearly touch leave a line.
  return {std::min(top, bottom - 1), bottom};
}

TreePose key_on_its_way(const TreePage& page, Wire from, Wire to, float share, bool shared) {
  const TreePoint start = page.at(from);
  const TreePoint end = page.at(to);
  const std::uint32_t leaves = tree_depth(page.merge, from);
  const std::uint32_t enters = tree_depth(page.merge, to);
  const std::uint32_t deepest = page.merge - 1;
  const bool right = end.x > start.x;
  // One above the row, the other below it, both above the leaves; between two rows both above the
  // deeper one, since the higher node has its column free down to there.
  const std::uint32_t row_below = leaves != enters             ? std::max(leaves, enters)
                                  : right || leaves == deepest ? leaves
                                                               : leaves + 1;
  TreeLane lane = lane_above(page, row_below);
  if (shared || leaves != enters || leaves == deepest) lane = lane.half(right);
  const auto [lift, along] = progress_of(share, kOutOfRow);
  // Keys that pass each other up and down have the columns between them.
  const float beside = leaves == enters ? page.chip_w : std::abs(end.x - start.x) - kGap;
  const float scale =
      std::min({1.0F, lane.height() / page.chip_h, std::max(beside, 1.0F) / page.chip_w});
  const float row = share < 0.5F ? start.y : end.y;
  return {{std::lerp(start.x, end.x, along), std::lerp(row, lane.middle(), lift)},
          std::lerp(1.0F, scale, std::min(lift / kShrunk, 1.0F))};
}

TreePose SubtreeFlight::pose(const TreePage& page, Wire wire, float share) const {
  const TreePoint start = page.at(from);
  const TreePoint end = page.at(to);
  const TreePoint node = page.at(wire);
  const TreeLane lane = lane_above(page, tree_depth(page.merge, from)).half(end.x > start.x);
  const float height = page.chip_h + static_cast<float>(levels - 1) * page.pitch();
  const float folded = std::min(1.0F, lane.height() / height);
  const auto [lift, along] = progress_of(share, kFolded);
  const float scale = std::lerp(1.0F, folded, lift);
  const float row = share < 0.5F ? start.y : end.y;
  const float top = std::lerp(row, lane.top + folded * page.chip_h / 2, lift);
  return {{std::lerp(start.x, end.x, along) + (node.x - start.x) * scale,
           top + (node.y - start.y) * scale},
          scale};
}

void BarLanes::add(std::int64_t by) {
  if (by != 0 && std::find(ways_.begin(), ways_.end(), by) == ways_.end()) ways_.push_back(by);
}

BarPose BarLanes::pose(std::int64_t by, float from, float to, float share) const {
  const auto way = std::find(ways_.begin(), ways_.end(), by);
  if (way == ways_.end() || share <= 0 || share >= 1) {
    return {share < 1 ? from : to, page_.bars_bottom, 1};
  }
  const float top = page_.leaf_y + page_.chip_h / 2 + kGap;
  const float lane = std::max(bars_top_ - top, 1.0F) / static_cast<float>(ways_.size());
  const auto index = static_cast<float>(way - ways_.begin());
  const float height = std::max(page_.bars_bottom - bars_top_, 1.0F);
  const auto [lift, along] = progress_of(share, kFolded);
  return {std::lerp(from, to, along),
          std::lerp(page_.bars_bottom, top + (index + 1) * lane - std::min(1.0F, lane / 4), lift),
          std::lerp(1.0F, std::min(1.0F, 0.8F * lane / height), lift)};
}

}  // namespace sortscope
