// hypercube.cpp: keys at the corners of a hypercube, the layer's pairs as its edges (Fischer 2020,
// figure 2.1).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/layout.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/scene.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kMaxDimension = 5;
constexpr float kMargin = 20;
constexpr float kHead = 64;  // the two lines of the caption

struct Point {
  float x = 0;
  float y = 0;
};

// One direction a dimension; a corner is the sum of the directions of its bits. Four dimensions are
// two cubes, five are two pairs of cubes; the tilts are chosen by search so that on a page of
// 1180 x 560 no corner comes nearer than 39 pixels to another or to a foreign edge.
constexpr std::array<std::array<Point, kMaxDimension>, kMaxDimension + 1> kDirections = {{
    {},
    {{{400, 0}}},
    {{{400, 0}, {0, 300}}},
    {{{400, 20}, {-16, 300}, {216, -144}}},
    {{{404, 16}, {-8, 296}, {116, -136}, {655, 117}}},
    {{{364, 5}, {0, 139}, {89, -60}, {642, 69}, {85, 287}}},
}};

std::uint32_t dimension_of(std::uint32_t wires) { return floor_log2(ceil_pow2(wires)); }

// Corners on the page and the sizes that suit them.
struct Cube {
  std::uint32_t dimension = 0;
  std::uint32_t wires = 0;
  std::vector<Point> corners;
  float chip_w = 40, chip_h = 24;
  float key_size = 13, index_size = 12;
  bool indices = true;

  // The chip and the number beneath it.
  [[nodiscard]] LabelArea footprint(Wire wire, float room) const {
    const Point at = corners[wire];
    const float below = indices ? index_size + 4 : 0;
    return {at.x - chip_w / 2 - room, at.y - chip_h / 2 - room, at.x + chip_w / 2 + room,
            at.y + chip_h / 2 + below + room};
  }
};

std::string binary(Wire wire, std::uint32_t bits) {
  return bits == 0 ? std::string("0") : fmt::format("{:0{}b}", wire, bits);
}

bool keys_meet(const Cube& cube) {
  for (Wire a = 0; a < cube.wires; ++a) {
    for (Wire b = 0; b < a; ++b) {
      if (std::abs(cube.corners[a].x - cube.corners[b].x) < cube.chip_w &&
          std::abs(cube.corners[a].y - cube.corners[b].y) < cube.chip_h) {
        return true;
      }
    }
  }
  return false;
}

