// diagram.cpp: the network diagram by the field's rules: wire 0 on top, layers left to
// right.
#include "core/views/network/diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/pictures/covered_numbers.h"
#include "core/pictures/label_board.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/pattern.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/question_marks.h"
#include "core/views/network/diagram_body.h"
#include "core/views/network/diagram_family.h"
#include "core/views/network/diagram_map.h"
#include "core/views/network/diagram_names.h"
#include "core/views/network/own_marks.h"
#include "core/words/level_text.h"
#include "core/words/own_file.h"

namespace sortscope {

namespace {

constexpr float kLeftMargin = 96;
constexpr float kRightMargin = 64;
constexpr float kWrongMargin = 24;  // beyond it, of a person's own: for a word beside wrong keys
constexpr float kTopMargin = 52;
constexpr float kBottomMargin = 44;
constexpr float kLargeTopMargin = 40;  // where keys are large
constexpr float kLargeBottomMargin = 38;
constexpr float kPatternHeight = 52;
constexpr float kBesideKey = 5;        // pixels from a key to the next comparator
constexpr float kLeastKeyText = 16;    // of a large key, where the wires have room
constexpr float kLeastBetween = 7.5F;  // of others, between two layers
constexpr float kLeastChip = 26;       // width
constexpr float kSmallestChip = 11;    // pixels a wire: below, keys are marks without text
constexpr float kSmallestLarge = 14;   // the same of large keys, whose text can be read from afar
constexpr float kLegendLine = 20;      // of the map, below the frames
constexpr float kViewListWidth = 128;  // on screen, in the upper right corner
constexpr std::uint32_t kMostKeys = 2048;  // one by one, in files
constexpr float kReadableUnitY = 24;
// Pixels a unit of a diagram that leaves room; few wires grow into it, up to so much.
constexpr float kRoomyUnitX = 48;
constexpr float kRoomyUnitY = 64;
constexpr float kMostGrowth = 3;
constexpr float kMostEnds = 46;  // pixels from the layers to the input, where its keys are narrow

// Whether a run will come out wrong is not told by its margins.
float right_margin(const Recording& recording) {
  return kRightMargin + (recording.network.listed() != nullptr ? kWrongMargin : 0);
}

// What keys look like for a distance between wires.
struct KeyStyle {
  float size, height;  // of the text, of the chip
  [[nodiscard]] float width(std::size_t characters) const {
    return std::max(0.62F * size * static_cast<float>(characters) + 12, kLeastChip);
  }
};
KeyStyle key_style(const DiagramFrame& frame) {
  const float unit_y = frame.map.unit_y;
  const float beyond = std::clamp(unit_y - kRoomyUnitY, 0.0F, 120.0F);
  if (frame.large_keys) {
    // Where wires stand close, digits fill their row.
    const float size = std::max(std::min(unit_y * 0.9F, kLeastKeyText), unit_y * 0.64F);
    return {std::clamp(size, 7.5F, 24.0F) + 0.06F * beyond,
            std::clamp(std::max(unit_y * 0.8F, std::min(size + 3, unit_y * 0.94F)), 10.0F, 34.0F) +
                0.08F * beyond};
  }
  // Close wires spare no room that letters could have.
  const float least = std::min(unit_y * 0.78F, 10.0F);
  return {std::clamp(unit_y * 0.56F, least, 13.0F) + 0.06F * beyond,
          std::clamp(unit_y * 0.76F, least + 2, 24.0F) + 0.1F * beyond};
}

// Keys are chips with text, else marks of colour.
bool has_key_text(const DiagramFrame& frame) {
  return frame.map.unit_y >= (frame.large_keys ? kSmallestLarge : kSmallestChip);
}

// The chip of a key between two layers: it leaves the comparators beside it in sight, as long as
// its letters can be read.
float width_between(const KeyStyle& style, const DiagramFrame& frame, std::size_t characters) {
  const float gap = NetworkGeometry::kLayerGap * frame.map.unit_x - 2 * kBesideKey;
  const float text = frame.large_keys ? kLeastKeyText : kLeastBetween;
  const float least = std::max(0.62F * text * static_cast<float>(characters) + 2,
                               frame.large_keys ? 0.0F : kLeastChip);
  return std::min(style.width(characters), std::max(gap, least));
}
float size_within(const KeyStyle& style, float width, std::size_t characters) {
  return std::min(style.size, (width - 2) / (0.62F * static_cast<float>(characters)));
}

// Of the letters of the longest key, wherever it stands; 0 where keys are marks.
float least_key_text(const Recording& recording, const DiagramFrame& frame) {
  if (!has_key_text(frame)) return 0;
  const KeyStyle style = key_style(frame);
  if (!frame.large_keys) return style.size;
  const std::size_t characters = longest_key_text(recording);
  return size_within(style, width_between(style, frame, characters), characters);
}

// The width of a key without text: before a class as wide as a chip, between two layers as they
// leave room.
float mark_width(const DiagramFrame& frame, bool between) {
  constexpr float kMark = 8;
  constexpr float kLargeMark = 26;
  if (!frame.large_keys) return kMark;
  if (!between) return kLargeMark;
  const float gap = NetworkGeometry::kLayerGap * frame.map.unit_x - kBesideKey;
  return std::clamp(gap, kMark, kLargeMark);
}

// Half the width of the widest key's chip; 0 where keys are thin marks without text.
float half_chip(const Recording& recording, const DiagramFrame& frame) {
  if (!has_key_text(frame)) return frame.large_keys ? mark_width(frame, false) / 2 : 0;
  return key_style(frame).width(longest_key_text(recording)) / 2;
}

// Where the input stands for its keys not to lie on the first layer, nor the output's on the last.
float ends_of(const Recording& recording, const NetworkGeometry& geometry,
              const DiagramFrame& frame, float half) {
  constexpr float kBetween = 8;  // pixels from a chip to a comparator
  const DiagramMap& map = frame.map;
  const float least = std::min(kLeastEnds, kMostEnds / map.unit_x);
  if (half <= 0 || recording.network.depth() == 0) return least;
  return std::max(least, (half + kBetween) / map.unit_x - geometry.first_column(0));
}

// A chip with the key's text where there is room, a small coloured mark where there is not.
void add_key(const Scene& scene, std::uint32_t place, float x, float y, const DiagramFrame& frame,
             bool input, Picture& picture) {
  const float unit_y = frame.map.unit_y;
  const Recording& recording = *scene.recording;
  const bool padding = recording.is_padding(place);
  if (padding && scene.options->padding == PaddingStyle::kHidden) return;
  const float rank = rank_fraction(recording, scene.ranks[place]);
  const bool lit = scene.selected.place == place || scene.hover.place == place;
  // Keys between two layers leave the comparators beside them in sight.
  const bool between =
      !input && scene.cursor.layer > 0 && scene.cursor.layer < recording.network.depth();
  if (!has_key_text(frame)) {
    const float h = std::max(unit_y * (frame.large_keys ? 0.92F : 0.8F), 1.0F);
    const float w = mark_width(frame, between);
    if (!padding) picture.chips.push_back({x - w / 2, y - h / 2, w, h, Role::kRank, true, 0, rank});
    return;
  }
  const KeyStyle style = key_style(frame);
  const std::string text = padding ? "–" : short_key_text(recording, place);
  const float h = style.height;
  float size = style.size;
  float w = style.width(display_length(text));
  if (between) {
    w = width_between(style, frame, display_length(text));
    size = size_within(style, w, display_length(text));
  }
  if (padding) {
    picture.chips.push_back({x - w / 2, y - h / 2, w, h, Role::kGround, true, 5});
    picture.chips.push_back({x - w / 2, y - h / 2, w, h, Role::kGhost, false, 5, 0, 1, true});
    picture.labels.push_back(
        {x, y, text, size, Face::kMono, Anchor::kMiddle, Role::kMuted, -1, {}, true});
    return;
  }
  picture.chips.push_back({x - w / 2, y - h / 2, w, h, Role::kRank, true, 5, rank});
  if (lit) {
    picture.chips.push_back(
        {x - w / 2 - 1, y - h / 2 - 1, w + 2, h + 2, Role::kAccent, false, 6, 0, input ? 1.2F : 2});
  }
  picture.labels.push_back(
      {x, y, text, size, Face::kMono, Anchor::kMiddle, Role::kText, rank, {}, true});
}

void add_keys(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
              std::uint32_t wires, bool body, Picture& picture) {
  const DiagramMap& map = frame.map;
  if (!body && map.unit_y < 3) return;  // the shader draws strips of colour
  if (body && wires > kMostKeys) {
    add_key_strip(scene, map.x(key_position(scene, geometry, {}, 0, frame).x), frame, picture);
    return;
  }
  const bool moved = scene.cursor > Cursor{} || scene.fraction > 0;
  const std::vector<Wire> after = wires_after_in_trees(scene);
  // Seen from near, keys stop where names and numbers stand: none hangs over the page's edge.
  const float top = frame.top - 0.5F;
  const float bottom = frame.bottom + 0.5F;
  const auto put = [&](std::uint32_t place, float x, float y, bool input) {
    if (y >= top && y <= bottom) add_key(scene, place, x, y, frame, input, picture);
  };
  const auto first =
      static_cast<Wire>(std::clamp(map.inverse_y(-20), 0.0F, static_cast<float>(wires)));
  for (Wire wire = first; wire < wires; ++wire) {
    const float y = map.y(static_cast<float>(wire));
    if (y > picture.height + 20) break;
    if (moved) put(scene.recording->start.places[wire], map.x(-frame.ends), y, true);
    const KeyPosition at = key_position(scene, geometry, after, wire, frame);
    put(scene.places[wire], map.x(at.x), map.y(at.y), false);
  }
}

void add_pattern_row(const Scene& scene, std::uint32_t wires, Picture& picture) {
  const Network& network = scene.recording->network;
  if (network.depth() == 0 || wires > 32) return;
  const bool running = scene.fraction > 0 || scene.cursor.comparator > 0 || scene.cursor.layer == 0;
  const std::uint32_t layer =
      std::min(running ? scene.cursor.layer : scene.cursor.layer - 1, network.depth() - 1);
  const auto cells = min_max_pattern(*scene.recording, layer);
  const float y = picture.height - kPatternHeight / 2;
  const float left = 96;
  const float cell = std::min((picture.width - left - 24) / static_cast<float>(wires), 64.0F);
  picture.labels.push_back(
      {12, y - 8, "Min–max", 12, Face::kSansBold, Anchor::kStart, Role::kMuted});
  picture.labels.push_back({12, y + 8, fmt::format("layer {}", layer + 1), 12, Face::kSans,
                            Anchor::kStart, Role::kMuted});
  for (Wire wire = 0; wire < wires; ++wire) {
    const float x = left + cell * static_cast<float>(wire);
    const bool max = cells[wire] == PatternCell::kMax;
    const bool none = cells[wire] == PatternCell::kNone;
    picture.boxes.push_back(
        {x + 1, y - 9, cell - 2, 18, max ? Role::kBoxSecond : Role::kBoxFirst, !none, 3});
    const std::string_view word = none ? "–" : max ? "max" : "min";
    const float size = cell >= 30 ? 12.0F : 10.0F;
    const std::string text(cell >= 24 ? word : word.substr(0, none ? word.size() : 2));
    picture.labels.push_back({x + cell / 2, y, text, size, max ? Face::kSansBold : Face::kSans,
                              Anchor::kMiddle, none ? Role::kMuted : Role::kText});
  }
}

// A name does not stand where the dashed edge of a band would go through it.
void keep_off_edges(const Picture& picture, MovableLabel& name) {
  std::erase_if(name.spots, [&](const std::pair<float, float>& spot) {
    Label label = name.label;
    std::tie(label.x, label.y) = spot;
    const LabelArea area = area_of(label);
    return std::ranges::any_of(picture.boxes, [&](const Box& box) {
      const auto through = [&](float y) { return y > area.top && y < area.bottom; };
      return !box.filled && box.dashed && box.x < area.right && box.x + box.w > area.left &&
             (through(box.y) || through(box.y + box.h));
    });
  });
}

// Comparators that are drawn on the page, with their dots; nothing where they are too many to
// leave room.
std::vector<LabelArea> areas_of_comparators(const Scene& scene, const NetworkGeometry& geometry,
                                            const DiagramFrame& frame, const Picture& picture) {
  constexpr std::uint64_t kMost = 4096;
  const Network& network = scene.recording->network;
  const DiagramMap& map = frame.map;
  std::vector<LabelArea> areas;
  if (network.aks() != nullptr || network.size() > kMost) return areas;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (map.x(geometry.cell_x(layer + 1)) < 0) continue;
    if (map.x(geometry.cell_x(layer)) > picture.width) break;
    const DiagramStrokes strokes = strokes_for(map, geometry.column_pitch(layer));
    const float half = strokes.dots ? strokes.dot_radius : strokes.exchanged_width / 2;
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      if (!is_drawn(scene, geometry, layer, index)) continue;
      const Comparator at = drawn_comparator(scene, layer, index);
      if (is_hidden(scene, layer, at)) continue;
      const float x = map.x(geometry.column_x(network, layer, index));
      areas.push_back({x - half, map.y(static_cast<float>(at.lower())) - half, x + half,
                       map.y(static_cast<float>(at.upper())) + half});
    }
  }
  return areas;
}

}  // namespace

