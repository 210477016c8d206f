// tree_notes.cpp: what is said around bitonic trees.
#include "core/views/adaptive/tree_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/pictures/clauses.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/words/tree_text.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kSize = 13;

class Head {
 public:
  Head(Picture& picture, LabelBoard& board) : picture_(picture), board_(board) {}

  /// `text` on line `at` (0 to 2), shortened to leave `less` pixels at the right free.
  void line(int at, const std::string& text, Face face, Role role, float less = 0) {
    const float room = picture_.width - 2 * kMargin - less;
    board_.add(fitted({kMargin, y(at), text, kSize, face, Anchor::kStart, role}, room));
  }

  /// At the right of line 2, beside `text` there: the first that leaves it whole.
  void right(const std::vector<std::string>& texts, const std::string& text) {
    const float free = room() - estimated_width(text, kSize, Face::kSans) - 16;
    for (const std::string& each : texts) {
      const float wide = estimated_width(each, kSize, Face::kSans);
      if (wide > std::min(free, 0.45F * picture_.width)) continue;
      board_.add(
          {picture_.width - kMargin, y(2), each, kSize, Face::kSans, Anchor::kEnd, Role::kMuted});
      return;
    }
  }

  [[nodiscard]] float room() const { return picture_.width - 2 * kMargin; }

 private:
  static float y(int at) { return 24 + 20 * static_cast<float>(at); }

  Picture& picture_;
  LabelBoard& board_;
};

// How often the keys on the wires turn from rising to falling or back; around the circle where they
// close it. Equal neighbours do neither.
std::uint32_t turns(const Scene& scene, Wire first, std::uint32_t count, bool closed = false) {
  std::uint32_t found = 0;
  std::optional<bool> first_rises;
  std::optional<bool> rising;
  const auto step = [&](bool rises) {
    found += rising && *rising != rises ? 1 : 0;
    rising = rises;
    if (!first_rises) first_rises = rises;
  };
  for (std::uint32_t i = 0; i + (closed ? 0 : 1) < count; ++i) {
    const std::uint32_t one = scene.ranks[scene.places[first + i]];
    const std::uint32_t next = scene.ranks[scene.places[first + (i + 1) % count]];
    if (one != next) step(one < next);
  }
  if (closed && first_rises) step(*first_rises);
  return found;
}
bool is_bitonic(const Scene& scene, Wire first, std::uint32_t count) {
  return turns(scene, first, count, true) <= 2;
}

// "26 = 2·16 - 4 - 2", and shorter.
std::vector<std::string> count_texts(const Recording& recording, const TreeMoment& moment,
                                     std::uint32_t block, Cursor cursor) {
  const MergeCount count = merge_count(recording, moment.merge, block, cursor);
  const std::string part =
      fmt::format("{} of {} comparisons", grouped_digits(count.done), grouped_digits(count.all));
  const std::uint64_t n = std::uint64_t{1} << moment.merge;
  // A merge that is finished in another way takes fewer.
  const bool whole = count.all == 2 * n - moment.merge - 2;
  return {whole ? fmt::format("{} in this merge ({} = 2·{} - {} - 2)", part,
                              grouped_digits(count.all), grouped_digits(n), moment.merge)
                : fmt::format("{} in this merge's trees", part),
          part};
}

// The keys of `block` fall from wire to wire once they are sorted: Ua stands before La.
bool falls(const Recording& recording, std::uint32_t block) {
  return ((block & 1) != 0) != (recording.request.order == Order::kDescending);
}

// " La and Ua are built: max(La) = 58 ≤ min(Ua) = 64." (theorem 1)
std::string bounds_text(const Scene& scene, const TreeMoment& moment, const TreeTask& task) {
  if (!moment.stage_done || !task.last_phase()) return {};
  const bool reversed = scene.recording->request.order == Order::kDescending;
  const auto smaller = [&](Wire a, Wire b) {
    const std::uint32_t first = scene.ranks[scene.places[a]];
    const std::uint32_t second = scene.ranks[scene.places[b]];
    return reversed ? first > second : first < second;
  };
  std::vector<Wire> wires(2 * std::size_t{task.half()});
  std::iota(wires.begin(), wires.end(), task.base());
  const std::span all(wires);
  const bool down = falls(*scene.recording, task.block);
  const std::span lower = down ? all.last(task.half()) : all.first(task.half());
  const std::span upper = down ? all.first(task.half()) : all.last(task.half());
  const auto text = [&](Wire wire) { return short_key_text(*scene.recording, scene.places[wire]); };
  return fmt::format(" L_a and U_a are built: max(L_a) = {} ≤ min(U_a) = {}.",
                     text(*std::max_element(lower.begin(), lower.end(), smaller)),
                     text(*std::min_element(upper.begin(), upper.end(), smaller)));
}

