// history.cpp: the whole run, or a part of it, in one picture: wires downwards, layers to the
// right, the keys' ranks as colours.
#include "core/views/network/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/pictures/label_stride.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/laid_over.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/scene.h"
#include "core/views/network/highlights.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kText = 13;
constexpr float kSmall = 12;
constexpr float kLeastColumn = 3;  // of pictures for files
constexpr float kLeastRow = 2;
constexpr std::uint64_t kMostCells = 40'000;
constexpr double kLinedState = 40;  // a layer that has a line to the next
constexpr std::uint64_t kMostSought = std::uint64_t{1}
                                      << 22;  // steps of a replay under the pointer
constexpr float kShades = 255;

double layers_at(const Scene& scene) {
  const Network& network = scene.recording->network;
  if (scene.cursor.layer >= network.depth()) return network.depth();
  const double count = std::max(network.count(scene.cursor.layer), 1U);
  const double before = scene.cursor.comparator / count;
  const double more = scene.whole_layer ? scene.fraction * (1 - before) : scene.fraction / count;
  return scene.cursor.layer + before + more;
}

// Rows of a file's picture: where they are coarser than the far view's, means of those.
struct Rows {
  HistorySight sight;
  unsigned joined_log2 = 0;
  [[nodiscard]] std::uint32_t count() const {
    return ((sight.first_row + sight.rows - 1) >> joined_log2) - (sight.first_row >> joined_log2) +
           1;
  }
};

Rows rows_of(const HistoryPage& page, const FarGrid& far) {
  Rows rows;
  if (page.apart()) {
    rows.sight = sight_of_cells(page, far, 0, 0);
    return rows;
  }
  rows.sight = sight_of_cells(page, far, kLeastColumn, kLeastRow);
  const auto height = [&] {
    return page.wire *
           static_cast<double>(std::uint64_t{1} << (rows.sight.wires_log2 + rows.joined_log2));
  };
  while ((height() < kLeastRow || std::uint64_t{rows.sight.columns} * rows.count() > kMostCells) &&
         rows.count() > 1) {
    ++rows.joined_log2;
  }
  return rows;
}

// Mean ranks of a column of joined rows. False where it was not made.
bool column_of(const RankHistory& history, const Rows& rows, std::uint32_t column,
               std::vector<float>& means) {
  std::vector<float> cells(rows.sight.rows);
  if (!history.column(rows.sight, column, cells)) return false;
  means.assign(rows.count(), kOnlyPadding);
  const std::uint32_t first = rows.sight.first_row >> rows.joined_log2;
  std::uint32_t at = 0;
  for (std::uint32_t row = 0; row < means.size(); ++row) {
    float sum = 0;
    float keys = 0;
    for (; at < cells.size() && (rows.sight.first_row + at) >> rows.joined_log2 == first + row;
         ++at) {
      if (cells[at] < 0) continue;
      sum += cells[at];
      ++keys;
    }
    if (keys > 0) means[row] = sum / keys;
  }
  return true;
}

bool hidden(const Scene& scene, std::uint32_t layers) {
  return hides_what_comes(scene) && layers > scene.cursor.layer;
}

// Neighbours down a column that look alike are one box.
void draw_column(Picture& picture, const HistoryPage& page, const Rows& rows,
                 const std::vector<float>& means, std::uint32_t column) {
  const bool apart = page.apart();
  const HistorySight& sight = rows.sight;
  const std::uint64_t first_state = (std::uint64_t{sight.first_column} + column)
                                    << sight.layers_log2;
  const std::uint64_t end_state = std::min<std::uint64_t>(
      first_state + (std::uint64_t{1} << sight.layers_log2), std::uint64_t{page.depth} + 1);
  const float left = std::max(page.x(static_cast<double>(first_state)), page.left);
  const float right = std::min(page.x(static_cast<double>(end_state)), page.right);
  const unsigned log2 = sight.wires_log2 + rows.joined_log2;
  const std::uint64_t first_row = sight.first_row >> rows.joined_log2;
  const auto edge = [&](std::uint64_t row) {
    const double wires = static_cast<double>((first_row + row) << log2);
    return std::clamp(page.y(std::min<double>(wires, page.wires)), page.top, page.foot);
  };
  Box box{.x = left, .y = 0, .w = right - left, .h = 0, .role = Role::kRank, .filled = true};
  const auto shade_of = [&](std::size_t row) {
    return means[row] < 0 ? -1.0F : std::round(means[row] * kShades);
  };
  std::size_t first = 0;
  float shade = shade_of(0);
  for (std::size_t row = 1; row <= means.size(); ++row) {
    const float next = row < means.size() ? shade_of(row) : -2;
    if (next == shade && !apart) continue;
    if (shade >= 0) {
      box.y = edge(first);
      box.h = edge(row) - box.y;
      // Alone, a cell has exactly its key's colour.
      box.rank = apart ? means[first] : shade / kShades;
      if (apart) {
        box.corner = 2;
        box.w = right - left - 1;
        box.h -= 1;
      } else {
        // No seams where edges lie between pixels.
        box.w = right - left + (right < page.right ? 0.5F : 0);
        box.h += row < means.size() ? 0.5F : 0;
      }
      if (box.w > 0 && box.h > 0) picture.boxes.push_back(box);
    }
    first = row;
    shade = next;
  }
}

