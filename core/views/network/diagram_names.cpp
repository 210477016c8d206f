// diagram_names.cpp: frames of merge levels, numbers of layers and wires.
#include "core/views/network/diagram_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/pictures/label_fit.h"
#include "core/pictures/label_stride.h"
#include "core/recordings/recording.h"
#include "core/views/network/diagram_family.h"
#include "core/words/level_text.h"

namespace sortscope {

namespace {

constexpr float kViewListBottom = 34;
constexpr float kNameReach = 8;        // half a name's height
constexpr float kLevelName = 13;       // letters of levels' names
constexpr float kLeastLevelName = 11;  // where a narrow frame needs it
constexpr float kLeastNamed = 8;       // pixels: narrower frames have no name
constexpr float kDigitsApart = 6;      // numbers are wider than estimated, and stand close
constexpr float kLeastNumbered = 80;   // height: below a lower diagram layers' numbers have no line
constexpr float kNumber = 12;          // letters of numbers, at least
constexpr float kBesideKeys = 0.7F;    // of the keys' letters: numbers of wires

float number_width(const std::string& text) {
  return 0.62F * kNumber * static_cast<float>(text.size());
}

// "16" of "k = 16", for frames that are too narrow for more.
std::string number_of(const std::string& name) {
  const std::string number = name.substr(name.rfind(' ') + 1);
  const bool digits = std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
  return digits ? number : name;
}

// How the names of levels are written: all whole, or all as numbers.
struct NameForm {
  bool whole = true;
  float size = kLevelName;
};

// Pixels that a frame needs to be named so.
float room_of(const std::string& text, const NameForm& form) {
  const float apart = form.whole || text.size() < 2 ? 0 : kDigitsApart;
  return std::max(estimated_width(text, form.size, Face::kSansBold) + apart, kLeastNamed);
}

// The frames of levels with their rooms that have a name, each as it is written whole: as large as
// the narrowest permits, else all are numbers, where each frame has room for its number, or none
// has room for more. `least`: letters.
NameForm form_of(const std::vector<std::pair<std::string, float>>& names, float least) {
  const auto fits = [](const auto& name, const NameForm& form) {
    return room_of(form.whole ? name.first : number_of(name.first), form) <= name.second;
  };
  const auto all_fit = [&](const NameForm& form) {
    return std::ranges::all_of(names, [&](const auto& name) { return fits(name, form); });
  };
  for (float size = kLevelName; size >= least; --size) {
    if (all_fit({true, size})) return {true, size};
  }
  const NameForm numbers{false, kLevelName};
  const bool any_whole = std::ranges::any_of(names, [&](const auto& name) {
    return fits(name, {true, kLevelName});
  });
  return all_fit(numbers) || !any_whole ? numbers : NameForm{true, kLevelName};
}

// A layer's number, and where it stands.
struct Number {
  float x = 0;
  std::uint32_t layer = 0;
  std::string text;
};

std::vector<Number> distances(const Network& network, const NetworkGeometry& geometry,
                              const DiagramMap& map) {
  constexpr float kBetween = 4;
  std::vector<Number> numbers;
  std::set<std::string> too_long;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const float left = map.x(geometry.cell_x(layer));
    const float right = map.x(geometry.cell_x(layer + 1));
    std::string text = fmt::to_string(network.label(layer).distance);
    if (number_width(text) + kBetween > right - left) too_long.insert(text);
    numbers.push_back({(left + right) / 2, layer, std::move(text)});
  }
  std::erase_if(numbers, [&](const Number& number) { return too_long.contains(number.text); });
  return numbers;
}

// Every so many of the layers; they do not touch.
bool fit(const NetworkGeometry& geometry, const DiagramMap& map, std::uint32_t depth,
         std::uint32_t every, std::vector<Number>& numbers) {
  constexpr float kBetween = 8;
  float free_from = -1e9F;
  numbers.clear();
  for (std::uint32_t layer = every - 1; layer < depth; layer += every) {
    Number number{map.x((geometry.cell_x(layer) + geometry.cell_x(layer + 1)) / 2), layer,
                  fmt::to_string(layer + 1)};
    const float half = number_width(number.text) / 2;
    if (number.x - half < free_from) return false;
    free_from = number.x + half + kBetween;
    numbers.push_back(std::move(number));
  }
  return true;
}

std::vector<Number> layer_numbers(const NetworkGeometry& geometry, const DiagramMap& map,
                                  std::uint32_t depth) {
  std::vector<Number> numbers;
  for (std::uint32_t power = 1; power <= depth; power *= 10) {
    for (const std::uint32_t digit : {1U, 2U, 5U}) {
      if (fit(geometry, map, depth, power * digit, numbers)) return numbers;
    }
  }
  return {};
}

}  // namespace

LevelHead level_head(float first_wire, float name_right, float name_limit) {
  constexpr float kAbove = 44;  // of a frame above the first wire
  constexpr float kName = 14;   // from the frame to the middle of its name
  constexpr float kBelowList = 1;
  LevelHead head{std::max(first_wire - kAbove, 4.0F), 0, false};
  head.name_y = head.top + kName;
  const float lowest = kViewListBottom + kBelowList;
  if (name_right < name_limit || head.top >= lowest || first_wire < lowest + kNameReach)
    return head;
  head.top = lowest;
  head.name_y = std::min(head.top + kName, (head.top + first_wire) / 2 - 2);
  head.lowered = true;
  return head;
}

