// tree_drawing.cpp: nodes, keys, links and pairs of bitonic trees, and their in-order sequence.
#include "core/views/adaptive/tree_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/scene.h"
#include "core/views/adaptive/tree_flight.h"
#include "core/views/adaptive/tree_notes.h"
#include "core/views/network/highlights.h"
#include "core/words/tree_text.h"

namespace sortscope {

namespace {

using Link = std::pair<std::uint32_t, Side>;

constexpr float kLeastKeyText = 6;  // smaller keys are chips without text

bool same_instance(const TreeTask& a, const TreeTask& b) {
  return a.block == b.block && a.stage == b.stage && a.instance == b.instance;
}

// The pair stands side by side: p and q, or a root and its extra node at the top of the page.
bool of_one_level(const TreePage& page, const PlacedTrees& placed, const TreeEvent& event) {
  return tree_depth(page.merge, placed.wire_before(event.p)) ==
         tree_depth(page.merge, placed.wire_before(event.q));
}

// Draws one moment.
class TreeDrawing {
 public:
  TreeDrawing(const Scene& scene, const TreeMoment& moment, const TreePage& page,
              const TreePage& next, Picture& picture, LabelBoard& board)
      : scene_(scene),
        recording_(*scene.recording),
        moment_(moment),
        page_(page),
        next_(next),
        placed_(moment, page, next, scene.fraction),
        picture_(picture),
        board_(board),
        origin_(moment.before->size()) {
    std::iota(origin_.begin(), origin_.end(), 0U);
    if (!moment.running) return;
    for (const TreeMeeting& meeting : moment.current) {
      if (meeting.event.exchanged) std::swap(origin_[meeting.event.p], origin_[meeting.event.q]);
    }
  }

  void draw() {
    add_trees();
    collect_paths();
    if (page_.bars_top < page_.bars_bottom) add_guides();
    add_links();
    if (page_.bars_top < page_.bars_bottom) add_bars();
    add_nodes();
    add_keys();
    add_meetings();
    add_node_numbers(page_, placed_, picture_, board_);
  }

 private:
  [[nodiscard]] const TreeMotion& motion() const { return placed_.motion(); }
  [[nodiscard]] bool in_focus(const TreeTask& task) const {
    const TreeMeeting* focused = moment_.focused();
    if (focused == nullptr) return false;
    if (same_instance(focused->event.task, task)) return true;
    const TreeMeeting* last = moment_.last_before(*focused);
    return last != nullptr && same_instance(last->event.task, task);
  }
  [[nodiscard]] bool is_padding(std::uint32_t place) const { return recording_.is_padding(place); }

  // A frame around each tree, with its name.
  void add_trees() {
    const std::uint32_t blocks = page_.wires >> page_.merge;
    const TreeMeeting* focused = moment_.focused();
    for (std::uint32_t block = 0; block < blocks; ++block) {
      const float inset = std::min(3.0F, 0.1F * page_.column);
      const bool lit = focused != nullptr && blocks > 1 && focused->event.task.block == block;
      const Box frame{.x = page_.tree_left(block) + inset,
                      .y = page_.tree_top,
                      .w = page_.tree_right(block) - page_.tree_left(block) - 2 * inset,
                      .h = page_.tree_bottom - page_.tree_top,
                      .role = lit ? Role::kAccent : Role::kLine,
                      .filled = false,
                      .corner = 6,
                      .width = lit ? 1.6F : 1.0F};
      if (motion().join > 0) continue;
      picture_.boxes.push_back(frame);
      for (const std::string& text : tree_names(block)) {
        if (estimated_width(text, 12, Face::kSans) > frame.w - 16) continue;
        // On a patch of ground: the arcs of low trees pass behind it.
        board_.add({frame.x + 8, frame.y + 13, text, 12, Face::kSans, Anchor::kStart,
                    lit ? Role::kText : Role::kMuted},
                   /*masked=*/true);
        break;
      }
    }
  }