void draw_cells(Picture& picture, const Scene& scene, const RankHistory& history,
                const HistoryPage& page) {
  const Rows rows = rows_of(page, history.far());
  std::vector<float> means;
  for (std::uint32_t column = 0; column < rows.sight.columns; ++column) {
    if (hidden(scene, history.layers(rows.sight, column))) break;
    if (column_of(history, rows, column, means)) draw_column(picture, page, rows, means, column);
  }
}

// Keys that a link of a tree took along, a bar at the left of each run of their cells.
constexpr float kSwapBar = 2.5F;
bool draw_swaps(Picture& picture, const Scene& scene, const HistoryPage& page) {
  if (!page.apart() || scene.elsewhere == nullptr) return false;
  const Network& network = scene.recording->network;
  bool any = false;
  const auto end = std::min<std::uint32_t>(
      network.depth(), static_cast<std::uint32_t>(std::max(std::ceil(page.end_state()), 1.0)));
  const auto from = static_cast<std::uint32_t>(std::max(page.first_state - 1, 0.0));
  for (std::uint32_t layer = from; layer < end; ++layer) {
    if (!network.in_trees(layer)) continue;
    any = true;
    if (hidden(scene, layer + 1)) break;
    const float x = page.x(layer + 1.0);
    if (x < page.left - 0.5F || x + kSwapBar > page.right) continue;
    Scene then = scene;
    then.cursor = {layer + 1, 0};
    then.fraction = 0;
    for (const MovedWires& run : swapped_wires(then, layer)) {
      const std::int64_t first = run.first + run.by;  // where they have come to
      const float top = std::max(page.y(static_cast<double>(first)), page.top);
      const float foot = std::min(page.y(static_cast<double>(first + run.length)) - 1, page.foot);
      if (foot <= top) continue;
      picture.chips.push_back({.x = x,
                               .y = top,
                               .w = kSwapBar,
                               .h = foot - top,
                               .role = Role::kExchanged,
                               .filled = true,
                               .corner = 1});
    }
  }
  return any;
}

// What is written into cells: keys or, where some in sight would be rounded, their ranks.
class CellTexts {
 public:
  CellTexts(const Scene& scene, const RankHistory& history, const HistoryPage& page)
      : scene_(scene) {
    if (!page.apart()) return;
    const HistorySight sight = sight_of_cells(page, history.far(), 0, 0);
    for (std::uint32_t column = 0; column < sight.columns && !ranks_; ++column) {
      for (Wire wire = sight.first_row; wire < sight.first_row + sight.rows && !ranks_; ++wire) {
        const auto place = history.place(sight.first_column + column, wire);
        ranks_ = place && !scene.recording->is_padding(*place) &&
                 short_key_text(*scene.recording, *place) != scene.recording->key_text(*place);
      }
    }
    const std::size_t longest =
        ranks_ ? std::to_string(std::max(scene.recording->real_keys(), 1U) - 1).size()
               : longest_key_text(*scene.recording);
    const float width = 0.6F * static_cast<float>(longest);
    const float size = std::min(
        {18.0F, static_cast<float>(page.wire) - 5, (static_cast<float>(page.state) - 6) / width});
    if (size < kSmall) return;
    size_ = type_size(size);
    half_ = size * width / 2;
  }