Cube cube_on_page(const Recording& recording, float width, float height) {
  Cube cube;
  cube.wires = recording.network.wires();
  cube.dimension = dimension_of(cube.wires);
  const auto& directions = kDirections[cube.dimension];
  Point low;
  Point high;
  std::vector<Point> corners(cube.wires);
  for (Wire wire = 0; wire < cube.wires; ++wire) {
    for (std::uint32_t bit = 0; bit < cube.dimension; ++bit) {
      if ((wire >> bit & 1) == 0) continue;
      corners[wire].x += directions[bit].x;
      corners[wire].y += directions[bit].y;
    }
    low = {std::min(low.x, corners[wire].x), std::min(low.y, corners[wire].y)};
    high = {std::max(high.x, corners[wire].x), std::max(high.y, corners[wire].y)};
  }
  // Room for half a chip at the sides, and for the last number at the foot.
  const float area_x = std::max(width - 2 * kMargin - 96, 40.0F);
  const float area_y = std::max(height - kHead - kMargin - 64, 40.0F);
  const float fit_x = high.x > low.x ? area_x / (high.x - low.x) : 1;
  const float fit_y = high.y > low.y ? area_y / (high.y - low.y) : fit_x;
  const float fit = std::min(fit_x, fit_y);
  // Up to three dimensions keep their shape; more use the page's.
  const float most = cube.dimension <= 3 ? fit : 1.5F * fit;
  const Point scale = {std::min(fit_x, most), std::min(fit_y, most)};
  const float center_x = width / 2 - scale.x * (low.x + high.x) / 2;
  const float center_y =
      kHead + (height - kHead - kMargin - 16) / 2 - scale.y * (low.y + high.y) / 2;
  cube.corners.resize(cube.wires);
  for (Wire wire = 0; wire < cube.wires; ++wire) {
    cube.corners[wire] = {center_x + scale.x * corners[wire].x,
                          center_y + scale.y * corners[wire].y};
  }
  const float crowding = cube.dimension <= 3 ? 1.2F : cube.dimension == 4 ? 1.15F : 1.0F;
  cube.key_size = std::min(type_size(13 * std::max(fit, 1.0F) * crowding), 24.0F);
  // Few corners have room for text that can be read across a room.
  const float least = cube.wires <= 16 ? 12.0F : 7.0F;
  if (fit < 0.8F) cube.key_size = std::max(13 * fit * 1.1F, least);
  // Few corners leave room, as far as keys do not meet.
  if (cube.wires <= 8) cube.key_size = std::max(cube.key_size, 16.0F);
  const auto longest = static_cast<float>(std::max<std::size_t>(longest_key_text(recording), 2));
  bool roomy = true;  // chips, about their numbers
  const auto size_chips = [&] {
    const float index = cube.key_size - 1;
    cube.index_size = std::min(cube.key_size >= 12 ? std::max(index, 12.0F) : index, 18.0F);
    cube.chip_h = std::round(cube.key_size * (roomy ? 1.85F : 1.4F));
    cube.chip_w = std::max(std::round(cube.key_size * 0.6F * longest + (roomy ? 16.0F : 6.0F)),
                           cube.chip_h * (roomy ? 1.6F : 1.2F));
  };
  size_chips();
  // In a small pane keys become smaller before they stand on each other.
  while (cube.key_size > 6 && keys_meet(cube)) {
    // Where letters can just be read, chips give way first.
    if (roomy && cube.key_size <= 12) {
      roomy = false;
    } else {
      cube.key_size -= 1;
    }
    size_chips();
  }
  cube.indices = fit >= 0.4F;
  return cube;
}

// Where the way from inside `area` to `to` leaves it.
Point leave(const LabelArea& area, Point from, Point to) {
  const float dx = to.x - from.x;
  const float dy = to.y - from.y;
  float t = 1;
  if (dx > 0) t = std::min(t, (area.right - from.x) / dx);
  if (dx < 0) t = std::min(t, (area.left - from.x) / dx);
  if (dy > 0) t = std::min(t, (area.bottom - from.y) / dy);
  if (dy < 0) t = std::min(t, (area.top - from.y) / dy);
  return {from.x + t * dx, from.y + t * dy};
}

// An open arrow head in any direction.
void add_arrow(Picture& picture, Point tip, Point from, float size, Role role, float width) {
  const float dx = tip.x - from.x;
  const float dy = tip.y - from.y;
  const float length = std::hypot(dx, dy);
  if (length < 1) return;
  const Point along = {dx / length * size, dy / length * size};
  for (const float side : {-0.6F, 0.6F}) {
    picture.lines.push_back({tip.x, tip.y, tip.x - along.x + side * along.y,
                             tip.y - along.y - side * along.x, role, width});
  }
}

void add_edges(Picture& picture, const Cube& cube) {
  for (Wire wire = 0; wire < cube.wires; ++wire) {
    for (std::uint32_t bit = 0; bit < cube.dimension; ++bit) {
      const Wire other = wire | Wire{1} << bit;
      if (other == wire || other >= cube.wires) continue;
      const Point a = leave(cube.footprint(wire, 4), cube.corners[wire], cube.corners[other]);
      const Point b = leave(cube.footprint(other, 4), cube.corners[other], cube.corners[wire]);
      picture.lines.push_back({a.x, a.y, b.x, b.y, Role::kWire, 1});
    }
  }
}

void add_pairs(Picture& picture, const Scene& scene, const Cube& cube, std::uint32_t layer) {
  const std::vector<Comparator> pairs = compared_wires(scene, layer);
  for (std::uint32_t index = 0; index < pairs.size(); ++index) {
    const Comparator comparator = pairs[index];
    const Role role = outcome_role(scene, layer, index);
    const bool thick = role == Role::kExchanged;
    const float width = thick ? 3.0F : 1.5F;
    const Point min_corner = cube.corners[comparator.min_wire];
    const Point max_corner = cube.corners[comparator.max_wire];
    const Point a = leave(cube.footprint(comparator.min_wire, 7), min_corner, max_corner);
    const Point b = leave(cube.footprint(comparator.max_wire, 5), max_corner, min_corner);
    picture.lines.push_back({a.x, a.y, b.x, b.y, role, width});
    add_arrow(picture, b, a, 9, role, width);
    picture.dots.push_back({a.x, a.y, 3.4F, role, thick, 1.2F});
  }
}