  // What a tree is called, the longest first.
  [[nodiscard]] std::vector<std::string> tree_names(std::uint32_t block) const {
    const Wire first = page_.first + (block << page_.merge);
    const bool odd = (first >> moment_.merge & 1) != 0;
    const bool falls = odd != (recording_.request.order == Order::kDescending);
    const std::string_view way = falls ? "descending ↘" : "ascending ↗";
    const std::string_view arrow = falls ? "↘" : "↗";
    if (page_.merge != moment_.merge) {
      return {fmt::format("positions {} to {} of {}: a subtree and its extra node, {}",
                          grouped_digits(first), grouped_digits(first + page_.wires - 1),
                          grouped_digits(recording_.network.wires()), way),
              fmt::format("from position {} {}", grouped_digits(first), arrow)};
    }
    if (page_.wires == std::uint32_t{1} << page_.merge) {
      if (moment_.over && !recording_.sorted) return {};
      return {fmt::format("{}{}", moment_.over ? "" : "becomes ", way)};
    }
    return {fmt::format("block {}, {}", block, way), fmt::format("block {} {}", block, arrow),
            fmt::format("{} {}", block, arrow)};
  }

  // Which links the pairs have gone down, and which changed places last.
  void collect_paths() {
    const auto follow = [&](const TreeMeeting& meeting, std::uint32_t parent, std::uint32_t node) {
      for (const Side side : {Side::kLeft, Side::kRight}) {
        if (moment_.before->child(parent, side) != node) continue;
        (in_focus(meeting.event.task) ? path_ : other_paths_).insert({parent, side});
      }
    };
    const auto enter = [&](const TreeMeeting& meeting, const TreeMeeting* earlier) {
      const TreeEvent& event = meeting.event;
      if (event.task.phase == 1) {
        follow(meeting, event.root, event.p);
        follow(meeting, event.root, event.q);
      } else if (event.task.phase > 1 && earlier != nullptr) {
        follow(meeting, earlier->event.p, event.p);
        follow(meeting, earlier->event.q, event.q);
      }
    };
    const auto mark = [&](const TreeMeeting& meeting) {
      const auto& pointers = meeting.event.pointers;
      if (!pointers) return;
      swapped_.insert({pointers->first, pointers->first_side});
      swapped_.insert({pointers->second, pointers->second_side});
    };
    // By instance: the comparison before.
    std::map<std::uint32_t, const TreeMeeting*> latest;
    for (const TreeMeeting& meeting : moment_.done) {
      const TreeMeeting*& earlier = latest[meeting.event.task.slot()];
      enter(meeting, earlier);
      earlier = &meeting;
      const bool just_now = !moment_.running && scene_.cursor.comparator == 0 &&
                            meeting.id.layer + 1 == scene_.cursor.layer;
      if (just_now) mark(meeting);
    }
    for (const TreeMeeting& meeting : moment_.current) {
      enter(meeting, latest[meeting.event.task.slot()]);
      if (moment_.running) mark(meeting);
    }
  }

  void add_link(Link link, TreePoint from, TreePoint to) {
    Role role = Role::kWire;
    float width = page_.key_size > 0 ? 1.4F : 1.0F;
    if (other_paths_.contains(link)) {
      role = Role::kAccent;
      width = 1.6F;
    }
    if (path_.contains(link)) {
      role = Role::kAccent;
      width = 3;
    }
    if (swapped_.contains(link) && (!moment_.running || motion().compared > 0)) {
      role = Role::kExchanged;
      width = 2.6F;
    }
    picture_.lines.push_back({from.x, from.y, to.x, to.y, role, width});
  }

  void add_links() {
    for (const std::uint32_t node : placed_.members()) {
      for (const Side side : {Side::kLeft, Side::kRight}) {
        const std::uint32_t before = moment_.before->child(node, side);
        const std::uint32_t after = moment_.after->child(node, side);
        // An extra node has no children in its tree.
        if (before == kNoNode || !in_tree(node)) continue;
        const TreePoint from = placed_.node(node);
        const TreePoint a = placed_.node(before);
        const TreePoint b = placed_.node(after);
        const float t = motion().links;
        add_link({node, side}, from, {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)});
      }
    }
    // Root and extra node belong together.
    for (std::uint32_t block = 0; block < page_.wires >> page_.merge; ++block) {
      if (motion().join > 0) continue;
      const Wire first = page_.first + (block << page_.merge);
      const std::uint32_t size = std::uint32_t{1} << page_.merge;
      const TreePoint root = placed_.node(placed_.node_at(first + size / 2 - 1));
      const TreePoint extra = placed_.node(placed_.node_at(first + size - 1));
      picture_.lines.push_back({root.x, root.y, extra.x, extra.y, Role::kLine, 1.2F, true});
    }
  }

