// history.cpp: the whole run in one picture: wires downwards, layers to the right, the keys' ranks
// as colours.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/pictures/label_stride.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/laid_over.h"
#include "core/scenes/layout.h"
#include "core/scenes/rank_history.h"
#include "core/scenes/scene.h"
#include "core/views/network/highlights.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kText = 13;
constexpr float kSmall = 12;
constexpr float kLeastColumn = 3;  // pixels
constexpr float kLeastRow = 2;
constexpr float kWidestColumn = 96;
constexpr float kTallestRow = 36;
constexpr std::uint32_t kMostCells = 40'000;
constexpr std::uint32_t kMostNamed = 64;  // wires whose keys are written
constexpr std::uint64_t kMostSought = std::uint64_t{1}
                                      << 22;  // steps of a replay under the pointer
constexpr float kShades = 255;

// Where everything stands. Columns stand for 0 .. depth layers, some of them where there are more
// than have room.
struct Page {
  float left = 0, right = 0, top = 0, foot = 0;
  float width = 1, height = 1;  // of a cell
  std::uint32_t columns = 0, rows = 0;
  std::uint32_t depth = 0, wires = 0;
  bool header = false;

  [[nodiscard]] bool empty() const { return right <= left || foot <= top; }
  /// Left edge of the column of `layers`, whole ones and parts.
  [[nodiscard]] float x(double layers) const {
    const double share = depth == 0 ? 0 : layers / depth;
    return left + static_cast<float>(share * (columns - 1)) * width;
  }
  [[nodiscard]] float y(double wire) const {
    return top + static_cast<float>(wire / wires) * (foot - top);
  }
  [[nodiscard]] std::uint32_t layers_of(std::uint32_t column) const {
    if (columns <= 1) return 0;
    return static_cast<std::uint32_t>(std::uint64_t{column} * depth / (columns - 1));
  }
  [[nodiscard]] bool whole() const { return columns == depth + 1 && rows == wires; }
};

Page page_for(const Recording& recording, const RankHistory& history, float width, float height) {
  Page page;
  page.depth = recording.network.depth();
  page.wires = recording.network.wires();
  page.header = height >= 200 && width >= 240;
  const auto digits = static_cast<float>(std::to_string(page.wires - 1).size());
  page.left = kMargin + (page.header ? 0.6F * kSmall * digits + 8 : 0);
  page.top = page.header ? 76 : 12;
  const float bottom = height - (page.header ? 40 : 12);
  const float room_x = width - kMargin - page.left;
  const float room_y = bottom - page.top;
  if (room_x < kLeastColumn || room_y < kLeastRow) return page;
  page.columns = std::min(history.columns(), static_cast<std::uint32_t>(room_x / kLeastColumn));
  page.rows = std::min(history.rows(), static_cast<std::uint32_t>(room_y / kLeastRow));
  page.rows = std::min(page.rows, std::max(kMostCells / page.columns, 1U));
  page.width = std::min(room_x / static_cast<float>(page.columns), kWidestColumn);
  page.height = std::min(room_y / static_cast<float>(page.rows), kTallestRow);
  page.right = page.left + page.width * static_cast<float>(page.columns);
  page.foot = page.top + page.height * static_cast<float>(page.rows);
  return page;
}

double layers_at(const Scene& scene) {
  const Network& network = scene.recording->network;
  if (scene.cursor.layer >= network.depth()) return network.depth();
  const double count = std::max(network.count(scene.cursor.layer), 1U);
  const double before = scene.cursor.comparator / count;
  const double more = scene.whole_layer ? scene.fraction * (1 - before) : scene.fraction / count;
  return scene.cursor.layer + before + more;
}

// Mean of the rows of `history` that one row of the page stands for; below 0: padding alone.
float mean_rank(const RankHistory& history, const Page& page, std::uint32_t row,
                std::uint32_t column) {
  const auto first = static_cast<std::uint32_t>(std::uint64_t{row} * history.rows() / page.rows);
  const auto last =
      static_cast<std::uint32_t>((std::uint64_t{row} + 1) * history.rows() / page.rows);
  float sum = 0;
  float keys = 0;
  for (std::uint32_t at = first; at < std::max(last, first + 1); ++at) {
    const float rank = history.rank(at, column);
    if (rank < 0) continue;
    sum += rank;
    ++keys;
  }
  return keys > 0 ? sum / keys : -1;
}