float key_mark_width(const DiagramFrame& frame, Cursor cursor, std::uint32_t depth) {
  return mark_width(frame, cursor.layer > 0 && cursor.layer < depth);
}

std::uint32_t shown_wires(const Scene& scene) {
  const Network& network = scene.recording->network;
  const std::uint32_t wires = network.wires();
  const PaddingMap* const padding = scene.padding;
  // Wires of AKS networks are named by where they end.
  if (scene.options->padding != PaddingStyle::kHidden || padding == nullptr || padding->empty() ||
      network.aks() != nullptr) {
    return wires;
  }
  std::uint32_t used = 1;
  for (std::uint32_t boundary = 0; boundary <= network.depth() && used < wires; ++boundary) {
    const std::uint32_t* const row =
        padding->bits.data() + std::size_t{boundary} * padding->words_per_row;
    for (std::uint32_t word = padding->words_per_row; word-- > used / 32;) {
      const std::uint32_t last = std::min(wires - 32 * word, 32U);
      const std::uint32_t keys = ~row[word] & (~0U >> (32 - last));
      if (keys == 0) continue;
      used = std::max(used, 32 * word + static_cast<std::uint32_t>(std::bit_width(keys)));
      break;
    }
  }
  return used;
}

bool is_hidden(const Scene& scene, std::uint32_t boundary, Wire wire) {
  return scene.options->padding == PaddingStyle::kHidden && scene.padding != nullptr &&
         scene.padding->at(boundary, wire);
}

