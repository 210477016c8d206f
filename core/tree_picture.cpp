// tree_picture.cpp: geometry and motion of bitonic trees.
#include "core/tree_picture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "core/key_labels.h"
#include "core/scene.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kHead = 84;  // three lines of text
constexpr float kFoot = 52;  // brackets below the bars
constexpr float kLargestPitch = 120;

std::size_t longest_key(const Recording& recording) {
  std::size_t longest = 1;
  for (std::uint32_t place = 0; place < recording.real_keys(); ++place) {
    longest = std::max(longest, display_length(short_key_text(recording, place)));
  }
  return longest;
}

// The largest type size at which `characters` fit into `room`; 0 where none does.
float fitting_size(float characters, float room, float largest) {
  for (const float size : {24.0F, 18.0F, 15.0F, 13.0F, 12.0F, 11.0F, 10.0F}) {
    if (size <= largest && 0.6F * size * characters <= room) return size;
  }
  return 0;
}

float part(float fraction, float from, float to) { return ease((fraction - from) / (to - from)); }

}  // namespace

std::uint32_t tree_depth(std::uint32_t merge, Wire wire) {
  const std::uint32_t last = (std::uint32_t{1} << merge) - 1;
  const std::uint32_t in_block = wire & last;
  if (in_block == last) return 0;
  return merge - 1 - static_cast<std::uint32_t>(std::countr_zero(in_block + 1));
}

float TreePage::pitch(std::uint32_t merge) const {
  if (merge < 2) return kLargestPitch;
  return std::min((leaf_y - root_y) / static_cast<float>(merge - 1), kLargestPitch);
}

TreePoint TreePage::at(std::uint32_t merge, Wire wire) const {
  const std::uint32_t height = std::max(merge, 1U) - 1 - tree_depth(merge, wire);
  return {x(static_cast<float>(wire)), leaf_y - pitch(merge) * static_cast<float>(height)};
}

TreePage tree_page(const Recording& recording, std::uint32_t merge, float width, float height) {
  TreePage page;
  page.wires = recording.network.wires();
  const auto wires = static_cast<float>(page.wires);
  page.column = (width - 2 * kMargin) / wires;
  // Few keys do not spread over a wide page.
  page.column = std::min(page.column, 120.0F);
  page.left = (width - page.column * wires) / 2;

  const auto longest = static_cast<float>(longest_key(recording));
  const float room = std::min(1.8F * page.column - 4, 96.0F);
  page.key_size = fitting_size(longest, room - 8, page.wires <= 16 ? 18.0F : 15.0F);
  if (page.key_size > 0) {
    page.chip_h = std::round(page.key_size * 1.7F);
    page.chip_w = std::round(
        std::min(std::max(0.6F * page.key_size * longest + 14, page.chip_h * 1.3F), room));
  } else {
    page.chip_w = page.chip_h = std::clamp(1.3F * page.column, 1.5F, 12.0F);
  }
  page.bar_text = fitting_size(longest, page.column - 3, page.key_size);
  page.node_numbers = page.key_size > 0 && 2 * page.column - page.chip_w >= 26;

  page.bars_bottom = height - kMargin - kFoot - (page.bar_text > 0 ? page.bar_text + 6 : 0);
  page.tree_top = kHead;
  const float area = page.bars_bottom - page.tree_top;
  // Arc and name of the tree above the root; half a node at both ends.
  const float above = 46 + page.chip_h / 2;
  const float below = page.chip_h / 2 + 14;
  const float wanted = above + below + kLargestPitch * static_cast<float>(std::max(merge, 1U) - 1);
  const float least_bars = std::clamp(0.22F * area, 24.0F, 160.0F);
  const float tree = std::min(wanted, area - least_bars - 12);
  const float bars = std::min(area - tree - 12, 0.45F * area);
  page.bars_top = page.bars_bottom - bars;
  page.tree_bottom = page.bars_top - 12;
  page.tree_top = page.tree_bottom - tree;
  page.root_y = page.tree_top + above;
  page.leaf_y = page.tree_bottom - below;
  return page;
}

