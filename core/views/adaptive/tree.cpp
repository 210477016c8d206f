// tree.cpp: the view of bitonic trees: whole, beside the other algorithm's, with their
// memory (Zachmann 2011, algorithms 1 to 3).
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/pictures/label_board.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/complete_tree.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/layout.h"
#include "core/scenes/tree_moment.h"
#include "core/views/adaptive/tree_drawing.h"
#include "core/views/adaptive/tree_memory.h"
#include "core/views/adaptive/tree_notes.h"
#include "core/views/adaptive/tree_picture.h"
#include "core/views/adaptive/tree_window.h"
#include "core/words/tree_text.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kMenuRoom = 120;  // the name of the view in the pane's corner
constexpr float kBelowNote = 32;  // a line of text
constexpr std::uint32_t kMostDrawn = 512;
constexpr std::uint32_t kMostSpanned = 1U << 20;  // in-order of all nodes is walked in each frame
constexpr std::uint32_t kMostInMemory = 128;      // records drawn one by one

void say(Picture& picture, float y, const std::string& text, float size, Face face, Role role) {
  picture.labels.push_back(
      fitted({kMargin, y, text, size, face, Anchor::kStart, role}, picture.width - 2 * kMargin));
}

// A run that has no trees, and which have.
void say_no_trees(const Scene& scene, Picture& picture) {
  std::string ids;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.rule == TreeRule::kNone) continue;
    ids += (ids.empty() ? "" : ", ") + std::string(algorithm.id);
  }
  const Recording& recording = *scene.recording;
  say(picture, 24,
      recording.algorithm->rule == TreeRule::kNone
          ? fmt::format("{} has no trees.", recording.title())
          : "This run is too short for a tree.",
      13, Face::kSansBold, Role::kText);
  say(picture, 48, "These keep their keys in bitonic trees: " + ids + ".", 13, Face::kSans,
      Role::kMuted);
  say(picture, 68, "The command tree-record records these keys with the adaptive sort.", 13,
      Face::kSans, Role::kMuted);
}

bool shows_memory(const Scene& scene) {
  return scene.options->tree.form == TreeForm::kComplete &&
         scene.recording->network.wires() <= kMostInMemory;
}

// Where there are too many records to draw.
void say_memory(const Recording& recording, const Picture& picture, LabelBoard& board) {
  const TreeMemory memory =
      tree_memory(recording.network.wires(), bits_of(recording.request.keys.type));
  const std::string text =
      fmt::format("Pointer-less {} bytes; with links in inner nodes {} bytes, {:.2f} times as much",
                  grouped_digits(memory.keys), grouped_digits(memory.keys + memory.inner_links),
                  memory.ratio());
  board.add(
      fitted({kMargin, picture.height - 14, text, 13, Face::kSans, Anchor::kStart, Role::kMuted},
             picture.width - 2 * kMargin));
}

// The page that the trees have: the memory stands below them.
float trees_height(const Scene& scene, float width, float height) {
  return shows_memory(scene) ? height - tree_memory_height(*scene.recording, width) : height;
}

// What of the in-order sequence is drawn node by node: all of it, or, where that is too long, the
// surroundings of a small instance; nothing where the instance is too large as well.
std::optional<TreeSpan> span_drawn(const Scene& scene, const TreeMoment& moment) {
  const Recording& recording = *scene.recording;
  const std::uint32_t wires = recording.network.wires();
  if (wires <= kMostDrawn) return all_trees(recording, moment.merge);
  const TreeMeeting* focused = moment.focused();
  if (focused == nullptr || wires > kMostSpanned) return std::nullopt;
  const TreeTask& task = focused->event.task;
  if (task.size_log2() > kNeighboursLog2) return std::nullopt;
  const std::uint32_t merge = std::min(kNeighboursLog2, moment.merge);
  const std::uint32_t size = std::uint32_t{1} << kNeighboursLog2;
  TreeSpan span{task.base() / size * size, size, merge, 1};
  for (Wire wire = span.first; wire < span.first + size; ++wire) {
    span.longest =
        std::max(span.longest, display_length(short_key_text(recording, scene.places[wire])));
  }
  return span;
}

// The moment with only what happens in `span`.
TreeMoment within(const TreeMoment& moment, const TreeSpan& span) {
  TreeMoment part = moment;
  if (span.wires == moment.before->size()) return part;
  part.merge_after = part.merge;
  const auto outside = [&](const TreeMeeting& meeting) {
    const TreeTask& task = meeting.event.task;
    return task.base() < span.first || task.base() + 2 * task.half() > span.first + span.wires;
  };
  const ComparatorId focused = moment.focused()->id;
  std::erase_if(part.done, outside);
  std::erase_if(part.current, outside);
  const auto at = std::find_if(part.current.begin(), part.current.end(),
                               [&](const TreeMeeting& meeting) { return meeting.id == focused; });
  part.focus = static_cast<std::size_t>(at - part.current.begin());
  return part;
}

// The page after the running step: another where the trees join.
TreePage next_page(const Scene& scene, const TreeMoment& part, const TreePage& page, float width,
                   float room) {
  if (part.merge_after == part.merge) return page;
  return tree_page(*scene.recording, part.merge_after, width, room, !shows_memory(scene));
}