  [[nodiscard]] bool ranks() const { return ranks_ && size_ > 0; }
  /// 0: there is no room.
  [[nodiscard]] float size() const { return size_; }
  /// Half the width of the longest.
  [[nodiscard]] float half() const { return half_; }
  [[nodiscard]] std::string of(std::uint32_t place) const {
    return ranks_ ? std::to_string(scene_.ranks[place]) : short_key_text(*scene_.recording, place);
  }

 private:
  const Scene& scene_;
  bool ranks_ = false;
  float size_ = 0;
  float half_ = 0;
};

// In cells that have room for them in sight.
void write_cells(Picture& picture, const Scene& scene, const RankHistory& history,
                 const HistoryPage& page, const CellTexts& texts) {
  if (texts.size() <= 0) return;
  const HistorySight sight = sight_of_cells(page, history.far(), 0, 0);
  for (std::uint32_t column = 0; column < sight.columns; ++column) {
    const std::uint32_t layers = sight.first_column + column;
    if (hidden(scene, layers)) break;
    const float x = page.x(layers + 0.5);
    if (x - texts.half() < page.left || x + texts.half() > page.right) continue;
    for (Wire wire = sight.first_row; wire < sight.first_row + sight.rows; ++wire) {
      const float y = page.y(wire + 0.5);
      if (y - 0.7F * texts.size() < page.top || y + 0.7F * texts.size() > page.foot) continue;
      const auto place = history.place(layers, wire);
      if (!place || scene.recording->is_padding(*place)) continue;
      picture.labels.push_back({x,
                                y,
                                texts.of(*place),
                                texts.size(),
                                Face::kMono,
                                Anchor::kMiddle,
                                Role::kText,
                                history.rank_of(*place),
                                {},
                                true});
    }
  }
}

// The part of a line between two points that is in sight.
std::optional<std::pair<ShapePoint, ShapePoint>> clipped(const HistoryPage& page, ShapePoint a,
                                                         ShapePoint b) {
  float from = 0;
  float to = 1;
  const auto cut = [&](float start, float change, float least, float most) {
    if (change == 0) return start >= least && start <= most;
    const float t0 = (least - start) / change;
    const float t1 = (most - start) / change;
    from = std::max(from, std::min(t0, t1));
    to = std::min(to, std::max(t0, t1));
    return from <= to;
  };
  const float dx = b.x - a.x;
  const float dy = b.y - a.y;
  if (!cut(a.x, dx, page.left, page.right) || !cut(a.y, dy, page.top, page.foot)) return {};
  return std::pair{ShapePoint{a.x + dx * from, a.y + dy * from},
                   ShapePoint{a.x + dx * to, a.y + dy * to}};
}

void draw_way(Picture& picture, std::span<const ShapePoint> points) {
  if (points.size() < 2) return;
  picture.add_shape(points, {.role = Role::kGround, .width = 5});
  picture.add_shape(points, {.role = Role::kAccent, .width = 2.2F});
}

// From one key's letters to the next: a line through them would strike them out.
void draw_between(Picture& picture, const HistoryPage& page, std::span<const ShapePoint> points,
                  float half) {
  const float aside = std::min(half + 4, static_cast<float>(page.state) / 2 - 3);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const auto line = clipped(page, {points[i].x + aside, points[i].y},
                              {points[i + 1].x - aside, points[i + 1].y});
    if (line) draw_way(picture, std::vector{line->first, line->second});
  }
}