bool is_hidden(const Scene& scene, std::uint32_t layer, const Comparator& comparator) {
  return is_hidden(scene, layer, comparator.lower()) && is_hidden(scene, layer, comparator.upper());
}

DiagramFrame frame_diagram(const Recording& recording, const NetworkGeometry& geometry,
                           const LayoutOptions& options, const Camera& camera, float width,
                           float height, bool large_keys, std::uint32_t shown) {
  DiagramFrame frame;
  frame.wires = shown == 0 ? recording.network.wires() : shown;
  const auto wires = static_cast<float>(frame.wires);
  frame.large_keys = large_keys;
  frame.foot = diagram_family(recording).footer_height;
  frame.left = kLeftMargin;
  frame.top = large_keys ? kLargeTopMargin : kTopMargin;
  frame.right = std::max(width - right_margin(recording), frame.left + 16);
  const float area_w = frame.right - frame.left;
  const float diagram_w = std::max(geometry.width(), 1.0F);
  const float diagram_h = std::max(wires - 1, 1.0F);
  DiagramMap& map = frame.map;
  float most_x = std::numeric_limits<float>::max();
  const auto fit = [&](const Camera& at) {
    const auto zoom = static_cast<float>(at.zoom);
    frame.bottom = std::max(height - (large_keys ? kLargeBottomMargin : kBottomMargin) -
                                (options.network.min_max_row ? kPatternHeight : 0) - frame.foot,
                            frame.top + 16);
    const float area_h = frame.bottom - frame.top;
    const float growth =
        std::clamp(std::min(area_w / (diagram_w * kRoomyUnitX), area_h / (diagram_h * kRoomyUnitY)),
                   1.0F, kMostGrowth);
    const float fit_x = std::min({area_w / diagram_w, growth * kRoomyUnitX, most_x});
    const float fit_y = std::min(area_h / diagram_h, growth * kRoomyUnitY);
    map.unit_x = fit_x * zoom;
    map.unit_y = fit_y * zoom;
    // Thousands of layers: wires stop growing where they can be read, layers go on.
    if (diagram_family(recording).deep) {
      map.unit_y = std::min(map.unit_y, std::max(fit_y, kReadableUnitY));
    }
    map.origin_x = (frame.left + frame.right) / 2 - at.center_x * diagram_w * map.unit_x;
    map.origin_y = (frame.top + frame.bottom) / 2 - at.center_y * diagram_h * map.unit_y;
  };
  fit({});
  // The output keeps clear of the edge, whatever one looks at from near.
  constexpr float kLeastMargin = 10;
  constexpr int kMostTries = 6;
  const float first_x = map.unit_x;
  for (int i = 0; i < kMostTries; ++i) {
    const float outputs = half_chip(recording, frame);
    const float ends = ends_of(recording, geometry, frame, outputs);
    const float over = map.x(geometry.width() + ends) + outputs - (width - kLeastMargin);
    if (over <= 0.5F) break;
    most_x = std::max(map.unit_x - 2 * over / diagram_w, 0.5F * first_x);
    fit({});
  }
  fit(camera);
  frame.legend = has_map_legend(recording.network, geometry, map, width);
  if (frame.legend) {
    frame.foot += kLegendLine;
    fit(camera);
  }
  const float half = half_chip(recording, frame);
  frame.ends = ends_of(recording, geometry, frame, half);
  frame.keys_right = map.x(-frame.ends) + half;
  frame.key_text = least_key_text(recording, frame);
  frame.key_width = 2 * (half > 0 ? half : mark_width(frame, true) / 2);
  return frame;
}

