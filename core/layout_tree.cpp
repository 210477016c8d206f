// layout_tree.cpp: the bitonic trees with their extra nodes at the cursor, the pairs walking down,
// and the in-order sequence below (seed 000, algorithms 1 to 3).
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/key_labels.h"
#include "core/label_board.h"
#include "core/label_fit.h"
#include "core/layout.h"
#include "core/scene.h"
#include "core/tree_moment.h"
#include "core/tree_picture.h"
#include "core/tree_text.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kMenuRoom = 150;  // the name of the view in the pane's corner
constexpr std::uint32_t kMostDrawn = 512;
constexpr int kCurvePieces = 20;

using Link = std::pair<std::uint32_t, Side>;

bool same_instance(const TreeTask& a, const TreeTask& b) {
  return a.block == b.block && a.stage == b.stage && a.instance == b.instance;
}

// Draws one moment.
class TreeDrawing {
 public:
  TreeDrawing(const Scene& scene, const TreeMoment& moment, Picture& picture)
      : scene_(scene),
        recording_(*scene.recording),
        moment_(moment),
        page_(tree_page(recording_, moment, scene.fraction, picture.width, picture.height)),
        placed_(moment, page_, scene.fraction),
        picture_(picture),
        board_(picture) {}

  void draw() {
    add_trees();
    collect_paths();
    add_links();
    add_bars();
    add_nodes();
    add_keys();
    add_meetings();
    add_brackets();
    add_head();
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
    const std::uint32_t blocks = page_.wires >> moment_.merge;
    const TreeMeeting* focused = moment_.focused();
    for (std::uint32_t block = 0; block < blocks; ++block) {
      const auto first = static_cast<float>(block << moment_.merge);
      const auto last = static_cast<float>((block + 1) << moment_.merge);
      const float inset = std::min(2.0F, 0.1F * page_.column);
      const Box frame{.x = page_.left + first * page_.column + inset,
                      .y = page_.tree_top,
                      .w = (last - first) * page_.column - 2 * inset,
                      .h = page_.tree_bottom - page_.tree_top,
                      .role = Role::kLine,
                      .filled = false,
                      .corner = 6};
      const bool lit = focused != nullptr && blocks > 1 && focused->event.task.block == block;
      picture_.boxes.push_back(frame);
      if (lit) {
        Box light = frame;
        light.role = Role::kAccentBand;
        light.filled = true;
        picture_.boxes.push_back(light);
      }
      const bool falls = ((block & 1) != 0) != (recording_.request.order == Order::kDescending);
      const std::string arrow = falls ? "↘" : "↗";
      const std::string longer = fmt::format("block {} {}", block, arrow);
      const std::string longest =
          blocks == 1 ? fmt::format("becomes {}", falls ? "descending ↘" : "ascending ↗")
                      : fmt::format("block {}, {}", block, falls ? "descending ↘" : "ascending ↗");
      const std::string shortest = fmt::format("{} {}", block, arrow);
      for (const std::string& text : {longest, longer, shortest}) {
        if (estimated_width(text, 12, Face::kSans) > frame.w - 16) continue;
        board_.add({frame.x + 8, frame.y + 13, text, 12, Face::kSans, Anchor::kStart,
                    lit ? Role::kText : Role::kMuted});
        break;
      }
    }
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
    for (std::uint32_t node = 0; node < page_.wires; ++node) {
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
    for (std::uint32_t block = 0; block < page_.wires >> moment_.merge; ++block) {
      const TreePoint root = placed_.node(root_of_block(moment_.merge, block));
      const TreePoint extra = placed_.node(extra_of_block(moment_.merge, block));
      if (motion().join > 0 || moment_.merge == 0) continue;
      picture_.lines.push_back({root.x, root.y, extra.x, extra.y, Role::kLine, 1.2F, true});
    }
  }

  // Not an extra node of this merge level (nor above it).
  [[nodiscard]] bool in_tree(std::uint32_t node) const {
    const std::uint32_t last = (std::uint32_t{1} << moment_.merge) - 1;
    return (placed_.wire_before(node) & last) != last;
  }

  void add_bars() {
    const float height = page_.bars_bottom - page_.bars_top;
    const float width = std::max(0.82F * page_.column, 1.0F);
    for (std::uint32_t node = 0; node < page_.wires; ++node) {
      const auto [from, place] = origin_of_key(node);
      const float wire =
          std::lerp(static_cast<float>(placed_.wire_before(from)),
                    static_cast<float>(placed_.wire_after(node)), ease(scene_.fraction));
      const float rank = rank_fraction(scene_, place);
      const float bar = std::max((0.06F + 0.94F * rank) * height, 2.0F);
      const float x = page_.x(wire);
      if (is_padding(place)) {
        if (scene_.options.padding == PaddingStyle::kHidden) continue;
        picture_.chips.push_back({.x = x - width / 2,
                                  .y = page_.bars_top,
                                  .w = width,
                                  .h = height,
                                  .role = Role::kGhost,
                                  .filled = false,
                                  .corner = std::min(3.0F, width / 4),
                                  .dashed = true});
      } else {
        picture_.chips.push_back({.x = x - width / 2,
                                  .y = page_.bars_bottom - bar,
                                  .w = width,
                                  .h = bar,
                                  .role = Role::kRank,
                                  .filled = true,
                                  .corner = std::min(3.0F, width / 4),
                                  .rank = rank});
      }
      add_choice(place, placed_.wire_after(node), x, page_.bars_bottom - bar / 2, width, bar);
      if (page_.bar_text <= 0) continue;
      board_.add({x, page_.bars_bottom + 4 + page_.bar_text / 2, short_key_text(recording_, place),
                  page_.bar_text, Face::kMono, Anchor::kMiddle, Role::kMuted});
    }
    picture_.lines.push_back({page_.left, page_.bars_bottom + 0.5F,
                              page_.left + page_.column * static_cast<float>(page_.wires),
                              page_.bars_bottom + 0.5F, Role::kLine, 1});
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
    return {moment_.running ? origin_[node] : node, moment_.after->place(node)};
  }

  void find_origins() {
    origin_.resize(page_.wires);
    for (std::uint32_t node = 0; node < page_.wires; ++node) origin_[node] = node;
    if (!moment_.running) return;
    for (const TreeMeeting& meeting : moment_.current) {
      if (meeting.event.exchanged) std::swap(origin_[meeting.event.p], origin_[meeting.event.q]);
    }
  }

  // Empty nodes, seen while their keys are on their way.
  void add_nodes() {
    for (std::uint32_t node = 0; node < page_.wires; ++node) {
      const TreePoint at = placed_.node(node);
      board_.keep_free({at.x - page_.chip_w / 2, at.y - page_.chip_h / 2, at.x + page_.chip_w / 2,
                        at.y + page_.chip_h / 2});
      Box frame{.x = at.x - page_.chip_w / 2,
                .y = at.y - page_.chip_h / 2,
                .w = page_.chip_w,
                .h = page_.chip_h,
                .role = Role::kGround,
                .filled = true,
                .corner = corner()};
      if (origin_[node] == node) continue;
      picture_.chips.push_back(frame);
      frame.role = Role::kWire;
      frame.filled = false;
      picture_.chips.push_back(frame);
    }
    if (!page_.node_numbers) return;
    for (std::uint32_t node = 0; node < page_.wires; ++node) {
      const TreePoint at = placed_.node(node);
      board_.add({at.x - page_.chip_w / 2 - 4, at.y, fmt::to_string(node), 12, Face::kMono,
                  Anchor::kEnd, Role::kMuted});
    }
  }

  [[nodiscard]] float corner() const { return page_.key_size > 0 ? 6.0F : page_.chip_h / 2; }

  // Where the key of `node` is drawn: in it, or on its way from the other node of its pair.
  [[nodiscard]] TreePoint key_at(std::uint32_t node) const {
    const std::uint32_t from = origin_[node];
    const TreePoint to = placed_.node(node);
    if (from == node) return to;
    const TreePoint start = placed_.node(from);
    const float t = motion().keys;
    const float length = std::max(std::hypot(to.x - start.x, to.y - start.y), 1.0F);
    // Both bow to their left, so that they pass each other.
    const float aside = std::min(0.5F * page_.pitch(moment_.merge), 1.3F * page_.chip_h) *
                        std::sin(3.14159265F * t);
    return {std::lerp(start.x, to.x, t) + aside * (to.y - start.y) / length,
            std::lerp(start.y, to.y, t) - aside * (to.x - start.x) / length};
  }

  void add_keys() {
    std::vector<std::uint32_t> travellers;
    for (std::uint32_t node = 0; node < page_.wires; ++node) {
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
    const TreePoint at = key_at(node);
    Box chip{.x = at.x - page_.chip_w / 2,
             .y = at.y - page_.chip_h / 2,
             .w = page_.chip_w,
             .h = page_.chip_h,
             .role = Role::kRank,
             .filled = true,
             .corner = corner()};
    const bool padding = is_padding(place);
    if (padding) {
      if (scene_.options.padding == PaddingStyle::kHidden) return;
      chip.role = Role::kGround;
      picture_.chips.push_back(chip);
      chip.role = Role::kGhost;
      chip.filled = false;
      chip.dashed = page_.key_size > 0;
    } else {
      chip.rank = rank_fraction(scene_, place);
    }
    picture_.chips.push_back(chip);
    add_choice(place, placed_.wire_after(node), at.x, at.y, page_.chip_w, page_.chip_h);
    if (page_.key_size <= 0) return;
    picture_.labels.push_back({at.x, at.y, short_key_text(recording_, place), page_.key_size,
                               Face::kMono, Anchor::kMiddle, padding ? Role::kMuted : Role::kText,
                               padding ? -1.0F : chip.rank});
  }

  void add_curve(const TreeCurve& curve, Role role, float width, bool dashed) {
    TreePoint last = curve.at(0);
    for (int i = 1; i <= kCurvePieces; ++i) {
      const TreePoint next = curve.at(static_cast<float>(i) / kCurvePieces);
      if (!dashed || i % 2 == 1) {
        picture_.lines.push_back({last.x, last.y, next.x, next.y, role, width});
      }
      last = next;
    }
  }

  void add_ring(std::uint32_t node, Role role, float width) {
    const TreePoint at = placed_.node(node);
    picture_.chips.push_back({.x = at.x - page_.chip_w / 2 - 3,
                              .y = at.y - page_.chip_h / 2 - 3,
                              .w = page_.chip_w + 6,
                              .h = page_.chip_h + 6,
                              .role = role,
                              .filled = false,
                              .corner = corner() + 3,
                              .width = width});
  }

  void add_meeting(const TreeMeeting& meeting, bool done) {
    const TreeEvent& event = meeting.event;
    const bool focus = in_focus(event.task);
    const bool known = done || (moment_.running && motion().compared > 0);
    Role role = known ? event.exchanged ? Role::kExchanged : Role::kKept : Role::kAccent;
    const float pitch = page_.pitch(moment_.merge);
    const TreeCurve curve =
        curve_between(page_, pitch, placed_.node(event.p), placed_.node(event.q));
    float width = known && event.exchanged ? 3.0F : 1.5F;
    if (!focus) width = std::max(1.0F, 0.66F * width);
    add_curve(curve, role, width, !known);
    const float radius = (focus ? 3.6F : 2.8F) * std::min(1.0F, page_.chip_h / 16 + 0.3F);
    for (const TreePoint end : {curve.from, curve.to}) {
      picture_.dots.push_back({end.x, end.y, radius, role, known && event.exchanged, 1.2F});
    }
    if (!done) {
      add_ring(event.p, role, focus ? 2.4F : 1.4F);
      add_ring(event.q, role, focus ? 2.4F : 1.4F);
    }
    if (!focus) return;
    std::string text = known ? relation_text(recording_, meeting)
                             : fmt::format("{} {} {}?", short_key_text(recording_, meeting.on_p),
                                           exchange_sign(recording_, event.task),
                                           short_key_text(recording_, meeting.on_q));
    if (known && event.task.phase == 0) {
      text += ": " + case_text(recording_.algorithm->rule, event.exchanged);
    }
    const TreePoint middle = curve.middle();
    board_.add({middle.x, middle.y, std::move(text), 12, Face::kSansBold, Anchor::kMiddle, role},
               true, {{middle.x, middle.y}, {middle.x, middle.y - 10}});
  }

  void add_tags(const TreeMeeting& meeting) {
    const TreeEvent& event = meeting.event;
    if (page_.key_size <= 0 || !in_focus(event.task)) return;
    const bool first = event.task.phase == 0;
    const std::string stage = moment_.overlapped ? fmt::format(" k={}", event.task.stage) : "";
    add_tag(event.p, first ? "r" : "p", stage);
    add_tag(event.q, first ? "e" : "q", stage);
  }

  // Above the node, on the side that its parent's link leaves free.
  void add_tag(std::uint32_t node, const std::string& name, const std::string& stage) {
    const TreePoint at = placed_.node(node);
    const float y = at.y - page_.chip_h / 2 - 11;
    const float out = page_.chip_w / 2 + 2;
    const Label label{at.x, y, name + stage, 13, Face::kSansBold, Anchor::kMiddle, Role::kAccent};
    board_.add(label, false,
               {{at.x - out + 4, y}, {at.x + out - 4, y}, {at.x - out - 10, y}, {at.x, y}});
  }

  void add_meetings() {
    for (const TreeMeeting& meeting : moment_.current) {
      if (in_focus(meeting.event.task)) add_tags(meeting);
    }
    for (const TreeMeeting& meeting : moment_.done) add_meeting(meeting, true);
    for (const TreeMeeting& meeting : moment_.current) add_meeting(meeting, false);
  }

  // La and Ua of the instances of the oldest stage alive.
  void add_brackets() {
    const float y = page_.bars_bottom + (page_.bar_text > 0 ? page_.bar_text + 8 : 2) + 8;
    const auto bracket = [&](std::uint32_t first, std::uint32_t count,
                             const std::vector<std::string>& texts, Role role, bool dashed) {
      const float x0 = page_.x(static_cast<float>(first)) - 0.41F * page_.column;
      const float x1 = page_.x(static_cast<float>(first + count - 1)) + 0.41F * page_.column;
      picture_.lines.push_back({x0, y, x1, y, role, 1.6F, dashed});
      picture_.lines.push_back({x0, y - 4, x0, y, role, 1.6F});
      picture_.lines.push_back({x1, y - 4, x1, y, role, 1.6F});
      for (const std::string& text : texts) {
        if (estimated_width(text, 12, Face::kSans) > x1 - x0) continue;
        board_.add({(x0 + x1) / 2, y + 13, text, 12, Face::kSans, Anchor::kMiddle,
                    role == Role::kLine ? Role::kMuted : Role::kText});
        break;
      }
    };
    const std::uint32_t blocks = page_.wires >> moment_.merge;
    const std::uint32_t size = std::uint32_t{1} << moment_.merge;
    const bool before_merge = moment_.layer && moment_.stage == 0 && !moment_.stage_done &&
                              moment_.done.empty() && !moment_.running;
    for (std::uint32_t block = 0; block < blocks; ++block) {
      if (moment_.over || before_merge) {
        const std::string state = moment_.over ? "sorted" : "bitonic";
        bracket(block * size, size, {fmt::format("a: {} {} keys", size, state), state, "a"},
                Role::kMuted, false);
        continue;
      }
      if (!moment_.layer) continue;
      const std::uint32_t instances = std::uint32_t{1} << moment_.stage;
      const std::uint32_t half = size / instances / 2;
      for (std::uint32_t instance = 0; instance < instances; ++instance) {
        const std::uint32_t first = block * size + instance * 2 * half;
        const bool dashed = !moment_.stage_done;
        bracket(first, half,
                {contents("La = left subtree and root", first, half), "La = left subtree and root",
                 "La"},
                Role::kMuted, dashed);
        bracket(first + half, half,
                {contents("Ua = right subtree and extra node", first + half, half),
                 "Ua = right subtree and extra node", "Ua"},
                Role::kMuted, dashed);
      }
    }
  }

  [[nodiscard]] std::string contents(const std::string& name, Wire first,
                                     std::uint32_t count) const {
    std::string text = name + ":";
    for (Wire wire = first; wire < first + count; ++wire) {
      text += " " + short_key_text(recording_, scene_.places[wire]);
    }
    return text;
  }

  void head_line(int line, const std::string& text, Face face, Role role) {
    const float room = picture_.width - 2 * kMargin - (line == 0 ? kMenuRoom : 0);
    board_.add({kMargin, 24 + 20 * static_cast<float>(line), shortened(text, 13, face, room), 13,
                face, Anchor::kStart, role});
  }

  void add_head() {
    const TreeMeeting* focused = moment_.focused();
    if (focused == nullptr) {
      head_line(0, moment_.over ? "After the last step" : "Trees", Face::kSansBold, Role::kMuted);
      if (moment_.over) head_line(1, "The tree read in-order is sorted.", Face::kSans, Role::kText);
      return;
    }
    const TreeTask& task = focused->event.task;
    head_line(0, task_text(recording_.network, task), Face::kSansBold, Role::kText);
    if (moment_.running) {
      head_line(1, meeting_text(recording_, *focused), Face::kSans, Role::kText);
    } else {
      const TreeMeeting* last = moment_.last_before(*focused);
      const std::string past = last != nullptr ? meeting_text(recording_, *last) + " " : "";
      head_line(1, past + question_text(recording_, *focused), Face::kSans, Role::kText);
    }
    const MergeCount count = merge_count(recording_, moment_.merge, task.block, scene_.cursor);
    const std::uint64_t n = std::uint64_t{1} << moment_.merge;
    head_line(2,
              fmt::format("{} of {} comparisons in this tree's merge (2n - log n - 2, n = {})",
                          count.done, count.all, n),
              Face::kSans, Role::kMuted);
  }

  const Scene& scene_;
  const Recording& recording_;
  const TreeMoment& moment_;
  TreePage page_;
  PlacedTrees placed_;
  Picture& picture_;
  LabelBoard board_;
  std::set<Link> path_, other_paths_, swapped_;
  std::vector<std::uint32_t> origin_;

 public:
  void prepare() { find_origins(); }
};

void natural_size(const Recording& recording, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  const auto wires = static_cast<float>(recording.network.wires());
  width = std::clamp(56 * wires, 960.0F, 1920.0F);
  height = 720;
}

void say(Picture& picture, float y, const std::string& text, Face face, Role role) {
  picture.labels.push_back({kMargin, y, shortened(text, 13, face, picture.width - 2 * kMargin), 13,
                            face, Anchor::kStart, role});
}

Picture layout(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  if (!has_trees(*scene.recording)) {
    say(picture, 24, "This algorithm has no tree.", Face::kSansBold, Role::kText);
    return picture;
  }
  const auto moment = tree_moment(scene);
  if (!moment) return picture;
  if (scene.recording->network.wires() > kMostDrawn) return picture;
  TreeDrawing drawing(scene, *moment, picture);
  drawing.prepare();
  drawing.draw();
  return picture;
}

}  // namespace

const Layout kTreeLayout = {"tree", "Tree", 0, natural_size, layout};

}  // namespace sortscope
