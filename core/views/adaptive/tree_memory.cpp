// tree_memory.cpp: the memory of a bitonic tree, with links and pointer-less, as arrays.
#include "core/views/adaptive/tree_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/complete_tree.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/scene.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kNames = 72;  // of the rows, at the left
constexpr float kTitle = 22;
constexpr float kGap = 10;

// A row of n cells of equal width.
struct Cells {
  float left = 0, width = 0, height = 0, text = 0;  // text: type size, 0: none fits

  static Cells of(const Recording& recording, float page_width) {
    Cells cells;
    const auto n = static_cast<float>(recording.network.wires());
    cells.left = kMargin + kNames;
    cells.width = std::min((page_width - kMargin - cells.left) / n, 72.0F);
    const std::size_t longest = std::max<std::size_t>(longest_key_text(recording), 2);
    for (const float size : {13.0F, 12.0F, 11.0F, 10.0F}) {
      if (0.6F * size * static_cast<float>(longest) + 4 > cells.width) continue;
      cells.text = size;
      break;
    }
    cells.height = cells.text > 0 ? 20 : 12;
    return cells;
  }
  [[nodiscard]] float x(std::uint32_t i) const { return left + width * static_cast<float>(i); }
};

class MemoryDrawing {
 public:
  MemoryDrawing(const Scene& scene, const TreeMoment& moment, Picture& picture, LabelBoard& board)
      : scene_(scene),
        recording_(*scene.recording),
        moment_(moment),
        picture_(picture),
        board_(board),
        cells_(Cells::of(recording_, picture.width)),
        n_(recording_.network.wires()) {}

  void draw(float top) {
    const TreeMemory memory = tree_memory(n_, bits_of(recording_.request.keys.type));
    collect();
    float y = top;
    const unsigned key_bytes = bits_of(recording_.request.keys.type) / 8;
    title(y, fmt::format("With links: {} × ({}-byte key + 4-byte pointer) = {} bytes, and {} bytes "
                         "of links in inner nodes",
                         n_, key_bytes, memory.keys, memory.inner_links));
    y += kTitle;
    if (cells_.text > 0) {
      row(y, "node", [](std::uint32_t i) { return fmt::to_string(i); });
      y += cells_.height - 2;
    }
    name(y, "key");
    for (std::uint32_t node = 0; node < n_; ++node) key(y, node, now().place(node), pair_, node);
    y += cells_.height + 1;
    for (const Side side : {Side::kLeft, Side::kRight}) {
      links(y, side);
      y += cells_.height + 1;
    }
    y += kGap;
    title(y, fmt::format("Pointer-less, in heap order: {} bytes; links take {:.2f} times as much, "
                         "at most 1.5",
                         memory.keys, memory.ratio()));
    y += kTitle;
    if (cells_.text > 0) {
      row(y, "index", [](std::uint32_t i) { return fmt::to_string(i); });
      y += cells_.height - 2;
    }
    name(y, "key");
    heap(y);
    y += cells_.height + kGap + 6;
    counts(y);
  }

 private:
  [[nodiscard]] const BitonicTree& now() const { return *moment_.before; }
  [[nodiscard]] std::uint32_t size_log2() const { return std::bit_width(n_) - 1; }

  // Nodes that are compared, and what the step before has changed.
  void collect() {
    for (const TreeMeeting& meeting : moment_.current) {
      pair_.insert({meeting.event.p, meeting.event.q});
    }
    for (const TreeMeeting& meeting : moment_.done) {
      if (meeting.id.layer + 1 != scene_.cursor.layer || moment_.running) continue;
      const auto& pointers = meeting.event.pointers;
      if (!pointers) continue;
      swapped_links_.insert({pointers->first, pointers->first_side});
      swapped_links_.insert({pointers->second, pointers->second_side});
      mark_subtree(now().child(pointers->first, pointers->first_side));
      mark_subtree(now().child(pointers->second, pointers->second_side));
    }
  }
  void mark_subtree(std::uint32_t node) {
    if (node == kNoNode) return;
    moved_.insert(node);
    mark_subtree(now().child(node, Side::kLeft));
    mark_subtree(now().child(node, Side::kRight));
  }

  void title(float y, const std::string& text) {
    board_.add(fitted({kMargin, y + 8, text, 13, Face::kSansBold, Anchor::kStart, Role::kText},
                      picture_.width - 2 * kMargin));
  }
  void name(float y, const char* text) {
    if (cells_.height < 12) return;
    board_.add(
        {kMargin, y + cells_.height / 2, text, 12, Face::kSans, Anchor::kStart, Role::kMuted});
  }
  template <typename Text>
  void row(float y, const char* of, const Text& text) {
    name(y, of);
    for (std::uint32_t i = 0; i < n_; ++i) {
      board_.add({cells_.x(i) + cells_.width / 2, y + cells_.height / 2, text(i),
                  std::min(cells_.text, 12.0F), Face::kMono, Anchor::kMiddle, Role::kMuted});
    }
  }

