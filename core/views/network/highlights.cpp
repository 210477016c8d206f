// highlights.cpp: bands over wires and layers of the network diagram.
#include "core/views/network/highlights.h"

#include <algorithm>
#include <utility>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/question_marks.h"
#include "core/views/network/diagram_body.h"
#include "core/views/network/diagram_names.h"

namespace sortscope {

namespace {

constexpr float kLabelSize = 13;
constexpr float kReach = 20;         // of wires, beyond the keys
constexpr float kStep = 14;          // between two spots of a label
constexpr float kAboveNumbers = 15;  // of wires, beyond the last
constexpr float kAbove = 20;         // of layers, beyond the first wire
constexpr float kBelowNames = 9;     // of layers, from the middle of names
constexpr float kLeastAbove = 10;    // of layers, beyond dots of the first wire
constexpr float kBeside = 3;         // of layers, from the keys of the input
constexpr float kBesideArrows = 8;   // of wires, from the layer before
constexpr float kBelow = 31;         // and beyond the numbers below the last
constexpr float kInFrame = 3;        // of layers, from the frame of their merge level

// The layers that run: those that a question asks about, else the one that runs or
// ran last. The second is the first after them.
std::optional<std::pair<std::uint32_t, std::uint32_t>> marked_layers(const Scene& scene) {
  const std::uint32_t depth = scene.recording->network.depth();
  if (depth == 0) return std::nullopt;
  const QuestionMarks* question = scene.laid_over->question.get();
  if (question != nullptr && question->veiled && question->then_layer > question->asked_layer) {
    return std::pair{std::min(question->asked_layer, depth - 1),
                     std::min(question->then_layer, depth)};
  }
  const bool running = scene.fraction > 0 || scene.cursor.comparator > 0;
  if (!running && scene.cursor.layer == 0) return std::nullopt;
  const std::uint32_t layer =
      std::min(running ? scene.cursor.layer : scene.cursor.layer - 1, depth - 1);
  return std::pair{layer, layer + 1};
}

// Where layers `first` to `last` begin and end on the page, inside the frames of their merge
// levels.
std::pair<float, float> edges_of(const Network& network, const NetworkGeometry& geometry,
                                 const DiagramMap& map, std::uint32_t first, std::uint32_t last) {
  const auto level_of = [&](std::uint32_t layer) -> const MergeLevel& {
    return network.levels()[network.level_index(layer)];
  };
  const float left = map.x(geometry.cell_x(first));
  const float right = map.x(geometry.cell_x(last + 1));
  const float frame_left = map.x(geometry.level_left(level_of(first))) + kInFrame;
  const float frame_right = map.x(geometry.level_right(level_of(last))) - kInFrame;
  // Frames that can hardly be seen leave the band its width.
  if (frame_right - frame_left < 4 * kInFrame) return {left, right};
  return {std::max(left, frame_left), std::min(right, frame_right)};
}

// Where wires' bands begin: a band is about the keys that stand at the cursor, not about those
// that entered.
float wires_left(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                 const std::string& label) {
  const std::uint32_t layer = scene.cursor.layer;
  const float input = frame.map.x(-frame.ends);
  if (layer == 0) return input - kReach;
  const bool over = layer >= scene.recording->network.depth();
  const float keys = over ? geometry.width() + frame.ends : geometry.cell_x(layer);
  // Its words stand before the keys.
  const float words =
      label.empty() ? 0 : estimated_width(label, kLabelSize, Face::kSansBold) + kReach;
  const float half = frame.keys_right - input;
  // Nor does its edge stand on the arrows before them.
  const Network& network = scene.recording->network;
  const float last =
      geometry.first_column(layer - 1) +
      geometry.column_pitch(layer - 1) * (static_cast<float>(network.sub_columns(layer - 1)) - 1);
  const float arrows = frame.map.x(last) + kBesideArrows;
  return std::max(
      frame.map.x(keys) - half - kBeside - words,
      std::max(frame.keys_right + kBeside, std::min(arrows, frame.map.x(keys) - half - kBeside)));
}

}  // namespace

std::optional<MovableLabel> add_band(Picture& picture, float left, float top, float right,
                                     float bottom, const std::string& label, bool centred,
                                     bool strays, std::optional<float> title) {
  const float width = std::max(right - left, 2.0F);
  const float height = std::max(bottom - top, 2.0F);
  picture.boxes.push_back({left, top, width, height, Role::kAccentBand, true, 6});
  picture.boxes.push_back({left, top, width, height, Role::kAccent, false, 6, 0, 1.2F, true});
  if (label.empty()) return std::nullopt;
  const float page = std::max(picture.width - 24, 20.0F);
  MovableLabel words{
      fitted({0, 0, label, kLabelSize, Face::kSansBold, Anchor::kMiddle, Role::kAccent}, page),
      {},
      true,
      // In a pane that keys fill, these come first: the lesson's text says the same.
      true,
      false,
      // Above layers stand the names of levels.
      strays};
  const float wide = estimated_width(words.label.text, kLabelSize, Face::kSansBold) + 8;
  const float low_x = 4 + wide / 2;
  const float high_x = std::max(picture.width - 4 - wide / 2, low_x);
  const auto spot = [&](float x, float y) {
    words.spots.emplace_back(std::clamp(x, low_x, high_x), std::max(y, 12.0F));
  };
  const float first = centred ? (left + right) / 2 : left + 10 + wide / 2;
  // Along the upper edge, then the lower one, then within. In the middle of a part, just below the
  // edge comes before what stands at the foot; just outside of one that lies across stand others.
  std::vector<float> heights{top, bottom};
  if (centred) heights = {top, top + kStep, bottom, top - kStep, bottom + kStep};
  if (title && *title < top) heights.insert(heights.begin(), *title);
  // Words that are wider than a band stand beside it before their ground cuts it in two.
  const bool beside = centred && strays && wide > width - 2 * kBeside;
  std::vector<float> within;
  for (float y = top + kStep; y < bottom - kStep; y += kStep) within.push_back(y);
  if (!beside) heights.insert(heights.end(), within.begin(), within.end());
  // Beyond the ends of wires they would be about others.
  const float slack = strays ? (width + wide) / 2 : (width - wide) / 2;
  for (const float y : heights) {
    spot(first, y);
    for (float way = kStep; way < std::max(width, wide); way += kStep) {
      if (centred && way <= slack) spot(first - way, y);
      if (centred ? way <= slack : first + way <= right - wide / 2) spot(first + way, y);
    }
  }
  if (beside) {
    for (const float x : {right + kBeside + wide / 2, left - kBeside - wide / 2}) {
      if (x < low_x || x > high_x) continue;
      for (const float y : within) spot(x, y);
    }
    for (const float y : within) spot(first, y);
  }
  // Beside a band that large keys fill.
  if (!centred) spot(left - kBeside - wide / 2, (top + bottom) / 2);
  return words;
}

void on_one_height(const Picture& picture, std::span<MovableLabel> bands) {
  if (bands.size() < 2) return;
  std::vector<float> tried;
  for (const auto& [x, y] : bands.front().spots) {
    if (std::ranges::find(tried, y) != tried.end()) continue;
    tried.push_back(y);
    std::vector<MovableLabel> there(bands.begin(), bands.end());
    for (MovableLabel& label : there) {
      std::erase_if(label.spots, [height = y](const auto& spot) { return spot.second != height; });
    }
    Picture probe;
    probe.width = picture.width;
    probe.height = picture.height;
    probe.chips = picture.chips;
    probe.labels = picture.labels;
    LabelBoard board(probe);
    board.keep_marks_free();
    if (!std::ranges::all_of(there, [&](const auto& label) { return board.add_movable(label); })) {
      continue;
    }
    std::ranges::copy(there, bands.begin());
    return;
  }
}

void add_layer_band(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                    std::uint32_t wires, Picture& picture) {
  const auto layers = marked_layers(scene);
  if (!layers) return;
  const DiagramMap& map = frame.map;
  const auto [left, right] =
      edges_of(scene.recording->network, geometry, map, layers->first, layers->second - 1);
  const float top = map.y(0) - kAbove;
  const float bottom = map.y(static_cast<float>(wires) - 1) + kBelow;
  picture.boxes.push_back(
      {left, top, std::max(right - left, 2.0F), bottom - top, Role::kAccentBand, true, 4});
}

void add_highlights(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                    std::uint32_t wires, Picture& picture, std::vector<MovableLabel>& labels) {
  const Network& network = scene.recording->network;
  const DiagramMap& map = frame.map;
  const auto keep = [&](const std::optional<MovableLabel>& words) {
    if (words) labels.push_back(*words);
  };
  for (const Highlight& band : scene.laid_over->highlights) {
    if (!holds(band, scene.cursor, scene.fraction == 0)) continue;
    if (band.layers) {
      if (band.first >= network.depth()) continue;
      const std::uint32_t last = std::min(band.last, network.depth() - 1);
      // Clear of the keys before the first layer.
      const auto [first, end] = edges_of(network, geometry, map, band.first, last);
      const float left = std::max(first, frame.keys_right + kBeside);
      // Below the names of levels, where they are on the page.
      const float names = level_head(map.y(0), 0, 0).name_y + kBelowNames;
      const float top = std::max(map.y(0) - kAbove, std::min(names, map.y(0) - kLeastAbove));
      keep(add_band(picture, left, top, end,
                    std::min(map.y(static_cast<float>(wires) - 1) + kBelow, picture.height - 3),
                    band.label, true, true, map.y(0) - kAbove));
    } else {
      if (band.first >= wires) continue;
      const std::uint32_t last = std::min(band.last, wires - 1);
      const float half = std::min(0.5F * map.unit_y, 22.0F);
      keep(add_band(picture, wires_left(scene, geometry, frame, band.label),
                    map.y(static_cast<float>(band.first)) - half,
                    map.x(geometry.width() + frame.ends) + kReach,
                    std::min(map.y(static_cast<float>(last)) + half,
                             map.y(static_cast<float>(wires) - 1) + kAboveNumbers),
                    band.label, false));
    }
  }
}

}  // namespace sortscope