// The corners whose keys change places with a link of a tree.
void add_swaps(Picture& picture, const Scene& scene, const Cube& cube, std::uint32_t layer) {
  std::set<std::pair<Wire, Wire>> joined;
  for (const MovedWires& run : swapped_wires(scene, layer)) {
    for (Wire wire = run.first; wire < run.first + run.length; ++wire) {
      const auto other = static_cast<Wire>(std::int64_t{wire} + run.by);
      if (!joined.insert(std::minmax(wire, other)).second) continue;
      const Point a = leave(cube.footprint(wire, 4), cube.corners[wire], cube.corners[other]);
      const Point b = leave(cube.footprint(other, 4), cube.corners[other], cube.corners[wire]);
      picture.lines.push_back({a.x, a.y, b.x, b.y, Role::kExchanged, 2, true});
    }
  }
}

// The key of `wire` on its way to its partner: both step aside, so that they pass each other.
std::optional<Point> on_its_way(const Scene& scene, const Cube& cube, std::span<const Wire> after,
                                Wire wire) {
  if (after.empty() || after[wire] == wire) return std::nullopt;
  const Wire to = after[wire];
  const Point a = cube.corners[wire];
  const Point b = cube.corners[to];
  const float t = ease(scene.fraction);
  const float length = std::max(std::hypot(b.x - a.x, b.y - a.y), 1.0F);
  // Long chords meet in the middle of the cube: each bows by its own amount.
  const Wire difference = wire ^ to;
  const bool chord = (difference & (difference - 1)) != 0;
  const float bow = 0.6F + (chord ? 0.9F * static_cast<float>(std::min(wire, to) % 8) : 0.0F);
  const float aside = bow * cube.chip_h * std::sin(3.14159265F * t) / length;
  return Point{std::lerp(a.x, b.x, t) + aside * (b.y - a.y),
               std::lerp(a.y, b.y, t) - aside * (b.x - a.x)};
}

void add_key(Picture& picture, const Scene& scene, const Cube& cube, Wire wire, Point at) {
  const Recording& recording = *scene.recording;
  const std::uint32_t place = scene.places[wire];
  const Box frame{.x = at.x - cube.chip_w / 2,
                  .y = at.y - cube.chip_h / 2,
                  .w = cube.chip_w,
                  .h = cube.chip_h,
                  .role = Role::kGround,
                  .filled = true,
                  .corner = 6};
  const auto add_number = [&](Role role, float rank) {
    picture.labels.push_back({at.x,
                              at.y,
                              short_key_text(recording, place),
                              cube.key_size,
                              Face::kMono,
                              Anchor::kMiddle,
                              role,
                              rank,
                              {},
                              true});
  };
  if (recording.is_padding(place)) {
    if (scene.options->padding == PaddingStyle::kHidden) return;
    Box ghost = frame;
    picture.chips.push_back(ghost);
    ghost.role = Role::kGhost;
    ghost.filled = false;
    ghost.dashed = true;
    picture.chips.push_back(ghost);
    add_number(Role::kMuted, -1);
    return;
  }
  Box chip = frame;
  chip.role = Role::kRank;
  chip.rank = rank_fraction(scene, place);
  picture.chips.push_back(chip);
  const bool selected = is_selected(scene, wire);
  if (selected || is_hovered(scene, wire)) {
    picture.chips.push_back({.x = frame.x - 1,
                             .y = frame.y - 1,
                             .w = frame.w + 2,
                             .h = frame.h + 2,
                             .role = Role::kAccent,
                             .filled = false,
                             .corner = 7,
                             .width = selected ? 2.4F : 1.4F});
  }
  add_number(Role::kText, chip.rank);
}