void draw_path(Picture& picture, const Scene& scene, RankHistory& history, const HistoryPage& page,
               std::uint32_t place, float half) {
  const std::vector<std::uint32_t>& path = history.path(place);
  const auto every = static_cast<std::uint32_t>(std::max(1.0, kLeastColumn / page.state));
  const auto first = static_cast<std::uint32_t>(std::max(page.first_state - every - 1, 0.0));
  const auto last =
      static_cast<std::uint32_t>(std::min<double>(std::ceil(page.end_state()) + every, page.depth));
  std::vector<ShapePoint> points;
  for (std::uint32_t layers = first / every * every;; layers = std::min(layers + every, last)) {
    if (hidden(scene, layers)) break;
    points.push_back({page.x(layers + 0.5), page.y(path[layers] + 0.5)});
    if (layers == last) break;
  }
  if (half > 0) {
    draw_between(picture, page, points, half);
    return;
  }
  // As many lines as the way is in sight.
  std::vector<ShapePoint> seen;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const auto line = clipped(page, points[i], points[i + 1]);
    if (line && seen.empty()) seen.push_back(line->first);
    if (line) seen.push_back(line->second);
    const bool leaves =
        !line || line->second.x != points[i + 1].x || line->second.y != points[i + 1].y;
    if (!leaves) continue;
    draw_way(picture, seen);
    seen.clear();
  }
  draw_way(picture, seen);
}

void draw_paths(Picture& picture, const Scene& scene, RankHistory& history, const HistoryPage& page,
                float half) {
  std::vector<std::uint32_t> places;
  for (const Selection* selection : {&scene.selected, &scene.hover}) {
    if (selection->place) places.push_back(*selection->place);
  }
  if (places.empty()) {
    for (const Wire wire : chosen_wires(scene)) places.push_back(scene.places[wire]);
  }
  std::erase_if(places, [&](std::uint32_t place) {
    return !followed_at_once(*scene.recording, place, scene.selected.place == place);
  });
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const std::uint32_t place : places) {
    if (!scene.recording->is_padding(place)) draw_path(picture, scene, history, page, place, half);
  }
}

void draw_cursor(Picture& picture, const Scene& scene, const HistoryPage& page) {
  const double at = layers_at(scene);
  const float x = page.x(at);
  const auto width = static_cast<float>(page.state);
  if (x + width <= page.left || x >= page.right) return;
  if (width >= 6) {
    // Open where it goes on beyond the edge.
    const float left = std::max(x, page.left) - 0.5F;
    const float right = std::min(x + width, page.right) - 0.5F;
    picture.add_shape(std::vector<ShapePoint>{{left, page.top - 3},
                                              {right, page.top - 3},
                                              {right, page.foot + 2},
                                              {left, page.foot + 2}},
                      {.role = Role::kAccent, .width = 2, .closed = true});
    return;
  }
  const float middle = x + width / 2;
  picture.lines.push_back({middle, page.top - 4, middle, page.foot + 4, Role::kAccent, 2});
}

// Where cells touch, layers that are wide enough end at a line; levels of merging before them.
void draw_layer_lines(Picture& picture, const Scene& scene, const HistoryPage& page) {
  if (page.apart()) return;
  const auto line = [&](std::uint32_t layers) {
    const float x = page.x(layers);
    if (x <= page.left + 1 || x >= page.right - 1 || hidden(scene, layers)) return;
    picture.lines.push_back({x, page.top, x, page.foot, Role::kGround, 1});
  };
  if (page.state >= kLinedState) {
    const auto end = static_cast<std::uint32_t>(std::min(page.end_state(), page.depth + 1.0));
    for (auto at = static_cast<std::uint32_t>(page.first_state); at <= end; ++at) line(at);
  }
}