  // Not an extra node of this merge level (nor above it).
  [[nodiscard]] bool in_tree(std::uint32_t node) const {
    const std::uint32_t last = (std::uint32_t{1} << page_.merge) - 1;
    return (placed_.wire_before(node) & last) != last;
  }

  void add_bars() {
    const float top = std::lerp(page_.bars_top, next_.bars_top, motion().join);
    const float height = page_.bars_bottom - top;
    const float width = std::max(0.82F * page_.column, 1.0F);
    // Neighbours of a large sequence differ little: their own range is the scale.
    float lowest = 0;
    float highest = 1;
    if (page_.wires < recording_.network.wires()) std::swap(lowest, highest);
    for (const std::uint32_t node : placed_.members()) {
      if (is_padding(moment_.after->place(node))) continue;
      lowest = std::min(lowest, rank_fraction(scene_, moment_.after->place(node)));
      highest = std::max(highest, rank_fraction(scene_, moment_.after->place(node)));
    }
    // The larger key has the taller bar, whichever comes first in order.
    const bool reversed = recording_.request.order == Order::kDescending;
    // As its key in the tree: first to the other node, then with the subtree.
    const auto key_goes = [&](std::uint32_t node) {
      return std::int64_t{placed_.wire_before(node)} -
             std::int64_t{placed_.wire_before(origin_of_key(node).first)};
    };
    const auto node_goes = [&](std::uint32_t node) {
      return std::int64_t{placed_.wire_after(node)} - std::int64_t{placed_.wire_before(node)};
    };
    BarLanes of_keys(page_, top);
    BarLanes of_subtrees(page_, top);
    for (const std::uint32_t node : placed_.members()) {
      of_keys.add(key_goes(node));
      of_subtrees.add(node_goes(node));
    }
    for (const std::uint32_t node : placed_.members()) {
      const auto [from, place] = origin_of_key(node);
      const float between = placed_.x(placed_.wire_before(node));
      const auto [x, bottom, scale] =
          motion().slide > 0 ? of_subtrees.pose(node_goes(node), between,
                                                placed_.x(placed_.wire_after(node)), motion().slide)
                             : of_keys.pose(key_goes(node), placed_.x(placed_.wire_before(from)),
                                            between, motion().keys);
      const float rank = rank_fraction(scene_, place);
      const float in_order = highest > lowest ? (rank - lowest) / (highest - lowest) : 1.0F;
      const float share = reversed ? 1 - in_order : in_order;
      const float bar = std::max((0.06F + 0.94F * share) * height * scale, 2.0F);
      if (is_padding(place)) {
        if (scene_.options->padding == PaddingStyle::kHidden) continue;
        picture_.chips.push_back({.x = x - width / 2,
                                  .y = bottom - height * scale,
                                  .w = width,
                                  .h = height * scale,
                                  .role = Role::kGhost,
                                  .filled = false,
                                  .corner = std::min(3.0F, width / 4),
                                  .dashed = true});
      } else {
        picture_.chips.push_back({.x = x - width / 2,
                                  .y = bottom - bar,
                                  .w = width,
                                  .h = bar,
                                  .role = Role::kRank,
                                  .filled = true,
                                  .corner = std::min(3.0F, width / 4),
                                  .rank = rank});
      }
      add_choice(place, placed_.wire_after(node), x, bottom - bar / 2, width, bar);
      // Between its columns a key is named in the tree.
      if (page_.bar_text <= 0 || scale < 1) continue;
      board_.add({x,
                  page_.bars_bottom + 4 + page_.bar_text / 2,
                  short_key_text(recording_, place),
                  page_.bar_text,
                  Face::kMono,
                  Anchor::kMiddle,
                  Role::kMuted,
                  -1,
                  {},
                  true});
    }
    picture_.lines.push_back({page_.tree_left(0), page_.bars_bottom + 0.5F,
                              page_.tree_left(page_.wires >> page_.merge), page_.bars_bottom + 0.5F,
                              Role::kLine, 1});
  }