void add_corners(Picture& picture, const Scene& scene, const Cube& cube) {
  std::vector<std::pair<Wire, Point>> travellers;
  const std::vector<Wire> after = wires_after(scene);
  for (Wire wire = 0; wire < cube.wires; ++wire) {
    const Point corner = cube.corners[wire];
    if (cube.indices) {
      const std::string text = binary(wire, cube.dimension);
      const float text_w = estimated_width(text, cube.index_size, Face::kMono);
      const float y = corner.y + cube.chip_h / 2 + 2 + cube.index_size / 2;
      picture.chips.push_back({.x = corner.x - text_w / 2 - 1,
                               .y = y - cube.index_size / 2,
                               .w = text_w + 2,
                               .h = cube.index_size,
                               .role = Role::kGround,
                               .filled = true});
      const bool lit = is_selected(scene, wire) || is_hovered(scene, wire);
      picture.labels.push_back({corner.x, y, text, cube.index_size, Face::kMono, Anchor::kMiddle,
                                lit ? Role::kAccent : Role::kMuted});
    }
    if (const auto way = on_its_way(scene, cube, after, wire)) {
      picture.chips.push_back({.x = corner.x - cube.chip_w / 2,
                               .y = corner.y - cube.chip_h / 2,
                               .w = cube.chip_w,
                               .h = cube.chip_h,
                               .role = Role::kLine,
                               .filled = false,
                               .corner = 6});
      travellers.emplace_back(wire, *way);
    } else {
      add_key(picture, scene, cube, wire, corner);
    }
  }
  for (const auto& [wire, at] : travellers) add_key(picture, scene, cube, wire, at);
}

// Each dimension's name on one of its edges, where it is clear of corners and other names.
void add_dimension_names(Picture& picture, const Scene& scene, const Cube& cube) {
  if (!cube.indices) return;
  const auto layer = layer_in_view(scene);
  const Network& network = scene.recording->network;
  const bool edges = layer && network.listed() == nullptr && network.form(*layer).mirror == 0;
  const std::uint32_t distance = edges ? network.label(*layer).distance : 0;
  std::vector<LabelArea> taken;
  for (Wire wire = 0; wire < cube.wires; ++wire) taken.push_back(cube.footprint(wire, 2));
  for (std::uint32_t bit = 0; bit < cube.dimension; ++bit) {
    const bool current = distance == std::uint32_t{1} << bit;
    Label label{0,
                0,
                fmt::format("bit {}", bit),
                12,
                current ? Face::kSansBold : Face::kSans,
                Anchor::kMiddle,
                current ? Role::kText : Role::kMuted};
    bool placed = false;
    for (Wire wire = 0; wire < cube.wires && !placed; ++wire) {
      const Wire other = wire | Wire{1} << bit;
      if (other == wire || other >= cube.wires) continue;
      for (const float t : {0.5F, 0.4F, 0.6F, 0.3F, 0.7F}) {
        label.x = std::lerp(cube.corners[wire].x, cube.corners[other].x, t);
        label.y = std::lerp(cube.corners[wire].y, cube.corners[other].y, t);
        LabelArea area = area_of(label);
        area = {area.left - 3, area.top - 2, area.right + 3, area.bottom + 2};
        if (std::any_of(taken.begin(), taken.end(),
                        [&](const LabelArea& other_area) { return overlap(area, other_area); })) {
          continue;
        }
        taken.push_back(area);
        picture.chips.push_back({.x = area.left,
                                 .y = area.top,
                                 .w = area.right - area.left,
                                 .h = area.bottom - area.top,
                                 .role = Role::kGround,
                                 .filled = true});
        picture.labels.push_back(label);
        placed = true;
        break;
      }
    }
  }
}