// A line goes through the rectangle.
bool strikes(const Line& line, const LabelArea& area) {
  // The share of the line's way that lies within, by one side after the other.
  float from = 0;
  float to = 1;
  const auto within = [&](float start, float way, float least, float most) {
    if (way == 0) return start > least && start < most;
    const float a = (least - start) / way;
    const float b = (most - start) / way;
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
    return from < to;
  };
  return within(line.x0, line.x1 - line.x0, area.left, area.right) &&
         within(line.y0, line.y1 - line.y0, area.top, area.bottom);
}

// " 23 25 58 15": the keys now on wires from `first` on.
std::string keys_text(const Scene& scene, Wire first, std::uint32_t count) {
  std::string text;
  for (Wire wire = first; wire < first + count; ++wire) {
    text += " " + short_key_text(*scene.recording, scene.places[wire]);
  }
  return text;
}

}  // namespace

void add_tree_head(const Scene& scene, const TreeMoment& moment, float menu_room, Picture& picture,
                   LabelBoard& board) {
  const Recording& recording = *scene.recording;
  Head head(picture, board);
  const TreeMeeting* focused = moment.focused();
  if (focused == nullptr) {
    const std::string over = "After the last merge";
    const std::string title =
        fmt::format("{} · after the last merge", rule_name(recording.algorithm->rule));
    const bool fits = estimated_width(title, kSize, Face::kSansBold) <= head.room() - menu_room;
    head.line(0, fits ? title : over, Face::kSansBold, Role::kText, menu_room);
    head.line(1,
              moment.over && recording.sorted ? "The tree, read in-order, is sorted."
              : moment.over                   ? "The tree, read in-order, is not sorted."
                            : "The next steps run in an array: the trees are read in-order.",
              Face::kSans, Role::kText);
    return;
  }
  const TreeTask& task = focused->event.task;
  std::string title = task_text(recording, task);
  if (estimated_width(title, kSize, Face::kSansBold) > picture.width - 2 * kMargin - menu_room) {
    title = short_task_text(recording, task);
  }
  title = clauses_within(title, kSize, Face::kSansBold, head.room() - menu_room);
  head.line(0, title, Face::kSansBold, Role::kText, menu_room);
  const auto counts = count_texts(recording, moment, task.block, scene.cursor);
  if (moment.running) {
    const TreePart part = tree_part(tree_motion(moment, scene.fraction), focused->event);
    std::vector<std::string> lines =
        wrapped(running_text(recording, *focused, part), kSize, Face::kSans, head.room());
    for (; lines.size() > 2; lines.pop_back()) lines.end()[-2] += ' ' + lines.back();
    lines.resize(2);
    lines[1] = clauses_within(lines[1], kSize, Face::kSans, head.room());
    head.line(1, lines[0], Face::kSans, Role::kText);
    head.right(counts, lines[1]);
    if (!lines[1].empty()) head.line(2, lines[1], Face::kSans, Role::kText);
    return;
  }
  std::string question = question_text(recording, *focused);
  if (estimated_width(question, kSize, Face::kSans) > head.room()) {
    question = question.substr(question.find(": ") + 2);
  }
  const TreeMeeting* last = moment.last_before(*focused);
  if (last != nullptr) {
    const std::string before =
        meeting_text(recording, *last) + bounds_text(scene, moment, last->event.task);
    head.line(1, clauses_within(before, kSize, Face::kSans, head.room()), Face::kSans,
              Role::kMuted);
  }
  head.right(counts, last != nullptr ? question : std::string());
  head.line(last != nullptr ? 2 : 1, question, Face::kSans, Role::kAccent);
}