// Numbers of layers above, of wires on the left, names of the levels below.
void draw_axes(Picture& picture, const Scene& scene, const HistoryPage& page) {
  const Network& network = scene.recording->network;
  const auto digits = static_cast<float>(std::to_string(page.depth).size());
  const std::uint32_t every =
      label_stride(static_cast<float>(page.state), 0.6F * kSmall * digits + 10, page.depth + 1);
  const auto first_state = static_cast<std::uint64_t>(page.first_state);
  for (std::uint64_t layers = (first_state + every - 1) / every * every;
       layers <= page.depth && static_cast<double>(layers) < page.end_state(); layers += every) {
    const float x = page.x(static_cast<double>(layers) + 0.5);
    if (x < page.left || x > page.right + 1) continue;
    picture.labels.push_back({x, page.top - 13, std::to_string(layers), kSmall, Face::kMono,
                              Anchor::kMiddle,
                              layers == scene.cursor.layer ? Role::kAccent : Role::kMuted});
  }
  const std::uint32_t each = label_stride(static_cast<float>(page.wire), kSmall + 3, page.wires);
  const auto first_wire = static_cast<std::uint64_t>(page.first_wire);
  for (std::uint64_t wire = (first_wire + each - 1) / each * each; wire < page.wires;
       wire += each) {
    const float y =
        page.y(static_cast<double>(wire) + (each == 1 ? 0.5 : 0)) + (each == 1 ? 0 : kSmall / 2);
    if (y > page.foot) break;
    if (y < page.top + (page.whole() ? 0 : kSmall / 2 - 1)) continue;
    picture.labels.push_back(
        {page.left - 8, y, std::to_string(wire), kSmall, Face::kMono, Anchor::kEnd, Role::kMuted});
  }
  const float y = page.foot + 10;
  for (const MergeLevel& level : network.levels()) {
    const float begin = page.x(level.first_layer + 1.0) + 1;
    const float end = page.x(level.first_layer + level.layer_count + 1.0) - 1;
    const float left = std::max(begin, page.left);
    const float right = std::min(end, page.right);
    if (right - left < 4) continue;
    picture.lines.push_back({left, y, right, y, Role::kLine, 1});
    if (left == begin) picture.lines.push_back({left, y - 3, left, y, Role::kLine, 1});
    if (right == end) picture.lines.push_back({right, y - 3, right, y, Role::kLine, 1});
    if (estimated_width(level.name, kSmall, Face::kSans) > right - left) continue;
    picture.labels.push_back({(left + right) / 2, y + 12, level.name, kSmall, Face::kSans,
                              Anchor::kMiddle, Role::kMuted});
  }
}

void draw_highlights(Picture& picture, const Scene& scene, const HistoryPage& page) {
  std::vector<MovableLabel> labels;
  for (const Highlight& band : scene.laid_over->highlights) {
    if (!holds(band, scene.cursor, scene.fraction == 0)) continue;
    if (band.first >= (band.layers ? page.depth : page.wires)) continue;
    const double last = std::min(band.last, (band.layers ? page.depth : page.wires) - 1);
    const float begin = band.layers ? page.x(band.first + 1.0) : page.y(band.first);
    const float end = band.layers ? page.x(last + 2) : page.y(last + 1);
    const float from = std::max(begin, band.layers ? page.left : page.top);
    const float to = std::min(end, band.layers ? page.right : page.foot);
    if (from >= to) continue;
    auto words = band.layers
                     ? add_band(picture, from, page.top, to, page.foot, band.label, true)
                     : add_band(picture, page.left, from, page.right, to, band.label, false);
    if (words) labels.push_back(std::move(*words));
  }
  add_movable_labels(picture, labels);
}

// What is in sight and what its colours and, where there are `swaps`, its bars say, the longest
// first.
std::string caption(const HistoryPage& page, bool ranks, bool swaps, float room) {
  const std::string colour =
      ranks ? "Numbers and colours: the keys' ranks." : "Colour: the key's rank.";
  if (swaps) {
    const std::string bars = "Bars before keys: a pointer swap moved them.";
    return first_fitting(
        {(page.whole() ? "All wires after every layer. " : "") + colour + " " + bars,
         colour + " " + bars, bars, "Bars: pointer swaps."},
        kSmall, Face::kSans, room);
  }
  if (page.whole()) {
    return first_fitting(
        {"All wires after every layer, from left to right. " + colour,
         "All wires after every layer. " + std::string(ranks ? "Numbers: ranks." : "Colour: rank."),
         colour, ranks ? "Numbers: ranks." : "Colour: rank."},
        kSmall, Face::kSans, room);
  }
  const auto first_wire = static_cast<std::uint64_t>(page.first_wire + 1e-6);
  const auto last_wire = static_cast<std::uint64_t>(std::ceil(page.end_wire() - 1e-6)) - 1;
  const auto first = static_cast<std::uint64_t>(page.first_state + 1e-6);
  const auto last = static_cast<std::uint64_t>(std::ceil(page.end_state() - 1e-6)) - 1;
  const std::string part =
      fmt::format("Wires {} to {} after layers {} to {}.", grouped_number(first_wire),
                  grouped_number(std::min<std::uint64_t>(last_wire, page.wires - 1)), first,
                  std::min<std::uint64_t>(last, page.depth));
  return first_fitting({part + " " + colour, part, colour}, kSmall, Face::kSans, room);
}