// "Partners differ in bit 0: i xor 0001", where all pairs of the layer differ alike.
std::string partner_rule(const Scene& scene, std::uint32_t layer) {
  const Network& network = scene.recording->network;
  const std::uint32_t bits = dimension_of(network.wires());
  std::uint32_t mask = 0;
  bool edges = true;
  bool alike = true;
  const std::vector<Comparator> pairs = compared_wires(scene, layer);
  for (const Comparator& comparator : pairs) {
    const std::uint32_t difference = comparator.min_wire ^ comparator.max_wire;
    edges = edges && (difference & (difference - 1)) == 0;
    if (mask == 0) mask = difference;
    alike = alike && difference == mask;
  }
  if (pairs.empty()) return "Splits are searched for; nothing is compared pair by pair.";
  if (network.adaptive() && network.in_trees(layer)) {
    const std::string moved = moved_blocks_text(scene, layer);
    if (!moved.empty()) return moved + ": dashed.";
  }
  if (alike && edges) {
    return fmt::format("Partners differ in bit {}: i xor {}. All pairs are edges.",
                       floor_log2(mask), binary(mask, bits));
  }
  if (alike) {
    return fmt::format("{}he partner is i xor {}: pairs are chords.",
                       network.form(layer).mirror != 0 ? "Mirrored: t" : "T", binary(mask, bits));
  }
  return edges ? "All pairs are edges, of several dimensions."
               : "Partners are not neighbours in the hypercube: pairs are chords.";
}

void natural_size(const Recording& recording, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  const std::uint32_t dimension = dimension_of(recording.network.wires());
  width = dimension <= 2 ? 640 : dimension == 3 ? 880 : 1280;
  height = dimension <= 1 ? 280 : dimension == 2 ? 520 : dimension == 3 ? 600 : 720;
}

Picture layout(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Recording& recording = *scene.recording;
  const auto layer = layer_in_view(scene);
  const auto caption = [&](float y, const std::string& text, Face face, Role role) {
    picture.labels.push_back(
        fitted({kMargin, y, text, 13, face, Anchor::kStart, role}, width - 2 * kMargin));
  };
  if (recording.network.wires() > kHypercubeLayout.max_wires) {
    caption(24,
            fmt::format("The hypercube shows up to {} wires; this run has {}.",
                        kHypercubeLayout.max_wires, recording.network.wires()),
            Face::kSans, Role::kMuted);
    return picture;
  }
  picture.labels.push_back(
      fitted({kMargin, 24, {}, 13, Face::kSansBold, Anchor::kStart, Role::kMuted},
             scene_captions(scene), width - 2 * kMargin));
  if (layer) caption(44, partner_rule(scene, *layer), Face::kSans, Role::kMuted);
  const Cube cube = cube_on_page(recording, width, height);
  add_edges(picture, cube);
  if (layer) add_pairs(picture, scene, cube, *layer);
  if (layer) add_swaps(picture, scene, cube, *layer);
  add_dimension_names(picture, scene, cube);
  add_corners(picture, scene, cube);
  return picture;
}

float distance_to_segment(Point p, Point a, Point b) {
  const float dx = b.x - a.x;
  const float dy = b.y - a.y;
  const float square = dx * dx + dy * dy;
  const float t =
      square > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0F, 1.0F) : 0.0F;
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  const Recording& recording = *scene.recording;
  Selection found;
  if (recording.network.wires() > kHypercubeLayout.max_wires) return found;
  const Cube cube = cube_on_page(recording, width, height);
  for (Wire wire = 0; wire < cube.wires; ++wire) {
    const LabelArea area = cube.footprint(wire, 2);
    if (x < area.left || x > area.right || y < area.top || y > area.bottom) continue;
    found.wire = wire;
    if (!recording.is_padding(scene.places[wire])) found.place = scene.places[wire];
    return found;
  }
  const auto layer = layer_in_view(scene);
  if (!layer) return found;
  float nearest = 8;
  const std::vector<Comparator> pairs = compared_wires(scene, *layer);
  for (std::uint32_t index = 0; index < pairs.size(); ++index) {
    const Comparator comparator = pairs[index];
    const float distance = distance_to_segment({x, y}, cube.corners[comparator.min_wire],
                                               cube.corners[comparator.max_wire]);
    if (distance >= nearest) continue;
    nearest = distance;
    found.comparator = ComparatorId{*layer, index};
  }
  return found;
}

}  // namespace

const Layout kHypercubeLayout = {
    "hypercube", "Hypercube",  "Keys at the corners of a cube, pairs as edges; n up to 32.",
    32,          natural_size, layout,
    pick};

}  // namespace sortscope
