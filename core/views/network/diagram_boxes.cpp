// diagram_boxes.cpp: sorters and mergers of the diagram as nested boxes with names.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/views/network/diagram_body.h"
#include "core/words/level_text.h"

namespace sortscope {

namespace {

constexpr float kAboveBoxes = 22;  // pixels of nested boxes above the first wire
constexpr float kBelowBoxes = 14;  // and below the last one
constexpr float kBoxName = 12;     // of a nested box
constexpr float kBoxLeft = 0.3F;   // units: of a merger's box, from its layer
constexpr float kLetters = 0.9F;   // of its height: from its top to the foot of its letters
constexpr float kInBox = 2;        // of it, from the edge

}  // namespace

void add_nested_boxes(const Scene& scene, const NetworkGeometry& geometry,
                      const DiagramFrame& frame, Picture& picture, std::vector<BoxName>& names) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  const DiagramMap& map = frame.map;
  const std::uint32_t wires = frame.wires;
  // Dots, arrows and lines of comparators reach so far.
  const float clear = std::min(6.0F, 0.3F * map.unit_x) + 1;
  // Where the box of the next layer, or its first comparators, begin.
  const auto behind_layer = [&](std::uint32_t layer) {
    if (layer + 1 >= network.depth()) return picture.width;
    return recording.algorithm->needs_bitonic_input
               ? map.x(geometry.cell_x(layer + 1) + kBoxLeft)
               : map.x(geometry.first_column(layer + 1)) - clear;
  };
  const auto add = [&](float x0, float x1, std::uint32_t first, std::uint32_t count, float inset,
                       Role role, bool filled, const std::string& name, std::uint32_t layer) {
    constexpr float kReach = 0.46F;  // of the outermost box, in wires
    const float reach = kReach - inset;
    // Below the names of the levels, where they are on the page.
    const float above = std::clamp(map.y(0) - 25, 6.0F, kAboveBoxes);
    // Beyond the outer wires they stay inside the frame of their level, and above the numbers.
    const float last = static_cast<float>(wires) - 1;
    const float y0 =
        std::max(map.y(static_cast<float>(first) - reach), map.y(0) - above * (1 - inset / kReach));
    const float y1 = std::min(map.y(std::min(static_cast<float>(first + count) - 1, last) + reach),
                              map.y(last) + kBelowBoxes * (1 - inset / kReach));
    if (y1 < 0 || y0 > picture.height || y1 - y0 < 8) return;
    picture.boxes.push_back({x0, y0, x1 - x0, y1 - y0, role, filled, 6});
    if (name.empty()) return;
    MovableLabel words{
        {0, 0, name, kBoxName, Face::kSansBold, Anchor::kMiddle, Role::kMuted}, {}, false};
    words.label.whole = level_help(name);
    const float half = estimated_width(name, kBoxName, Face::kSansBold) / 2;
    // Within the box: between two wires, before its first comparators, or behind the one that
    // begins on its first wire, up to what comes next.
    const float next = map.x(geometry.first_column(layer)) - clear;
    const bool between = map.unit_y >= kBoxName + 4 && count > 1 && first + count / 2 < wires;
    const std::uint32_t half_way = first + count / 2;
    const float middle = map.y(static_cast<float>(half_way) - 0.5F);
    if (between && next - x0 >= 2 * half + kInBox) {
      words.spots.emplace_back(std::min(x0 + 4 + half, next - half), middle);
    }
    const WireUse use = network.use(layer, first);
    const float behind = map.x(geometry.column_x(network, layer, use.index)) + clear;
    const float upto = std::min(x1, behind_layer(layer)) - kInBox;
    if (between && use.compared && upto - behind >= 2 * half) {
      words.spots.emplace_back(behind + half, map.y(static_cast<float>(first) + 0.5F));
    }
    // Else above its first wire, where no comparator of it is.
    const float strip = map.y(static_cast<float>(first)) - y0;
    const DiagramStrokes strokes = strokes_for(map, geometry.column_pitch(layer));
    const float dots = map.x(geometry.first_column(layer)) - strokes.dot_radius - 0.5F;
    // Over a dot the letters themselves keep clear of it.
    const float room =
        x0 + 4 + 2 * half > dots ? kLetters * kBoxName + 1 + strokes.dot_radius : kBoxName + 3;
    const float edge = recording.algorithm->needs_bitonic_input ? upto : x1 - kInBox;
    if (strip >= room && x0 + 4 + 2 * half <= edge) {
      words.spots.emplace_back(x0 + 4 + half, y0 + 0.5F + kBoxName / 2);
    }
    // Or below its last one.
    const float foot = y1 - map.y(std::min(static_cast<float>(first + count) - 1, last));
    if (foot >= room && x0 + 4 + 2 * half <= edge) {
      words.spots.emplace_back(x0 + 4 + half, y1 - 0.5F - kBoxName / 2);
    }
    const bool whole = x0 >= 0 && x1 <= picture.width && y0 >= 0 && y1 <= picture.height;
    names.push_back({std::move(words), whole});
  };
  // One colour for boxes that sort upwards, one for those that sort downwards.
  const auto role_of = [&](bool falls) {
    const bool reversed = recording.request.order == Order::kDescending;
    return falls != reversed ? Role::kBoxSecond : Role::kBoxFirst;
  };
  if (recording.algorithm->needs_bitonic_input) {
    const MergeLevel& whole = network.levels().front();
    const float end = map.x(geometry.level_right(whole));
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const std::uint32_t length = 2 * network.label(layer).distance;
      const float inset = 0.05F * static_cast<float>(layer);
      for (std::uint32_t first = 0; first < wires; first += length) {
        // The level's frame, which is named, stands around the first.
        const std::string name = fmt::format("BM {}", length);
        add(map.x(geometry.cell_x(layer) + kBoxLeft), end - 4 * static_cast<float>(layer), first,
            length, std::min(inset, 0.3F), role_of(false), true, name == whole.name ? "" : name,
            layer);
      }
    }
    return;
  }
  const auto levels = static_cast<float>(network.levels().size());
  for (std::size_t i = network.levels().size(); i-- > 0;) {
    const MergeLevel& level = network.levels()[i];
    const float inset = std::min(0.06F * (levels - 1 - static_cast<float>(i)), 0.3F);
    for (std::uint32_t first = 0; first < wires; first += level.level) {
      const Role role = role_of((first & level.level) != 0);
      add(map.x(0.12F + 0.05F * (levels - 1 - static_cast<float>(i))),
          map.x(geometry.level_right(level)), first, level.level, inset, Role::kLine, false, "", 0);
      add(map.x(geometry.level_left(level) + 0.1F), map.x(geometry.level_right(level) - 0.1F),
          first, level.level, inset + 0.03F, role, true, fmt::format("BM {}", level.level),
          level.first_layer);
    }
  }
}

std::vector<MovableLabel> names_of_all(const Picture& picture, std::span<const MovableLabel> before,
                                       std::span<const LabelArea> kept,
                                       const std::vector<BoxName>& names) {
  std::vector<MovableLabel> placed;
  if (names.empty()) return placed;
  Picture tried;
  tried.width = picture.width;
  tried.height = picture.height;
  tried.chips = picture.chips;
  tried.labels = picture.labels;
  LabelBoard board(tried);
  for (const LabelArea& area : kept) board.keep_free(area);
  board.keep_marks_free();
  for (const MovableLabel& label : before) board.add_movable(label);
  std::set<std::string> lacking;
  for (const auto& [words, whole] : names) {
    if (!board.add_movable(words) && whole) lacking.insert(words.label.text);
  }
  for (const auto& [words, whole] : names) {
    if (!lacking.contains(words.label.text)) placed.push_back(words);
  }
  return placed;
}

}  // namespace sortscope