void add_level_boxes(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                     std::uint32_t wires, float name_limit, Picture& picture,
                     std::vector<MovableLabel>& names) {
  const Recording& recording = *scene.recording;
  const DiagramMap& map = frame.map;
  const float top = map.y(0);
  const float bottom =
      std::min(map.y(static_cast<float>(wires) - 1) + 36, picture.height - 4 - frame.foot);
  // Nested boxes of sorters and mergers say where levels end.
  const bool framed =
      !recording.algorithm->nested_boxes || recording.algorithm->needs_bitonic_input;
  std::vector<std::pair<std::string, float>> rooms;
  for (const MergeLevel& level : recording.network.levels()) {
    const float x0 = map.x(geometry.level_left(level));
    const float x1 = map.x(geometry.level_right(level));
    // What the page cuts says nothing of the others.
    if (x0 >= frame.left - 8 && x1 <= picture.width) rooms.emplace_back(level.name, x1 - x0);
  }
  // From afar they cannot be smaller.
  const NameForm form = form_of(rooms, frame.large_keys ? kLevelName : kLeastLevelName);
  for (const MergeLevel& level : recording.network.levels()) {
    const float x0 = map.x(geometry.level_left(level));
    const float x1 = map.x(geometry.level_right(level));
    if (x1 < 0 || x0 > picture.width || x1 - x0 < 6) continue;
    const float left = std::max(x0, frame.left - 8);
    const std::string text = form.whole ? level.name : number_of(level.name);
    const float name_width = estimated_width(text, form.size, Face::kSansBold);
    // In a narrow box it stands in the middle.
    constexpr float kFromEdge = 3;
    constexpr float kStep = 4;
    const bool narrow = x1 - left < name_width + 20;
    const bool fits = x1 - left >= room_of(text, form);
    const Anchor anchor = narrow ? Anchor::kMiddle : Anchor::kStart;
    const float x = narrow ? (left + x1) / 2 : left + 10;
    const float end = x + (narrow ? name_width / 2 : name_width) + 6;
    const LevelHead head = level_head(top, fits ? end : 0, name_limit);
    if (framed) {
      picture.boxes.push_back({x0, head.top, x1 - x0, bottom - head.top, Role::kLine, false, 6});
    }
    if (!fits) continue;
    if (end >= picture.width) continue;
    MovableLabel name{{0, 0, text, form.size, Face::kSansBold, anchor, Role::kMuted},
                      {},
                      /*masked=*/head.name_y + kNameReach > top,
                      /*yields=*/true};
    name.label.whole = level_help(level.name);
    if (!head.lowered && end >= name_limit) continue;
    name.spots = {{x, head.name_y}};
    // Further right in its frame on the same line, where a key or a sign stands.
    for (float way = kStep; end + way <= std::min(x1 + 6 - kFromEdge, name_limit); way += kStep) {
      name.spots.emplace_back(x + way, head.name_y);
    }
    if (!head.lowered) {
      name.spots.emplace_back(x, std::max(head.top + 8, 9.0F));
      name.spots.emplace_back(x, 9.0F);
    }
    names.push_back(std::move(name));
  }
}

void add_layer_numbers(const Scene& scene, const NetworkGeometry& geometry,
                       const DiagramFrame& frame, std::uint32_t wires, Picture& picture) {
  if (picture.height - frame.foot < kLeastNumbered) return;
  const Network& network = scene.recording->network;
  const DiagramMap& map = frame.map;
  const DiagramFamily& family = diagram_family(*scene.recording);
  const float y =
      std::min(map.y(static_cast<float>(wires) - 1) + 22, picture.height - 14 - frame.foot);
  for (const Number& number : family.numbered_layers ? layer_numbers(geometry, map, network.depth())
                                                     : distances(network, geometry, map)) {
    if (number.x < frame.left - 20 || number.x > picture.width) continue;
    const bool shown = number.layer + 1 == scene.cursor.layer ||
                       (number.layer == scene.cursor.layer && scene.fraction > 0);
    picture.labels.push_back({number.x, y, number.text, kNumber, Face::kMono, Anchor::kMiddle,
                              shown ? Role::kText : Role::kMuted});
  }
}

void add_wire_numbers(const Scene& scene, const DiagramFrame& frame, std::uint32_t wires,
                      Picture& picture) {
  const DiagramMap& map = frame.map;
  const auto digits = static_cast<float>(fmt::to_string(wires - 1).size());
  const float beside_keys =
      map.x(-frame.ends) - std::max(26.0F, frame.keys_right - map.x(-frame.ends) + 8);
  const float size = std::max(
      std::min(kBesideKeys * frame.key_text, (beside_keys - 8) / (0.62F * digits)), kNumber);
  const float right = std::max(8 + 0.62F * size * digits, beside_keys);
  const std::uint32_t every = label_stride(map.unit_y, size + 2, wires);
  const auto first =
      static_cast<Wire>(std::clamp(map.inverse_y(0), 0.0F, static_cast<float>(wires)));
  for (Wire wire = first / every * every; wire < wires; wire += every) {
    const float y = map.y(static_cast<float>(wire));
    if (y < 8) continue;
    if (y > picture.height - 8) break;
    const bool lit = scene.hover.wire == wire || scene.selected.wire == wire;
    picture.labels.push_back({right, y, fmt::to_string(wire), size, Face::kMono, Anchor::kEnd,
                              lit ? Role::kAccent : Role::kMuted});
  }
}

}  // namespace sortscope