// Neighbours down a column that look alike are one box.
void draw_column(Picture& picture, const RankHistory& history, const Page& page,
                 std::uint32_t column, std::uint32_t of_history) {
  const bool apart = page.width >= 16 && page.height >= 16;
  const float x = page.left + static_cast<float>(column) * page.width;
  Box box{.x = x, .y = 0, .w = page.width, .h = 0, .role = Role::kRank, .filled = true};
  std::uint32_t first = 0;
  const auto shade_of = [&](std::uint32_t row) {
    const float rank = mean_rank(history, page, row, of_history);
    return rank < 0 ? -1.0F : std::round(rank * kShades);
  };
  float shade = shade_of(0);
  for (std::uint32_t row = 1; row <= page.rows; ++row) {
    const float next = row < page.rows ? shade_of(row) : -2;
    if (next == shade && !apart) continue;
    if (shade >= 0) {
      box.y = page.top + static_cast<float>(first) * page.height;
      box.h = static_cast<float>(row - first) * page.height;
      box.rank = shade / kShades;
      if (apart) {
        box.corner = 2;
        box.w = page.width - 1;
        box.h -= 1;
      } else {
        // No seams where edges lie between pixels.
        box.w = page.width + (column + 1 < page.columns ? 0.5F : 0);
        box.h += row < page.rows ? 0.5F : 0;
      }
      picture.boxes.push_back(box);
    }
    first = row;
    shade = next;
  }
}

// The column of the history nearest to one of the page.
std::uint32_t source_of(const RankHistory& history, const Page& page, std::uint32_t column) {
  if (page.columns <= 1) return 0;
  return static_cast<std::uint32_t>(std::uint64_t{column} * (history.columns() - 1) /
                                    (page.columns - 1));
}

void draw_cells(Picture& picture, const Scene& scene, const RankHistory& history,
                const Page& page) {
  for (std::uint32_t column = 0; column < page.columns; ++column) {
    const std::uint32_t source = source_of(history, page, column);
    if (source >= history.done()) break;
    if (hides_what_comes(scene) && history.layers(source) > scene.cursor.layer) break;
    draw_column(picture, history, page, column, source);
  }
}

// Letters of the keys in their cells, and half the width of the longest; 0 where not all have room.
struct KeyLetters {
  float size = 0;
  float half = 0;
};
KeyLetters key_letters(const Scene& scene, const Page& page) {
  const Recording& recording = *scene.recording;
  if (!page.whole() || page.wires > kMostNamed || page.depth > kMostNamed ||
      scene.elsewhere == nullptr)
    return {};
  const float width = 0.6F * static_cast<float>(longest_key_text(recording));
  const float size = std::min({18.0F, page.height - 5, (page.width - 6) / width});
  return size < kSmall ? KeyLetters{} : KeyLetters{size, size * width / 2};
}

void write_keys(Picture& picture, const Scene& scene, const Page& page, float size) {
  const Recording& recording = *scene.recording;
  if (size <= 0) return;
  for (std::uint32_t layers = 0; layers <= page.depth; ++layers) {
    if (hides_what_comes(scene) && layers > scene.cursor.layer) break;
    scene.elsewhere->seek({layers, 0});
    const auto places = scene.elsewhere->places();
    for (Wire wire = 0; wire < page.wires; ++wire) {
      if (recording.is_padding(places[wire])) continue;
      picture.labels.push_back({page.x(layers) + page.width / 2, page.y(wire + 0.5),
                                short_key_text(recording, places[wire]), type_size(size),
                                Face::kMono, Anchor::kMiddle, Role::kText,
                                rank_fraction(scene, places[wire])});
    }
  }
}

// From one key's letters to the next: a line through them would strike them out.
void draw_between(Picture& picture, std::span<const ShapePoint> points, float width, float half) {
  const float aside = std::min(half + 4, width / 2 - 3);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const std::vector<ShapePoint> line = {{points[i].x + aside, points[i].y},
                                          {points[i + 1].x - aside, points[i + 1].y}};
    picture.add_shape(line, {.role = Role::kGround, .width = 5});
    picture.add_shape(line, {.role = Role::kAccent, .width = 2.2F});
  }
}

