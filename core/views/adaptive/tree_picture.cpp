// tree_picture.cpp: geometry and motion of bitonic trees.
#include "core/views/adaptive/tree_picture.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/scene.h"
#include "core/views/adaptive/tree_flight.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kHead = 84;      // three lines of text
constexpr float kLowPage = 420;  // below it room is saved
constexpr float kFoot = 52;      // brackets below the bars

// The largest type size at which `characters` fit into `room`; 0 where none does.
float fitting_size(float characters, float room, float largest) {
  for (const float size : {24.0F, 21.0F, 18.0F, 16.0F, 15.0F, 14.0F, 13.0F, 12.0F, 11.0F, 10.0F}) {
    if (size <= largest && 0.6F * size * characters <= room) return size;
  }
  return 0;
}

}  // namespace

float TreePage::tree_left(std::uint32_t block) const {
  const float columns = static_cast<float>(std::uint32_t{1} << merge) + 2 * kSide;
  return left + static_cast<float>(block) * columns * column;
}

float TreePage::x(Wire wire) const {
  const std::uint32_t block = (wire - first) >> merge;
  const auto in_block = static_cast<float>(wire - first - (block << merge));
  return tree_left(block) + (kSide + in_block + 0.5F) * column;
}

float TreePage::pitch() const {
  if (merge < 2) return largest_pitch;
  return std::min((leaf_y - root_y) / static_cast<float>(merge - 1), largest_pitch);
}

float TreePage::y(Wire wire) const { return row_y(tree_depth(merge, wire)); }

float TreePage::row_y(std::uint32_t depth) const {
  return leaf_y - pitch() * static_cast<float>(merge - 1 - depth);
}

namespace {

// The page with keys of at most type size `largest`, with or without bars.
TreePage page_with(const TreeSpan& span, float width, float height, bool bars, float largest) {
  const std::uint32_t merge = span.merge;
  TreePage page;
  page.first = span.first;
  page.wires = span.wires;
  page.merge = merge;
  const auto blocks = static_cast<float>(page.wires >> merge);
  const float columns = static_cast<float>(page.wires) + 2 * TreePage::kSide * blocks;
  // Few keys do not spread over a wide page.
  page.column = std::min((width - 2 * kMargin) / columns, std::max(120.0F, 0.16F * height));
  page.left = (width - page.column * columns) / 2;
  page.largest_pitch = std::max(120.0F, 0.15F * height);

  const auto longest = static_cast<float>(span.longest);
  // Nodes of one level are two columns apart, but for the root and extra node of a tree of two.
  const float room = std::min((merge == 1 ? 1.0F : 1.8F) * page.column - 10, 120.0F);
  page.key_size = fitting_size(longest, room - 6, largest);
  if (page.key_size > 0) {
    page.chip_h = std::round(page.key_size * 1.7F);
    page.chip_w = std::round(
        std::min(std::max(0.6F * page.key_size * longest + 14, page.chip_h * 1.3F), room));
  } else {
    page.chip_w = page.chip_h = std::clamp(1.3F * page.column, 1.5F, 12.0F);
  }
  page.node_numbers = page.key_size > 0 && 2 * page.column - page.chip_w >= 26;
  const float below_text = height > 1000 ? 18.0F : 13.0F;
  page.bar_text =
      bars ? fitting_size(longest, page.column - 3, std::min(page.key_size, below_text)) : 0;

  const bool low = height < kLowPage;
  const float foot = bars ? kFoot + (page.bar_text > 0 ? page.bar_text + 6 : 0) : 0;
  page.bars_bottom = height - (low ? 8 : kMargin) - foot;
  page.tree_top = kHead;
  const float area = page.bars_bottom - page.tree_top;
  // Arc and name of the tree above the root; half a node at both ends.
  const float above = (low ? 30.0F : 46.0F) + page.chip_h / 2;
  const float below = page.chip_h / 2 + (low ? 6.0F : 14.0F);
  const float wanted = above + below + page.largest_pitch * static_cast<float>(merge - 1);
  const float least_bars = bars ? std::clamp(0.22F * area, 24.0F, 320.0F) : 0;
  const float gap = bars ? 12 : 0;
  page.tree_bottom = page.tree_top + std::min(wanted, area - least_bars - gap);
  page.bars_top = bars ? page.tree_bottom + gap : page.bars_bottom;
  page.root_y = page.tree_top + above;
  page.leaf_y = page.tree_bottom - below;
  return page;
}

}  // namespace

TreeSpan all_trees(const Recording& recording, std::uint32_t merge) {
  return {0, recording.network.wires(), merge, longest_key_text(recording)};
}

TreePage tree_page(const Recording& recording, std::uint32_t merge, float width, float height,
                   bool bars) {
  return tree_page(all_trees(recording, merge), width, height, bars);
}