  // A key's cell; outlined where `node` is in `lit`.
  void key(float y, std::uint32_t index, std::uint32_t place, const std::set<std::uint32_t>& lit,
           std::uint32_t node) {
    const float inset = cells_.width > 6 ? 1 : 0;
    Box cell{.x = cells_.x(index) + inset,
             .y = y,
             .w = cells_.width - 2 * inset,
             .h = cells_.height,
             .role = Role::kRank,
             .filled = true,
             .corner = std::min(3.0F, cells_.width / 4)};
    const bool padding = recording_.is_padding(place);
    if (padding) {
      cell.role = Role::kGhost;
      cell.filled = false;
    } else {
      cell.rank = rank_fraction(scene_, place);
    }
    picture_.chips.push_back(cell);
    if (lit.contains(node)) outline(cell, Role::kAccent);
    if (cells_.text <= 0) return;
    board_.add({cell.x + cell.w / 2,
                y + cells_.height / 2,
                short_key_text(recording_, place),
                cells_.text,
                Face::kMono,
                Anchor::kMiddle,
                Role::kMuted,
                padding ? -1.0F : cell.rank,
                {},
                true});
  }
  void outline(const Box& cell, Role role) {
    Box frame = cell;
    frame.role = role;
    frame.filled = false;
    frame.width = 2;
    picture_.chips.push_back(frame);
  }

  void links(float y, Side side) {
    name(y, side == Side::kLeft ? "left" : "right");
    const float inset = cells_.width > 6 ? 1 : 0;
    for (std::uint32_t node = 0; node < n_; ++node) {
      const std::uint32_t child = now().child(node, side);
      Box cell{.x = cells_.x(node) + inset,
               .y = y,
               .w = cells_.width - 2 * inset,
               .h = cells_.height,
               .role = child == kNoNode ? Role::kPanel : Role::kLine,
               .filled = true,
               .corner = std::min(3.0F, cells_.width / 4)};
      picture_.chips.push_back(cell);
      const bool swapped = swapped_links_.contains({node, side});
      if (swapped) outline(cell, Role::kExchanged);
      if (cells_.text <= 0 || child == kNoNode) continue;
      board_.add({cell.x + cell.w / 2, y + cells_.height / 2, fmt::to_string(child), cells_.text,
                  Face::kMono, Anchor::kMiddle, swapped ? Role::kExchanged : Role::kText});
    }
  }

  // The same in-order sequence in a complete tree.
  void heap(float y) {
    std::vector<std::uint32_t> order(n_);
    now().in_order(moment_.merge, order);
    for (Wire wire = 0; wire < n_; ++wire) {
      const std::uint32_t index = heap_index(size_log2(), wire);
      key(y, index, now().place(order[wire]), pair_, order[wire]);
      if (!moved_.contains(order[wire]) || pair_.contains(order[wire])) continue;
      picture_.chips.push_back({.x = cells_.x(index) + 1,
                                .y = y,
                                .w = cells_.width - 2,
                                .h = cells_.height,
                                .role = Role::kExchanged,
                                .filled = false,
                                .corner = std::min(3.0F, cells_.width / 4),
                                .width = 2});
    }
  }

  // Moves of this merge before the cursor, in all blocks.
  void counts(float y) {
    const Network& network = recording_.network;
    const Cursor cursor = scene_.cursor;
    MovedKeys moved;
    std::uint64_t links = 0;
    for (std::uint32_t layer = 0; layer <= cursor.layer && layer < network.depth(); ++layer) {
      if (!network.in_trees(layer)) continue;
      if (network.step(layer).merge != moment_.merge) continue;
      const std::uint32_t count = layer < cursor.layer ? network.count(layer) : cursor.comparator;
      for (std::uint32_t index = 0; index < count; ++index) {
        const TreeTask task = network.task(layer, index);
        const MovedKeys one =
            moved_keys(task, recording_.algorithm->rule, recording_.exchanged(layer, index));
        moved.of_pair += one.of_pair;
        moved.of_subtrees += one.of_subtrees;
        links += one.of_subtrees > 0 ? 2 : 0;
      }
    }
    const std::string text = fmt::format(
        "This merge so far: {} keys moved by exchanges in both; to swap subtrees {} links are "
        "written, or, pointer-less, {} keys moved.",
        moved.of_pair, links, moved.of_subtrees);
    board_.add(fitted({kMargin, y, text, 13, Face::kSans, Anchor::kStart, Role::kMuted},
                      picture_.width - 2 * kMargin));
  }

  const Scene& scene_;
  const Recording& recording_;
  const TreeMoment& moment_;
  Picture& picture_;
  LabelBoard& board_;
  Cells cells_;
  std::uint32_t n_;
  std::set<std::uint32_t> pair_, moved_;  // nodes
  std::set<std::pair<std::uint32_t, Side>> swapped_links_;
};

}  // namespace

float tree_memory_height(const Recording& recording, float width) {
  const Cells cells = Cells::of(recording, width);
  const float numbers = cells.text > 0 ? cells.height - 2 : 0;
  return 2 * kTitle + 2 * numbers + 3 * (cells.height + 1) + cells.height + 2 * kGap + 6 + 16;
}

void add_tree_memory(const Scene& scene, const TreeMoment& moment, float top, Picture& picture,
                     LabelBoard& board) {
  MemoryDrawing(scene, moment, picture, board).draw(top);
}

}  // namespace sortscope
