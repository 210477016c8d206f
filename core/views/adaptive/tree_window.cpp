// tree_window.cpp: the pair of one instance in trees that are too large to draw whole.
#include "core/views/adaptive/tree_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/scene.h"
#include "core/views/adaptive/tree_picture.h"
#include "core/words/tree_text.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kHead = 84;
constexpr std::uint32_t kLevels = 4;  // below and with p and q
constexpr std::uint32_t kSamples = 256;

class WindowDrawing {
 public:
  WindowDrawing(const Scene& scene, const TreeMoment& moment, Picture& picture, LabelBoard& board)
      : scene_(scene),
        recording_(*scene.recording),
        moment_(moment),
        picture_(picture),
        board_(board),
        tree_(scene.fraction < 0.5F ? *moment.before : *moment.after) {
    const float area = picture.height - kHead - kMargin;
    bars_bottom_ = picture.height - kMargin - 40;
    bars_top_ = bars_bottom_ - 0.26F * area;
    top_ = kHead + 24;
    bottom_ = bars_top_ - 56;
    // Eight leaves in each half.
    const float slot = (picture.width - 2 * kMargin) / 16;
    size_ = slot > 92 ? 15.0F : slot > 74 ? 12.0F : 10.0F;
    chip_w_ = std::min(slot - 6, 96.0F);
    chip_h_ = std::round(1.7F * size_);
  }

  void draw() {
    const TreeMeeting* meeting = moment_.focused();
    if (meeting == nullptr) {
      add_bars(0, recording_.network.wires());
      return;
    }
    add_instance(*meeting);
    const TreeTask& task = meeting->event.task;
    add_bars(task.base(), 2 * task.half());
    add_brackets(*meeting);
    add_below(*meeting);
  }

 private:
  // The tree of `node`, `levels` deep, in a strip of the page; returns where the node stands.
  TreePoint add_subtree(std::uint32_t node, std::uint32_t levels, float left, float right,
                        float y) {
    const TreePoint at{(left + right) / 2, y};
    const std::uint32_t l = tree_.child(node, Side::kLeft);
    if (l != kNoNode && levels > 1) {
      const float pitch = (bottom_ - second_y()) / (kLevels - 1);
      const std::uint32_t r = tree_.child(node, Side::kRight);
      for (const TreePoint child : {add_subtree(l, levels - 1, left, at.x, y + pitch),
                                    add_subtree(r, levels - 1, at.x, right, y + pitch)}) {
        picture_.lines.push_back({at.x, at.y, child.x, child.y, Role::kWire, 1.4F});
      }
    } else if (l != kNoNode) {
      // What hangs below is not drawn.
      const float reach = std::min(10.0F, chip_w_ / 4);
      for (const float side : {-reach, reach}) {
        picture_.lines.push_back(
            {at.x, at.y, at.x + side, at.y + chip_h_ / 2 + 16, Role::kFuture, 1.2F, true});
      }
    }
    add_node(node, at);
    return at;
  }

  void add_node(std::uint32_t node, TreePoint at) {
    const std::uint32_t place = tree_.place(node);
    const bool padding = recording_.is_padding(place);
    const LabelArea area{at.x - chip_w_ / 2, at.y - chip_h_ / 2, at.x + chip_w_ / 2,
                         at.y + chip_h_ / 2};
    board_.keep_free(area);
    Box chip{.x = area.left,
             .y = area.top,
             .w = chip_w_,
             .h = chip_h_,
             .role = padding ? Role::kGround : Role::kRank,
             .filled = true,
             .corner = 6};
    if (!padding) chip.rank = rank_fraction(scene_, place);
    picture_.chips.push_back(chip);
    if (padding) {
      chip.role = Role::kGhost;
      chip.filled = false;
      picture_.chips.push_back(chip);
    }
    picture_.labels.push_back(fitted({at.x,
                                      at.y,
                                      short_key_text(recording_, place),
                                      size_,
                                      Face::kMono,
                                      Anchor::kMiddle,
                                      padding ? Role::kMuted : Role::kText,
                                      padding ? -1.0F : chip.rank,
                                      {},
                                      true},
                                     chip_w_ - 4));
  }