void natural_size(const Recording& recording, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  const Network& network = recording.network;
  width = std::clamp(static_cast<float>(network.depth() + 1) * 48 + 80, 480.0F, 1280.0F);
  height = std::clamp(static_cast<float>(network.wires()) * 26 + 120, 320.0F, 720.0F);
}

HistoryPage page_of(const Recording& recording, const RankHistory& history, float width,
                    float height) {
  return history_page(recording, clamped(recording, history.camera, width, height), width, height);
}

Picture layout(const Scene& scene, float width, float height) {
  std::shared_ptr<RankHistory> own;
  RankHistory* history = scene.history;
  if (history == nullptr) {
    // The layout only looks: whoever gave the scene keeps the recording.
    own = std::make_shared<RankHistory>(
        std::shared_ptr<const Recording>(std::shared_ptr<const Recording>(), scene.recording),
        std::make_shared<const std::vector<std::uint32_t>>(scene.ranks.begin(), scene.ranks.end()));
    history = own.get();
  }
  const HistoryPage page = page_of(*scene.recording, *history, width, height);
  if (!page.empty()) history->make_now(sight_of_picture(page, history->far()), scene.progress);
  return history_picture(scene, *history, page, width, height, HistoryCells::kAll);
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  if (scene.history == nullptr) return {};
  const HistoryPage page = page_of(*scene.recording, *scene.history, width, height);
  return pick_history(scene, *scene.history, page, x, y);
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  if (scene.history == nullptr) return {};
  return history_action(page_of(*scene.recording, *scene.history, width, height), x, y);
}

}  // namespace

HistorySight sight_of_picture(const HistoryPage& page, const FarGrid& far) {
  return rows_of(page, far).sight;
}

Picture history_picture(const Scene& scene, RankHistory& history, const HistoryPage& page,
                        float width, float height, HistoryCells cells) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  if (page.empty()) return picture;
  const CellTexts texts(scene, history, page);
  const bool swaps = draw_swaps(picture, scene, page);
  if (page.header) {
    const float room = width - 2 * kMargin;
    picture.labels.push_back(
        fitted({kMargin, 24, {}, kText, Face::kSansBold, Anchor::kStart, Role::kMuted},
               scene_captions(scene), room));
    picture.labels.push_back({kMargin, 44, caption(page, texts.ranks(), swaps, room), kSmall,
                              Face::kSans, Anchor::kStart, Role::kMuted});
    draw_axes(picture, scene, page);
  }
  if (cells == HistoryCells::kAll || (cells == HistoryCells::kApart && page.apart())) {
    draw_cells(picture, scene, history, page);
  } else {
    draw_layer_lines(picture, scene, page);
  }
  write_cells(picture, scene, history, page, texts);
  draw_paths(picture, scene, history, page, texts.half());
  draw_cursor(picture, scene, page);
  draw_highlights(picture, scene, page);
  return picture;
}

Selection pick_history(const Scene& scene, const RankHistory& history, const HistoryPage& page,
                       float x, float y) {
  const Recording& recording = *scene.recording;
  const auto layers = page.layers_under(x);
  const auto wire = page.wire_under(y);
  if (!layers || !wire || hidden(scene, *layers)) return {};
  std::optional<std::uint32_t> place = history.place(*layers, *wire);
  if (!place && scene.cursor == Cursor{*layers, 0}) place = scene.places[*wire];
  if (!place) {
    const std::uint64_t steps = std::uint64_t{page.wires} * page.depth;
    if (scene.elsewhere == nullptr || steps > kMostSought) return {};
    scene.elsewhere->seek({*layers, 0});
    place = scene.elsewhere->places()[*wire];
  }
  Selection found;
  if (!recording.is_padding(*place)) found.place = *place;
  return found;
}

// The numbers above the picture are pressed to go there.
std::string history_action(const HistoryPage& page, float x, float y) {
  const auto layers = page.layers_under(x);
  if (!layers || !page.header || y < page.top - 24 || y >= page.top) return {};
  return "seek " + std::to_string(*layers);
}

const Layout kHistoryLayout = {
    "history",
    "History",
    "The whole run in one picture: wires downwards, layers to the right, ranks as colours.",
    0,
    natural_size,
    layout,
    pick,
    action};

}  // namespace sortscope