ClearMargins clear_margins(const DiagramFrame& frame, float height) {
  constexpr float kNumbers = 46;  // of wires
  constexpr float kNames = 34;
  constexpr float kBelow = 28;    // numbers of layers
  constexpr float kNear = 6;      // a wire so near to them slides under them
  constexpr float kMoved = 0.5F;  // from where it stands inside the margins
  const DiagramMap& map = frame.map;
  const float first = map.y(0);
  const float last = map.y(static_cast<float>(frame.wires) - 1);
  ClearMargins margins;
  if (map.x(0) < frame.left - kMoved && map.x(-1.6F) <= kNumbers - kNear) margins.left = kNumbers;
  if (first < frame.top - kMoved && first < kNames + kNear) margins.top = kNames;
  const float below = kBelow + frame.foot;
  if (last > frame.bottom + kMoved && last > height - below - kNear - 2) margins.bottom = below;
  return margins;
}

Picture layout_diagram(const Scene& scene, const NetworkGeometry& geometry,
                       const DiagramFrame& frame, float width, float height, bool body) {
  const Recording& recording = *scene.recording;
  const std::uint32_t wires = frame.wires;
  Picture picture;
  picture.width = width;
  picture.height = height;
  // Placed once the keys stand: names with one place first, words that find many next.
  std::vector<MovableLabel> words;
  std::vector<MovableLabel> level_names;
  std::vector<BoxName> box_names;
  if (recording.algorithm->nested_boxes) {
    add_nested_boxes(scene, geometry, frame, picture, box_names);
  }
  // On screen the corner has the list of views, but not on a projector.
  const float name_limit = body || frame.large_keys ? width : width - kViewListWidth;
  if (own_kernel(scene) != nullptr) {
    add_own_launches(scene, geometry, frame, wires, name_limit, picture, level_names);
  } else {
    add_level_boxes(scene, geometry, frame, wires, name_limit, picture, level_names);
  }
  add_layer_band(scene, geometry, frame, wires, picture);
  add_highlights(scene, geometry, frame, wires, picture, words);
  add_kernel_overlay(scene, geometry, frame, wires, picture, level_names);
  add_moved_ranges(scene, geometry, frame, picture);
  const DiagramFamily& family = diagram_family(recording);
  if (family.add_body != nullptr) family.add_body(scene, geometry, frame, picture);
  if (body) {
    add_diagram_body(scene, geometry, frame, wires, picture);
  } else {
    add_comparators(scene, geometry, frame, picture, recording.network.closed_form());
  }
  add_layer_numbers(scene, geometry, frame, wires, picture);
  add_wire_numbers(scene, frame, wires, picture);
  if (family.add_footer != nullptr) family.add_footer(scene, frame, picture);
  add_keys(scene, geometry, frame, wires, body, picture);
  if (scene.fraction > 0) leave_out_covered_numbers(picture);
  const auto legend = add_map_legend(scene, frame, picture);
  const std::vector<LabelArea> signs = add_question_marks(scene, geometry, frame, picture, words);
  add_verdict(scene, geometry, frame, picture, words);
  if (scene.options->network.min_max_row) add_pattern_row(scene, wires, picture);
  for (MovableLabel& name : level_names) keep_off_edges(picture, name);
  for (BoxName& name : box_names) keep_off_edges(picture, name.words);
  level_names.insert(level_names.end(), words.begin(), words.end());
  const std::vector<MovableLabel> boxes = names_of_all(picture, level_names, signs, box_names);
  level_names.insert(level_names.end(), boxes.begin(), boxes.end());
  if (legend) keep_off_legend(*legend, level_names);
  add_movable_labels(picture, level_names, areas_of_comparators(scene, geometry, frame, picture),
                     signs);
  return picture;
}