  [[nodiscard]] float second_y() const { return top_ + 0.3F * (bottom_ - top_); }

  void add_ring(TreePoint at, Role role) {
    picture_.chips.push_back({.x = at.x - chip_w_ / 2 - 3,
                              .y = at.y - chip_h_ / 2 - 3,
                              .w = chip_w_ + 6,
                              .h = chip_h_ + 6,
                              .role = role,
                              .filled = false,
                              .corner = 9,
                              .width = 2.4F});
  }

  void add_instance(const TreeMeeting& meeting) {
    const TreeEvent& event = meeting.event;
    const float left = kMargin;
    const float right = picture_.width - kMargin;
    const float middle = (left + right) / 2;
    const TreePoint root{middle, top_};
    const TreePoint extra{right - chip_w_ / 2 - 4, top_};
    picture_.lines.push_back({root.x, root.y, extra.x, extra.y, Role::kLine, 1.2F, true});
    const bool first = event.task.phase == 0;
    const std::uint32_t p = first ? tree_.child(event.root, Side::kLeft) : event.p;
    const std::uint32_t q = first ? tree_.child(event.root, Side::kRight) : event.q;
    if (p != kNoNode) {
      const TreePoint at_p = add_subtree(p, kLevels, left, middle, second_y());
      const TreePoint at_q = add_subtree(q, kLevels, middle, right, second_y());
      for (const TreePoint at : {at_p, at_q}) {
        picture_.lines.push_back({root.x, root.y, at.x, at.y, first ? Role::kWire : Role::kAccent,
                                  first ? 1.4F : 3.0F, event.task.phase > 1});
      }
      if (event.task.phase > 1) {
        board_.add({(root.x + at_p.x) / 2, (root.y + at_p.y) / 2,
                    fmt::format("{} links down", event.task.phase), 12, Face::kSans,
                    Anchor::kMiddle, Role::kAccent},
                   true);
      }
      if (!first) {
        tag(at_p, "p");
        tag(at_q, "q");
        add_curve(meeting, at_p, at_q);
      }
    }
    add_node(event.root, root);
    add_node(event.extra, extra);
    if (first) add_curve(meeting, root, extra);
    tag(root, "r");
    tag(extra, "e");
  }

  void tag(TreePoint at, const char* name) {
    board_.add({at.x - chip_w_ / 2 + 4, at.y - chip_h_ / 2 - 11, name, 13, Face::kSansBold,
                Anchor::kMiddle, Role::kAccent});
  }

  // How much is left out below the levels drawn.
  void add_below(const TreeMeeting& meeting) {
    const std::uint32_t node = meeting.event.task.phase > 0
                                   ? meeting.event.p
                                   : tree_.child(meeting.event.root, Side::kLeft);
    std::uint32_t height = 0;
    for (std::uint32_t child = node; child != kNoNode; child = tree_.child(child, Side::kLeft)) {
      ++height;
    }
    if (height <= kLevels) return;
    // Where the head has left a line free, else above the bars.
    board_.add(
        {kMargin, 0,
         fmt::format("Four levels of {} below p and q are drawn; either subtree has {} keys.",
                     height, grouped_digits((std::uint64_t{1} << height) - 1)),
         13, Face::kSans, Anchor::kStart, Role::kMuted},
        false, {{kMargin, 64.0F}, {kMargin, bottom_ + chip_h_ / 2 + 28}});
  }

  void add_curve(const TreeMeeting& meeting, TreePoint p, TreePoint q) {
    const TreeEvent& event = meeting.event;
    const bool known = moment_.running && scene_.fraction >= 0.14F;
    const Role role = !known ? Role::kAccent : event.exchanged ? Role::kExchanged : Role::kKept;
    const TreePoint from{p.x + chip_w_ / 2 + 4, p.y};
    const TreePoint to{q.x - chip_w_ / 2 - 4, q.y};
    const TreeCurve curve{from, {from.x + 40, from.y - 40}, {to.x - 40, to.y - 40}, to};
    constexpr int kPieces = 61;
    for (int i = 0; i < kPieces; ++i) {
      if (!known && i % 2 == 1) continue;
      const TreePoint a = curve.at(static_cast<float>(i) / kPieces);
      const TreePoint b = curve.at(static_cast<float>(i + 1) / kPieces);
      picture_.lines.push_back({a.x, a.y, b.x, b.y, role, event.exchanged && known ? 3.0F : 1.6F});
    }
    for (const TreePoint end : {p, q}) add_ring(end, role);
    const std::string text =
        known ? relation_text(recording_, meeting) : short_question_text(recording_, meeting);
    const TreePoint middle = curve.middle();
    board_.add({middle.x, middle.y, text, 12, Face::kSansBold, Anchor::kMiddle, role}, true);
  }