  // The outline of what is pointed at or chosen.
  void add_choice(std::uint32_t place, Wire wire, float x, float y, float w, float h) {
    const auto names = [&](const Selection& selection) {
      return (selection.place && *selection.place == place) ||
             (!selection.place && selection.wire && *selection.wire == wire);
    };
    const bool selected = names(scene_.selected);
    if (!selected && !names(scene_.hover)) return;
    picture_.chips.push_back({.x = x - w / 2 - 1,
                              .y = y - h / 2 - 1,
                              .w = w + 2,
                              .h = h + 2,
                              .role = Role::kAccent,
                              .filled = false,
                              .corner = std::min(7.0F, h / 3),
                              .width = selected ? 2.4F : 1.4F});
  }

  // The node whose key moves to `node` in this step, and that key's place.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> origin_of_key(std::uint32_t node) const {
    return {origin_[node], moment_.after->place(node)};
  }

  // From a node to its place in the in-order sequence.
  void add_guides() {
    if (page_.key_size <= 0) return;
    for (const std::uint32_t node : placed_.members()) {
      if (placed_.scale(node) < 1) continue;
      const TreePoint at = placed_.node(node);
      picture_.lines.push_back({at.x, at.y, at.x, page_.bars_bottom, Role::kGhost, 1});
    }
  }

  // Empty nodes, seen while their keys are on their way.
  void add_nodes() {
    for (const std::uint32_t node : placed_.members()) {
      const TreePoint at = placed_.node(node);
      const float width = placed_.scale(node) * page_.chip_w;
      const float height = placed_.scale(node) * page_.chip_h;
      board_.keep_free({at.x - width / 2, at.y - height / 2, at.x + width / 2, at.y + height / 2});
      Box frame{.x = at.x - width / 2,
                .y = at.y - height / 2,
                .w = width,
                .h = height,
                .role = Role::kGround,
                .filled = true,
                .corner = placed_.scale(node) * corner()};
      if (origin_[node] == node) continue;
      picture_.chips.push_back(frame);
      frame.role = Role::kWire;
      frame.filled = false;
      picture_.chips.push_back(frame);
    }
  }

  [[nodiscard]] float corner() const { return page_.key_size > 0 ? 6.0F : page_.chip_h / 2; }

  // Where the key of `node` is drawn: in it, or on its way from the other node of its pair.
  [[nodiscard]] TreePose key_at(std::uint32_t node) const {
    const std::uint32_t from = origin_[node];
    if (from == node || motion().keys >= 1) return {placed_.node(node), placed_.scale(node)};
    return key_on_its_way(page_, placed_.wire_before(from), placed_.wire_before(node),
                          motion().keys, moment_.overlapped);
  }

  void add_keys() {
    std::vector<std::uint32_t> travellers;
    for (const std::uint32_t node : placed_.members()) {
      if (origin_[node] == node) {
        add_key(node);
      } else {
        travellers.push_back(node);
      }
    }
    for (const std::uint32_t node : travellers) add_key(node);
  }

  void add_key(std::uint32_t node) {
    const std::uint32_t place = moment_.after->place(node);
    const auto [at, scale] = key_at(node);
    const float width = scale * page_.chip_w;
    const float height = scale * page_.chip_h;
    Box chip{.x = at.x - width / 2,
             .y = at.y - height / 2,
             .w = width,
             .h = height,
             .role = Role::kRank,
             .filled = true,
             .corner = scale * corner()};
    const bool padding = is_padding(place);
    if (padding) {
      if (scene_.options->padding == PaddingStyle::kHidden) return;
      chip.role = Role::kGround;
      picture_.chips.push_back(chip);
      chip.role = Role::kGhost;
      chip.filled = false;
      chip.dashed = page_.key_size > 0;
    } else {
      chip.rank = rank_fraction(scene_, place);
    }
    picture_.chips.push_back(chip);
    add_choice(place, placed_.wire_after(node), at.x, at.y, width, height);
    if (scale * page_.key_size < kLeastKeyText) return;
    picture_.labels.push_back({at.x,
                               at.y,
                               short_key_text(recording_, place),
                               scale * page_.key_size,
                               Face::kMono,
                               Anchor::kMiddle,
                               padding ? Role::kMuted : Role::kText,
                               padding ? -1.0F : chip.rank,
                               {},
                               true});
  }