TreePage tree_page(const Recording& recording, const TreeMoment& moment, float fraction,
                   float width, float height) {
  TreePage page = tree_page(recording, moment.merge, width, height);
  const float join = tree_motion(moment, fraction).join;
  if (join <= 0) return page;
  const TreePage next = tree_page(recording, moment.merge_after, width, height);
  for (float TreePage::*field : {&TreePage::tree_top, &TreePage::tree_bottom, &TreePage::bars_top,
                                 &TreePage::root_y, &TreePage::leaf_y}) {
    page.*field = std::lerp(page.*field, next.*field, join);
  }
  return page;
}

TreeMotion tree_motion(const TreeMoment& moment, float fraction) {
  TreeMotion motion;
  if (!moment.running) return motion;
  const float end = moment.merge_after == moment.merge ? 1.0F : 0.75F;
  const float t = std::min(fraction / end, 1.0F);
  motion.compared = t >= 0.14F ? 1.0F : 0.0F;
  motion.keys = part(t, 0.14F, 0.5F);
  motion.links = part(t, 0.42F, 0.64F);
  motion.slide = part(t, 0.6F, 1.0F);
  motion.join = end < 1 ? part(fraction, end, 1.0F) : 0;
  return motion;
}

PlacedTrees::PlacedTrees(const TreeMoment& moment, const TreePage& page, float fraction)
    : motion_(tree_motion(moment, fraction)),
      before_(page.wires),
      after_(page.wires),
      nodes_(page.wires) {
  std::vector<std::uint32_t> order(page.wires);
  moment.before->in_order(moment.merge, order);
  for (Wire wire = 0; wire < page.wires; ++wire) before_[order[wire]] = wire;
  moment.after->in_order(moment.merge, order);
  for (Wire wire = 0; wire < page.wires; ++wire) after_[order[wire]] = wire;
  const float step_aside =
      0.3F * page.pitch(moment.merge) * std::sin(std::numbers::pi_v<float> * motion_.slide);
  for (std::uint32_t node = 0; node < page.wires; ++node) {
    const TreePoint from = page.at(moment.merge, before_[node]);
    const TreePoint to = page.at(moment.merge, after_[node]);
    TreePoint at{std::lerp(from.x, to.x, motion_.slide), std::lerp(from.y, to.y, motion_.slide)};
    // The two subtrees pass each other.
    if (before_[node] < after_[node]) at.y -= step_aside;
    if (before_[node] > after_[node]) at.y += step_aside;
    if (motion_.join > 0) {
      at.y = std::lerp(at.y, page.at(moment.merge_after, after_[node]).y, motion_.join);
    }
    nodes_[node] = at;
  }
}

TreePoint TreeCurve::at(float t) const {
  const float s = 1 - t;
  const auto mix = [&](float a, float b, float c, float d) {
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
  };
  return {mix(from.x, control_from.x, control_to.x, to.x),
          mix(from.y, control_from.y, control_to.y, to.y)};
}

TreeCurve curve_between(const TreePage& page, float pitch, TreePoint p, TreePoint q) {
  const float side = page.chip_w / 2 + 2;
  if (std::abs(p.y - q.y) < 1) {
    const TreePoint from{p.x + side, p.y};
    const TreePoint to{q.x - side, q.y};
    const float reach = std::min(0.3F * (to.x - from.x), 48.0F);
    // A Bezier curve rises to three quarters of its controls.
    const float rise = std::clamp(0.45F * pitch, 0.7F * page.chip_h, 44.0F) / 0.75F;
    return {from, {from.x + reach, from.y - rise}, {to.x - reach, to.y - rise}, to};
  }
  const TreePoint from{p.x + side, p.y};
  const TreePoint to{q.x, q.y + page.chip_h / 2 + 2};
  return {from, {q.x, from.y}, {q.x, from.y - 0.3F * (from.y - to.y)}, to};
}

}  // namespace sortscope