  // Samples of the keys on wires [first, first + count).
  void add_bars(Wire first, std::uint32_t count) {
    const std::uint32_t samples = std::min(count, kSamples);
    first_ = first;
    count_ = count;
    const float step = (picture_.width - 2 * kMargin) / static_cast<float>(samples);
    const float height = bars_bottom_ - bars_top_;
    for (std::uint32_t i = 0; i < samples; ++i) {
      const auto wire =
          first + static_cast<Wire>((2 * std::uint64_t{i} + 1) * count / (2 * samples));
      const std::uint32_t place = scene_.places[wire];
      if (recording_.is_padding(place)) continue;
      const float rank = rank_fraction(scene_, place);
      // The larger key has the taller bar, whichever comes first in order.
      const bool reversed = recording_.request.order == Order::kDescending;
      const float bar = (0.04F + 0.96F * (reversed ? 1 - rank : rank)) * height;
      picture_.chips.push_back({.x = kMargin + static_cast<float>(i) * step,
                                .y = bars_bottom_ - bar,
                                .w = step > 8 ? 0.86F * step : step + 0.5F,
                                .h = bar,
                                .role = Role::kRank,
                                .filled = true,
                                .rank = rank});
    }
  }

  [[nodiscard]] float bar_x(Wire wire) const {
    const float share = (static_cast<float>(wire - first_) + 0.5F) / static_cast<float>(count_);
    return kMargin + share * (picture_.width - 2 * kMargin);
  }

  void add_brackets(const TreeMeeting& meeting) {
    const TreeTask& task = meeting.event.task;
    const float y = bars_bottom_ + 10;
    const float middle = picture_.width / 2;
    const bool down = exchange_sign(recording_, task) == "<";
    for (const auto& [x0, x1, name] :
         {std::tuple{
              kMargin, middle - 3,
              (down ? "becomes U_a" : "becomes L_a") + std::string(": left subtree and root")},
          std::tuple{middle + 3, picture_.width - kMargin,
                     (down ? "becomes L_a" : "becomes U_a") +
                         std::string(": right subtree and extra node")}}) {
      picture_.lines.push_back({x0, y, x1, y, Role::kMuted, 1.6F, true});
      board_.add({(x0 + x1) / 2, y + 14,
                  fmt::format("{}, {} keys", name, grouped_digits(task.half())), 12, Face::kSans,
                  Anchor::kMiddle, Role::kText});
    }
    // Where p and q stand in the sequence.
    if (task.phase == 0) return;
    const Wire p = recording_.network.comparator(meeting.id.layer, meeting.id.index).lower();
    for (const auto& [wire, name] : {std::pair{p, "p"}, std::pair{p + task.half(), "q"}}) {
      const float x = bar_x(wire);
      picture_.lines.push_back({x, bars_top_ - 4, x, bars_bottom_, Role::kAccent, 1.6F});
      board_.add({x, bars_top_ - 12, name, 13, Face::kSansBold, Anchor::kMiddle, Role::kAccent});
    }
  }

  const Scene& scene_;
  const Recording& recording_;
  const TreeMoment& moment_;
  Picture& picture_;
  LabelBoard& board_;
  const BitonicTree& tree_;
  float top_ = 0, bottom_ = 0, bars_top_ = 0, bars_bottom_ = 0;
  float size_ = 12, chip_w_ = 40, chip_h_ = 20;
  Wire first_ = 0;
  std::uint32_t count_ = 1;
};

}  // namespace

void draw_tree_window(const Scene& scene, const TreeMoment& moment, Picture& picture,
                      LabelBoard& board) {
  WindowDrawing(scene, moment, picture, board).draw();
}

}  // namespace sortscope