  void add_curve(const TreeCurve& curve, Role role, float width, bool dashed) {
    const float span = std::abs(curve.to.x - curve.from.x) + std::abs(curve.to.y - curve.from.y);
    const int pieces = std::clamp(static_cast<int>(span / (dashed ? 5.0F : 10.0F)), 8, 240) | 1;
    TreePoint last = curve.at(0);
    for (int i = 1; i <= pieces; ++i) {
      const TreePoint next = curve.at(static_cast<float>(i) / static_cast<float>(pieces));
      if (!dashed || i % 2 == 1) {
        picture_.lines.push_back({last.x, last.y, next.x, next.y, role, width});
      }
      last = next;
    }
  }

  void add_ring(std::uint32_t node, Role role, float width) {
    const TreePoint at = placed_.node(node);
    board_.keep_free({at.x - page_.chip_w / 2 - 4, at.y - page_.chip_h / 2 - 4,
                      at.x + page_.chip_w / 2 + 4, at.y + page_.chip_h / 2 + 4});
    picture_.chips.push_back({.x = at.x - page_.chip_w / 2 - 3,
                              .y = at.y - page_.chip_h / 2 - 3,
                              .w = page_.chip_w + 6,
                              .h = page_.chip_h + 6,
                              .role = role,
                              .filled = false,
                              .corner = corner() + 3,
                              .width = width});
  }

  // What a person predicts of the comparison, or what became of that.
  void add_answer(const TreeMeeting& meeting) {
    const auto mark = answer_of(scene_, meeting.id);
    if (!mark) return;
    for (const std::uint32_t node : {meeting.event.p, meeting.event.q}) {
      const TreePoint at = placed_.node(node);
      const float x = page_.chip_w / 2 + 8;
      const float y = page_.chip_h / 2 + 8;
      add_answer_mark(picture_, at.x - x, at.y - y, at.x + x, at.y + y, *mark, SignPlace::kBeside);
    }
  }

  void add_meeting(const TreeMeeting& meeting, bool done) {
    add_answer(meeting);
    const TreeEvent& event = meeting.event;
    const bool focus = in_focus(event.task);
    const bool known = done || (moment_.running && motion().compared > 0);
    Role role = known ? event.exchanged ? Role::kExchanged : Role::kKept : Role::kAccent;
    const TreeCurve curve = curve_between(page_, placed_.node(event.p), placed_.node(event.q),
                                          of_one_level(page_, placed_, event));
    float width = known && event.exchanged ? 3.0F : 1.5F;
    if (!focus) width = std::max(1.0F, 0.66F * width);
    add_curve(curve, role, width, !known);
    const float radius = (focus ? 3.6F : 2.8F) * std::min(1.0F, page_.chip_h / 16 + 0.3F);
    for (const TreePoint end : {curve.from, curve.to}) {
      picture_.dots.push_back({end.x, end.y, radius, role, known && event.exchanged, 1.2F});
      board_.keep_free({end.x - 5, end.y - 5, end.x + 5, end.y + 5});
    }
    if (!done) {
      add_ring(event.p, role, focus ? 2.4F : 1.4F);
      add_ring(event.q, role, focus ? 2.4F : 1.4F);
    }
    const std::string stage =
        moment_.overlapped && !done ? fmt::format("k = {}", event.task.stage) : "";
    std::string text = stage;
    if (focus && known) {
      text = relation_text(recording_, meeting);
      if (event.task.phase == 0) {
        text += ": " + case_text(recording_.algorithm->rule, event.exchanged);
      }
    } else if (focus) {
      text += (stage.empty() ? "" : ": ") + short_question_text(recording_, meeting);
    }
    if (text.empty()) return;
    const TreePoint middle = curve.middle();
    board_.add({middle.x, middle.y, std::move(text), 12, Face::kSansBold, Anchor::kMiddle, role},
               true, {{middle.x, middle.y}, {middle.x, middle.y - 12}, {middle.x, middle.y + 12}});
  }