void append(Picture& picture, Picture part, float dx, float dy) {
  const auto take = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  for (Line& line : part.lines) {
    line.x0 += dx;
    line.x1 += dx;
    line.y0 += dy;
    line.y1 += dy;
  }
  const auto shift = [&](auto& marks) {
    for (auto& mark : marks) {
      mark.x += dx;
      mark.y += dy;
    }
  };
  shift(part.boxes);
  shift(part.chips);
  shift(part.dots);
  shift(part.arrows);
  shift(part.labels);
  take(picture.lines, part.lines);
  take(picture.boxes, part.boxes);
  take(picture.chips, part.chips);
  take(picture.dots, part.dots);
  take(picture.arrows, part.arrows);
  take(picture.labels, part.labels);
}

// What heights of the bars mean: below them, else where one points at the title.
void say_heights(Picture& picture, LabelBoard& board) {
  constexpr std::string_view kHeights = "Height of a bar: the key's rank, not its value";
  constexpr float kAboveEdge = 14;
  Label words{20,
              picture.height - kAboveEdge,
              std::string(kHeights),
              12,
              Face::kSans,
              Anchor::kStart,
              Role::kMuted};
  if (board.add(std::move(words)) || picture.labels.empty()) return;
  Label& title = picture.labels.front();
  title.whole = fmt::format("{}. {}", title.whole.empty() ? title.text : title.whole, kHeights);
}

Picture one_run(const Scene& scene, float width, float height, float menu_room) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Recording& recording = *scene.recording;
  const auto moment = tree_moment(scene);
  if (!moment) {
    append(picture, kBarsLayout.layout(scene, width, height - kBelowNote), 0, kBelowNote);
    say(picture, 24, "Here the keys stand in an array; trees are built for the adaptive steps.", 13,
        Face::kSansBold, Role::kText);
    Label& title = picture.labels.back();
    title.whole = title.text + " Height of a bar: the key's value.";
    return picture;
  }
  LabelBoard board(picture);
  add_tree_head(scene, *moment, menu_room, picture, board);
  if (scene.options->tree.form == TreeForm::kComplete && !shows_memory(scene)) {
    say_memory(recording, picture, board);
  }
  const auto span = span_drawn(scene, *moment);
  if (!span) {
    draw_tree_window(scene, *moment, picture, board);
    return picture;
  }
  const TreeMoment part = within(*moment, *span);
  const bool memory = shows_memory(scene);
  const float room = trees_height(scene, width, height);
  const TreePage page = tree_page(*span, width, room, !memory);
  const TreePage next = next_page(scene, part, page, width, room);
  draw_trees(scene, part, page, next, picture, board);
  if (memory) {
    add_tree_memory(scene, *moment, room, picture, board);
  } else if (page.bars_top < page.bars_bottom &&
             (part.merge == part.merge_after || scene.fraction < 0.75F)) {
    add_tree_brackets(scene, part, page, picture, board);
    say_heights(picture, board);
  }
  return picture;
}

// The scene with algorithm 1 is on the left.
bool swapped(const Scene& scene) { return scene.recording->algorithm->rule != TreeRule::kTwoCase; }

void natural_size(const Recording& recording, const LayoutOptions& options, float& width,
                  float& height) {
  const auto wires = static_cast<float>(recording.network.wires());
  width = std::clamp(56 * wires, 960.0F, 1920.0F);
  if (options.tree.compare) width = std::min(1.6F * width, 2560.0F);
  height = options.tree.form == TreeForm::kComplete ? 900 : 720;
}

Picture layout(const Scene& scene, float width, float height) {
  if (!has_trees(*scene.recording)) {
    Picture picture;
    picture.width = width;
    picture.height = height;
    say_no_trees(scene, picture);
    return picture;
  }
  if (scene.beside == nullptr) return one_run(scene, width, height, kMenuRoom);
  Picture picture;
  picture.width = width;
  picture.height = height;
  const float half = width / 2;
  const Scene& left = swapped(scene) ? *scene.beside : scene;
  const Scene& right = swapped(scene) ? scene : *scene.beside;
  append(picture, one_run(left, half, height, kMenuRoom), 0, 0);
  append(picture, one_run(right, half, height, kMenuRoom), half, 0);
  picture.lines.push_back({half, 12, half, height - 12, Role::kLine, 1});
  return picture;
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  if (!has_trees(*scene.recording)) return {};
  const Scene* looked_at = &scene;
  if (scene.beside != nullptr) {
    width /= 2;
    const bool at_right = x >= width;
    if (at_right != swapped(scene)) looked_at = scene.beside;
    if (at_right) x -= width;
  }
  const auto moment = tree_moment(*looked_at);
  const auto span = moment ? span_drawn(*looked_at, *moment) : std::nullopt;
  if (!span) return {};
  const TreeMoment part = within(*moment, *span);
  const float room = trees_height(scene, width, height);
  const TreePage page = tree_page(*span, width, room, !shows_memory(scene));
  return pick_tree(*looked_at, part, page, next_page(*looked_at, part, page, width, room), x, y);
}

}  // namespace

const Layout kTreeLayout = {
    "tree", "Tree",       "The bitonic trees of an adaptive sort, and the pairs walking down.",
    0,      natural_size, layout,
    pick};

}  // namespace sortscope