TreePage tree_page(const TreeSpan& span, float width, float height, bool bars) {
  const float largest = height > 1000 ? 24 : span.wires <= 16 ? 18 : 15;
  TreeSpan whole = span;
  whole.merge = static_cast<std::uint32_t>(std::bit_width(span.wires)) - 1;
  TreePage page;
  // In a low pane the keys become smaller first, then the bars go, then the text of the keys:
  // levels must not touch. What the last merge needs decides, so that nothing comes and goes in
  // between.
  constexpr std::pair<float, bool> kChoices[] = {
      {24, true},  {21, true},  {18, true},  {16, true},  {15, true},  {14, true},  {13, true},
      {12, true},  {10, true},  {24, false}, {21, false}, {18, false}, {16, false}, {15, false},
      {14, false}, {13, false}, {12, false}, {0, true},   {0, false}};
  for (const auto& [size, with_bars] : kChoices) {
    if (with_bars && !bars) continue;
    page = page_with(span, width, height, with_bars, std::min(size, largest));
    const TreePage last = page_with(whole, width, height, with_bars, std::min(size, largest));
    const float apart = last.key_size >= 12 ? 12.0F : last.key_size > 0 ? 8.0F : 2.0F;
    if (last.pitch() >= last.chip_h + apart) break;
  }
  // Letters fill their chips before they are smaller than words.
  constexpr float kRead = 12;
  const float wide = 0.6F * kRead * static_cast<float>(span.longest) + 4;
  if (page.key_size >= 10 && page.key_size < kRead && wide <= page.chip_w) page.key_size = kRead;
  if (page.bar_text >= 10 && page.bar_text < kRead && wide <= page.column) page.bar_text = kRead;
  return page;
}

PlacedTrees::PlacedTrees(const TreeMoment& moment, const TreePage& page, const TreePage& next,
                         float fraction)
    : page_(page),
      next_(next),
      motion_(tree_motion(moment, fraction)),
      before_(moment.before->size()),
      after_(moment.before->size()),
      nodes_(moment.before->size()),
      scales_(moment.before->size(), 1.0F) {
  std::vector<std::uint32_t> order(moment.before->size());
  moment.after->in_order(moment.merge, order);
  for (Wire wire = 0; wire < order.size(); ++wire) after_[order[wire]] = wire;
  moment.before->in_order(moment.merge, order);
  for (Wire wire = 0; wire < order.size(); ++wire) before_[order[wire]] = wire;
  members_.assign(order.begin() + page.first, order.begin() + page.first + page.wires);
  for (const std::uint32_t node : members_) {
    nodes_[node] = page.at(motion_.slide < 1 ? before_[node] : after_[node]);
  }
  if (motion_.slide > 0 && motion_.slide < 1) move_subtrees();
  if (motion_.join <= 0) return;
  for (const std::uint32_t node : members_) {
    const TreePoint joined = next.at(after_[node]);
    nodes_[node] = {std::lerp(nodes_[node].x, joined.x, motion_.join),
                    std::lerp(nodes_[node].y, joined.y, motion_.join)};
  }
}

// Neighbours that go the same way are a subtree, or what of one goes no other way.
void PlacedTrees::move_subtrees() {
  const auto by = [&](std::size_t i) {
    return std::int64_t{after_[members_[i]]} - std::int64_t{before_[members_[i]]};
  };
  const auto depth = [&](std::size_t i) { return tree_depth(page_.merge, before_[members_[i]]); };
  for (std::size_t first = 0; first < members_.size();) {
    std::size_t last = first + 1;
    while (last < members_.size() && by(last) == by(first)) ++last;
    if (by(first) != 0) {
      std::size_t top = first;
      std::uint32_t deepest = 0;
      for (std::size_t i = first; i < last; ++i) {
        if (depth(i) < depth(top)) top = i;
        deepest = std::max(deepest, depth(i));
      }
      const SubtreeFlight flight{before_[members_[top]], after_[members_[top]],
                                 deepest - depth(top) + 1};
      for (std::size_t i = first; i < last; ++i) {
        const auto [at, scale] = flight.pose(page_, before_[members_[i]], motion_.slide);
        nodes_[members_[i]] = at;
        scales_[members_[i]] = scale;
      }
    }
    first = last;
  }
}

float PlacedTrees::x(Wire wire) const {
  return std::lerp(page_.x(wire), next_.x(wire), motion_.join);
}

TreePoint TreeCurve::at(float t) const {
  const float s = 1 - t;
  const auto mix = [&](float a, float b, float c, float d) {
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
  };
  return {mix(from.x, control_from.x, control_to.x, to.x),
          mix(from.y, control_from.y, control_to.y, to.y)};
}

TreeCurve curve_between(const TreePage& page, TreePoint p, TreePoint q, bool level) {
  const float side = page.chip_w / 2 + 2;
  if (level) {
    if (q.x - p.x < page.chip_w + 28) {
      // Neighbours: from top to top.
      const float top = p.y - page.chip_h / 2 - 3;
      const float rise = 0.6F * page.chip_h + 8;
      return {{p.x, top}, {p.x, top - rise}, {q.x, top - rise}, {q.x, q.y - page.chip_h / 2 - 3}};
    }
    const TreePoint from{p.x + side, p.y};
    const TreePoint to{q.x - side, q.y};
    const float reach = std::min(0.3F * (to.x - from.x), 48.0F);
    // A Bezier curve rises to three quarters of its controls.
    const float rise = std::clamp(0.45F * page.pitch(), 0.7F * page.chip_h, 44.0F) / 0.75F;
    return {from, {from.x + reach, from.y - rise}, {to.x - reach, to.y - rise}, to};
  }
  const TreePoint from{p.x + side, p.y};
  const TreePoint to{q.x, q.y + page.chip_h / 2 + 2};
  return {from, {q.x, from.y}, {q.x, from.y - 0.3F * (from.y - to.y)}, to};
}

}  // namespace sortscope