  void add_tags(const TreeMeeting& meeting) {
    const TreeEvent& event = meeting.event;
    if (page_.key_size <= 0 || !in_focus(event.task)) return;
    const bool first = event.task.phase == 0;
    add_tag(event.p, first ? "r" : "p");
    add_tag(event.q, first ? "e" : "q");
  }

  // Above the node, on the side that its parent's link leaves free.
  void add_tag(std::uint32_t node, const std::string& name) {
    const TreePoint at = placed_.node(node);
    const float y = at.y - page_.chip_h / 2 - 11;
    // A left child has its parent on the right.
    const std::uint32_t position = placed_.wire_before(node) + 1;
    const bool left = (position >> std::countr_zero(position) & 2) == 0;
    const float out = (left ? 1.0F : -1.0F) * (page_.chip_w / 2 - 2);
    const Label label{at.x, y, name, 13, Face::kSansBold, Anchor::kMiddle, Role::kAccent};
    board_.add(label, false, {{at.x - out, y}, {at.x - 1.8F * out, y}, {at.x + out, y}, {at.x, y}});
  }

  void add_meetings() {
    for (const TreeMeeting& meeting : moment_.current) {
      if (in_focus(meeting.event.task)) add_tags(meeting);
    }
    for (const TreeMeeting& meeting : moment_.done) {
      // Where several stages run, what is done is shown of the one looked at.
      if (!moment_.overlapped || in_focus(meeting.event.task)) add_meeting(meeting, true);
    }
    const TreeMeeting* focused = moment_.focused();
    if (focused != nullptr) add_meeting(*focused, false);
    for (const TreeMeeting& meeting : moment_.current) {
      if (&meeting != focused) add_meeting(meeting, false);
    }
  }

  const Scene& scene_;
  const Recording& recording_;
  const TreeMoment& moment_;
  const TreePage& page_;
  const TreePage& next_;
  PlacedTrees placed_;
  Picture& picture_;
  LabelBoard& board_;
  std::set<Link> path_, other_paths_, swapped_;
  std::vector<std::uint32_t> origin_;  // by node: the node that its key comes from in this step
};

}  // namespace

void draw_trees(const Scene& scene, const TreeMoment& moment, const TreePage& page,
                const TreePage& next, Picture& picture, LabelBoard& board) {
  TreeDrawing(scene, moment, page, next, picture, board).draw();
}

Selection pick_tree(const Scene& scene, const TreeMoment& moment, const TreePage& page,
                    const TreePage& next, float x, float y) {
  const PlacedTrees placed(moment, page, next, scene.fraction);
  Selection found;
  const float reach_x = std::max(page.chip_w / 2 + 2, 4.0F);
  const float reach_y = std::max(page.chip_h / 2 + 2, 4.0F);
  const auto choose = [&](std::uint32_t node) {
    found.wire = placed.wire_before(node);
    const std::uint32_t place = moment.before->place(node);
    if (!scene.recording->is_padding(place)) found.place = place;
  };
  for (const std::uint32_t node : placed.members()) {
    const TreePoint at = placed.node(node);
    if (std::abs(x - at.x) > reach_x || std::abs(y - at.y) > reach_y) continue;
    choose(node);
    return found;
  }
  float nearest = 7;
  const auto consider = [&](const TreeMeeting& meeting) {
    const TreeCurve curve =
        curve_between(page, placed.node(meeting.event.p), placed.node(meeting.event.q),
                      of_one_level(page, placed, meeting.event));
    for (int i = 0; i <= 64; ++i) {
      const TreePoint at = curve.at(static_cast<float>(i) / 64);
      const float distance = std::hypot(x - at.x, y - at.y);
      if (distance >= nearest) continue;
      nearest = distance;
      found.comparator = meeting.id;
    }
  };
  for (const TreeMeeting& meeting : moment.current) consider(meeting);
  for (const TreeMeeting& meeting : moment.done) consider(meeting);
  if (found.comparator || y < page.bars_top || y > page.bars_bottom + 20) return found;
  for (const std::uint32_t node : placed.members()) {
    if (std::abs(x - placed.x(placed.wire_before(node))) > page.column / 2) continue;
    choose(node);
    break;
  }
  return found;
}

}  // namespace sortscope