void add_node_numbers(const TreePage& page, const PlacedTrees& placed, const Picture& picture,
                      LabelBoard& board) {
  if (!page.node_numbers) return;
  const std::vector<Line> lines = picture.lines;
  for (const std::uint32_t node : placed.members()) {
    if (placed.scale(node) < 1) continue;
    const TreePoint at = placed.node(node);
    Label label{at.x, at.y, std::to_string(node), 12, Face::kMono, Anchor::kMiddle, Role::kMuted};
    const float away = page.chip_w / 2 + 5 + estimated_width(label.text, 12, Face::kMono) / 2;
    const float over = page.chip_h / 2 + 9;
    const std::pair<float, float> spots[] = {{-away, 0}, {away, 0}, {-away, -8}, {-away, 8},
                                             {away, -8}, {away, 8}, {0, over},   {0, -over}};
    for (const auto& [x, y] : spots) {
      label.x = at.x + x;
      label.y = at.y + y;
      const LabelArea area = area_of(label);
      const bool struck = std::any_of(lines.begin(), lines.end(),
                                      [&](const Line& line) { return strikes(line, area); });
      if (!struck && board.add(label)) break;
    }
  }
}

void add_tree_brackets(const Scene& scene, const TreeMoment& moment, const TreePage& page,
                       Picture& picture, LabelBoard& board) {
  const float y = page.bars_bottom + (page.bar_text > 0 ? page.bar_text + 8 : 2) + 8;
  const auto bracket = [&](Wire first, std::uint32_t count, const std::vector<std::string>& texts,
                           bool dashed) {
    const float x0 = page.x(first) - 0.41F * page.column;
    const float x1 = page.x(first + count - 1) + 0.41F * page.column;
    picture.lines.push_back({x0, y, x1, y, Role::kMuted, 1.6F, dashed});
    picture.lines.push_back({x0, y - 4, x0, y, Role::kMuted, 1.6F});
    picture.lines.push_back({x1, y - 4, x1, y, Role::kMuted, 1.6F});
    for (const std::string& text : texts) {
      if (estimated_width(text, 12, Face::kSans) > x1 - x0) continue;
      board.add({(x0 + x1) / 2, y + 13, text, 12, Face::kSans, Anchor::kMiddle, Role::kText});
      break;
    }
  };
  const std::uint32_t size = std::uint32_t{1} << page.merge;
  const TreeMeeting* focused = moment.focused();
  const bool begins = focused != nullptr && !moment.running && focused->event.task.time == 0 &&
                      scene.cursor.comparator == 0;
  for (Wire first = page.first; first < page.first + page.wires; first += size) {
    if (moment.over || begins) {
      const std::string state = moment.over ? turns(scene, first, size) == 0 ? "sorted" : "unsorted"
                                : is_bitonic(scene, first, size) ? "bitonic"
                                                                 : "given";
      const auto keys = std::ranges::count_if(
          std::span(scene.places).subspan(first, size),
          [&](std::uint32_t place) { return !scene.recording->is_padding(place); });
      const std::string_view and_padding = keys < size ? " and padding" : "";
      bracket(first, size, {fmt::format("a: {} {} keys{}", keys, state, and_padding), state, "a"},
              false);
      continue;
    }
    if (!moment.layer) continue;
    const std::uint32_t half = (std::uint32_t{1} << moment.merge) >> (moment.stage + 1);
    if (2 * half > size) continue;
    const bool down = falls(*scene.recording, first >> moment.merge);
    const auto part = [&](Wire from, const std::string& name, const std::string& what) {
      // What hangs there before the walk is over need not belong to it.
      std::vector<std::string> texts{"becomes " + name + ": " + what, "becomes " + name, name};
      if (moment.stage_done) {
        const std::string keys = ":" + keys_text(scene, from, half);
        texts = {name + " = " + what + keys, name + " = " + what, name};
      }
      bracket(from, half, texts, !moment.stage_done);
    };
    for (Wire left = first; left < first + size; left += 2 * half) {
      part(left, down ? "U_a" : "L_a", "left subtree and root");
      part(left + half, down ? "L_a" : "U_a", "right subtree and extra node");
    }
  }
}

}  // namespace sortscope