void draw_path(Picture& picture, const Scene& scene, RankHistory& history, const Page& page,
               std::uint32_t place, float half) {
  const std::vector<std::uint32_t>& path = history.path(place);
  std::vector<ShapePoint> points;
  for (std::uint32_t column = 0; column < page.columns; ++column) {
    const std::uint32_t layers = page.layers_of(column);
    if (hides_what_comes(scene) && layers > scene.cursor.layer) break;
    points.push_back({page.x(layers) + page.width / 2, page.y(path[layers] + 0.5)});
  }
  if (points.size() < 2) return;
  if (half > 0) {
    draw_between(picture, points, page.width, half);
    return;
  }
  picture.add_shape(points, {.role = Role::kGround, .width = 5});
  picture.add_shape(points, {.role = Role::kAccent, .width = 2.2F});
}

void draw_paths(Picture& picture, const Scene& scene, RankHistory& history, const Page& page,
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

void draw_cursor(Picture& picture, const Scene& scene, const Page& page) {
  const float x = page.x(layers_at(scene));
  if (page.width >= 6) {
    picture.add_shape(std::vector<ShapePoint>{{x - 0.5F, page.top - 3},
                                              {x + page.width - 0.5F, page.top - 3},
                                              {x + page.width - 0.5F, page.foot + 2},
                                              {x - 0.5F, page.foot + 2}},
                      {.role = Role::kAccent, .width = 2, .closed = true});
    return;
  }
  const float middle = x + page.width / 2;
  picture.lines.push_back({middle, page.top - 4, middle, page.foot + 4, Role::kAccent, 2});
}

// Numbers of layers above, of wires on the left, names of the levels below.
void draw_axes(Picture& picture, const Scene& scene, const Page& page) {
  const Network& network = scene.recording->network;
  const auto digits = static_cast<float>(std::to_string(page.depth).size());
  const float layer_pitch = page.depth == 0 ? page.width : (page.x(1) - page.x(0));
  const std::uint32_t every =
      label_stride(layer_pitch, 0.6F * kSmall * digits + 10, page.depth + 1);
  for (std::uint32_t layers = 0; layers <= page.depth; layers += every) {
    picture.labels.push_back({page.x(layers) + page.width / 2, page.top - 13,
                              std::to_string(layers), kSmall, Face::kMono, Anchor::kMiddle,
                              layers == scene.cursor.layer ? Role::kAccent : Role::kMuted});
  }
  const float wire_pitch = (page.foot - page.top) / static_cast<float>(page.wires);
  const std::uint32_t each = label_stride(wire_pitch, kSmall + 3, page.wires);
  for (std::uint64_t wire = 0; wire < page.wires; wire += each) {
    picture.labels.push_back(
        {page.left - 8,
         page.y(static_cast<double>(wire) + (each == 1 ? 0.5 : 0)) + (each == 1 ? 0 : kSmall / 2),
         std::to_string(wire), kSmall, Face::kMono, Anchor::kEnd, Role::kMuted});
  }
  const float y = page.foot + 10;
  for (const MergeLevel& level : network.levels()) {
    const float left = page.x(level.first_layer + 1) + 1;
    const float right = page.x(level.first_layer + level.layer_count) + page.width - 1;
    if (right - left < 4) continue;
    picture.lines.push_back({left, y, right, y, Role::kLine, 1});
    picture.lines.push_back({left, y - 3, left, y, Role::kLine, 1});
    picture.lines.push_back({right, y - 3, right, y, Role::kLine, 1});
    if (estimated_width(level.name, kSmall, Face::kSans) > right - left) continue;
    picture.labels.push_back({(left + right) / 2, y + 12, level.name, kSmall, Face::kSans,
                              Anchor::kMiddle, Role::kMuted});
  }
}

void draw_highlights(Picture& picture, const Scene& scene, const Page& page) {
  std::vector<MovableLabel> labels;
  for (const Highlight& band : scene.laid_over->highlights) {
    if (band.first >= (band.layers ? page.depth : page.wires)) continue;
    const double last = std::min(band.last, (band.layers ? page.depth : page.wires) - 1);
    auto words = band.layers ? add_band(picture, page.x(band.first + 1.0), page.top,
                                        page.x(last + 1) + page.width, page.foot, band.label, true)
                             : add_band(picture, page.left, page.y(band.first), page.right,
                                        page.y(last + 1), band.label, false);
    if (words) labels.push_back(std::move(*words));
  }
  add_movable_labels(picture, labels);
}

void natural_size(const Recording& recording, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  const Network& network = recording.network;
  width = std::clamp(static_cast<float>(network.depth() + 1) * 48 + 80, 480.0F, 1280.0F);
  height = std::clamp(static_cast<float>(network.wires()) * 26 + 120, 320.0F, 720.0F);
}

Picture layout(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  std::unique_ptr<RankHistory> own;
  RankHistory* history = scene.history;
  if (history == nullptr) {
    // The layout only looks: whoever gave the scene keeps the recording.
    own = std::make_unique<RankHistory>(
        std::shared_ptr<const Recording>(std::shared_ptr<const Recording>(), scene.recording),
        scene.ranks);
    history = own.get();
  }
  const Page page = page_for(*scene.recording, *history, width, height);
  if (page.empty()) return picture;
  history->advance(history->steps_a_look);
  picture.unfinished = !history->complete();
  if (page.header) {
    const float room = width - 2 * kMargin;
    picture.labels.push_back(
        fitted({kMargin, 24, {}, kText, Face::kSansBold, Anchor::kStart, Role::kMuted},
               scene_captions(scene), room));
    const std::string words =
        first_fitting({"All wires after every layer, from left to right. Colour: the key's rank.",
                       "All wires after every layer. Colour: rank.", "Colour: the key's rank."},
                      kSmall, Face::kSans, room);
    picture.labels.push_back(
        {kMargin, 44, words, kSmall, Face::kSans, Anchor::kStart, Role::kMuted});
    draw_axes(picture, scene, page);
  }
  draw_cells(picture, scene, *history, page);
  const KeyLetters letters = key_letters(scene, page);
  write_keys(picture, scene, page, letters.size);
  draw_paths(picture, scene, *history, page, letters.half);
  draw_cursor(picture, scene, page);
  draw_highlights(picture, scene, page);
  return picture;
}

// The column of layers under x.
std::optional<std::uint32_t> layers_under(const Page& page, float x) {
  if (page.empty() || x < page.left || x >= page.right) return {};
  const auto column = static_cast<std::uint32_t>((x - page.left) / page.width);
  return page.layers_of(std::min(column, page.columns - 1));
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  const Recording& recording = *scene.recording;
  if (scene.history == nullptr) return {};
  const Page page = page_for(recording, *scene.history, width, height);
  const auto layers = layers_under(page, x);
  if (!layers || y < page.top || y >= page.foot) return {};
  if (hides_what_comes(scene) && *layers > scene.cursor.layer) return {};
  const auto wire = std::min(
      static_cast<Wire>((y - page.top) / (page.foot - page.top) * static_cast<float>(page.wires)),
      page.wires - 1);
  std::uint32_t place = 0;
  if (scene.cursor == Cursor{*layers, 0}) {
    place = scene.places[wire];
  } else {
    const std::uint64_t steps = std::uint64_t{page.wires} * page.depth;
    if (scene.elsewhere == nullptr || steps > kMostSought) return {};
    scene.elsewhere->seek({*layers, 0});
    place = scene.elsewhere->places()[wire];
  }
  Selection found;
  if (!recording.is_padding(place)) found.place = place;
  return found;
}

// The numbers above the picture are pressed to go there.
std::string action(const Scene& scene, float width, float height, float x, float y) {
  if (scene.history == nullptr) return {};
  const Page page = page_for(*scene.recording, *scene.history, width, height);
  const auto layers = layers_under(page, x);
  if (!layers || !page.header || y < page.top - 24 || y >= page.top) return {};
  return "seek " + std::to_string(*layers);
}

}  // namespace

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