Selection pick_diagram(const Scene& scene, const NetworkGeometry& geometry,
                       const DiagramFrame& frame, float px, float py) {
  const Network& network = scene.recording->network;
  const DiagramMap& map = frame.map;
  const float x = map.inverse_x(px);
  const float y = map.inverse_y(py);
  const auto wires = static_cast<float>(frame.wires);
  if (y < -0.5F || y > wires - 0.5F || px < 0) return {};
  const auto wire = static_cast<Wire>(std::clamp(std::round(y), 0.0F, wires - 1));
  Selection found;
  const std::uint32_t boundary =
      x <= 0 || network.depth() == 0 ? 0 : geometry.layer_at(x) + (x > geometry.width() ? 1 : 0);
  if (!is_hidden(scene, boundary, wire)) found.wire = wire;
  // A key's chip lies on top of everything.
  const std::vector<Wire> after = wires_after_in_trees(scene);
  for (const Wire near : {wire, wire > 0 ? wire - 1 : wire, wire + 1}) {
    if (near >= frame.wires || is_hidden(scene, scene.cursor.layer, near)) continue;
    const KeyPosition at = key_position(scene, geometry, after, near, frame);
    if (std::abs(map.x(at.x) - px) <= 16 &&
        std::abs(map.y(at.y) - py) <= std::max(map.unit_y * 0.4F, 3.0F)) {
      found.place = scene.places[near];
      return found;
    }
  }
  if (std::abs(map.x(-frame.ends) - px) <= 16) {
    if (is_hidden(scene, 0, wire)) return {};
    found.place = scene.recording->start.places[wire];
    return found;
  }
  if (network.depth() == 0 || x < 0 || x > geometry.width()) return found;
  const std::uint32_t layer = geometry.layer_at(x);
  const float pitch = geometry.column_pitch(layer);
  const float column = (x - geometry.first_column(layer)) / pitch;
  const float reach = std::max(7.0F / (map.unit_x * pitch), 0.5F);
  float best = reach;
  // Comparators whose line passes here: look at the wires that could carry their lower end.
  if (drawn_as_marks(network, layer)) {
    if (layer > scene.cursor.layer) return found;
    const std::vector<Comparator> met = met_wires(scene, layer);
    for (std::uint32_t index = 0; index < met.size(); ++index) {
      const float away = std::abs(static_cast<float>(network.sub_column(layer, index)) - column);
      if (away >= best || y < static_cast<float>(met[index].lower()) - 0.5F ||
          y > static_cast<float>(met[index].upper()) + 0.5F ||
          !is_drawn(scene, geometry, layer, index)) {
        continue;
      }
      best = away;
      found = {};
      found.comparator = ComparatorId{layer, index};
    }
    return found;
  }
  const std::uint32_t columns = network.sub_columns(layer);
  const auto from = static_cast<std::int64_t>(std::floor(column - reach));
  const auto to = static_cast<std::int64_t>(std::ceil(column + reach));
  for (std::int64_t c = std::max<std::int64_t>(from, 0);
       c <= std::min<std::int64_t>(to, std::int64_t{columns} - 1); ++c) {
    const auto index = comparator_in_column(network, layer, static_cast<std::uint32_t>(c), y);
    if (!index || !is_drawn(scene, geometry, layer, *index)) continue;
    if (is_hidden(scene, layer, network.comparator(layer, *index))) continue;
    const float distance = std::abs(static_cast<float>(c) - column);
    if (distance < best) {
      best = distance;
      // The wire nearest to the pointer may be none of the comparator's.
      found = {};
      found.comparator = ComparatorId{layer, *index};
    }
  }
  return found;
}

namespace {

void natural_size(const Recording& recording, const LayoutOptions& options, float& width,
                  float& height) {
  const NetworkGeometry geometry(recording.network, options.network.equal_layer_widths);
  const auto wires = static_cast<float>(recording.network.wires());
  width = kLeftMargin + right_margin(recording) + std::max(geometry.width() * 21, 120.0F);
  height = kTopMargin + kBottomMargin + (options.network.min_max_row ? kPatternHeight : 0) +
           std::max((wires - 1) * 32, 40.0F);
}

Picture layout(const Scene& scene, float width, float height) {
  const NetworkGeometry geometry(scene.recording->network,
                                 scene.options->network.equal_layer_widths);
  const DiagramFrame frame = frame_diagram(*scene.recording, geometry, *scene.options, Camera{},
                                           width, height, false, shown_wires(scene));
  return layout_diagram(scene, geometry, frame, width, height, true);
}

}  // namespace

const Layout kNetworkLayout = {
    .id = "network",
    .title = "Network",
    .summary = "Wires, comparators and the keys travelling along them.",
    .max_wires = 0,
    .natural_size = natural_size,
    .layout = layout,
};

}  // namespace sortscope
