// streams_pass.cpp: local sort and finish: a small network in the registers of each kernel
// instance.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/pictures/covered_numbers.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/moved_keys.h"
#include "core/views/adaptive/streams.h"

namespace sortscope {

namespace {

constexpr float kLeastPitch = 24;
constexpr float kWidestPitch = 46;
constexpr float kHeader = 46;
constexpr float kChip = 22;
constexpr float kText = 12;
constexpr float kLayerGap = 2.2F;  // rows of comparators between two layers, for the keys

// Wires run downwards; instances of `size` wires stand side by side.
struct PassGrid {
  std::uint32_t first_layer = 0, layers = 0;
  std::uint32_t size = 8;              // wires of an instance
  std::uint32_t first = 0, count = 0;  // instances shown
  std::uint32_t all = 0;
  float left = 0, top = 0, bottom = 0;
  float pitch = kLeastPitch;
  float gap = 24;                // between instances
  std::vector<float> layer_top;  // layers + 1: above the first comparators of each
  float sub_row = 12;

  [[nodiscard]] float x_of(Wire wire) const {
    const std::uint32_t instance = wire / size - first;
    return left + static_cast<float>(instance) * (pitch * static_cast<float>(size) + gap) +
           pitch * (static_cast<float>(wire % size) + 0.5F);
  }
  [[nodiscard]] bool shows(Wire wire) const {
    return wire / size >= first && wire / size - first < count;
  }
  [[nodiscard]] float y_of(const Network& network, std::uint32_t layer, std::uint32_t index) const {
    return layer_top[layer - first_layer] +
           sub_row * (static_cast<float>(network.sub_column(layer, index)) + kLayerGap / 2 + 0.5F);
  }
};

std::uint32_t wanted_instance(const Scene& scene, std::uint32_t layer, std::uint32_t size) {
  const Network& network = scene.recording->network;
  const auto& chosen = scene.selected.comparator;
  if (chosen && chosen->layer == layer && chosen->index < network.count(layer)) {
    return network.comparator(layer, chosen->index).lower() / size;
  }
  const bool part = scene.cursor.layer == layer && scene.cursor.comparator > 0;
  return network.comparator(layer, part ? scene.cursor.comparator - 1 : 0).lower() / size;
}

PassGrid pass_grid(const Scene& scene, std::uint32_t layer, const StreamArea& area) {
  const Network& network = scene.recording->network;
  const MergeLevel& level = network.levels()[network.level_index(layer)];
  PassGrid grid;
  grid.first_layer = level.first_layer;
  grid.layers = level.layer_count;
  const std::uint32_t log2 = level.first_layer == 0 ? kLocalLog2 : kFinishLog2;
  grid.size = std::min(network.wires(), std::uint32_t{1} << log2);
  grid.all = network.wires() / grid.size;
  const float least = kLeastPitch * static_cast<float>(grid.size) + grid.gap;
  grid.count = static_cast<std::uint32_t>(
      std::clamp((area.width() + grid.gap) / least, 1.0F, static_cast<float>(grid.all)));
  const std::uint32_t wanted = wanted_instance(scene, layer, grid.size);
  grid.first =
      std::min(wanted > grid.count / 2 ? wanted - grid.count / 2 : 0, grid.all - grid.count);
  const auto shown = static_cast<float>(grid.count);
  grid.pitch =
      std::min((area.width() - grid.gap * (shown - 1)) / (shown * static_cast<float>(grid.size)),
               kWidestPitch);
  grid.left = area.left;
  grid.top = area.top + kHeader + kChip / 2;
  float rows = 0;
  for (std::uint32_t i = 0; i < grid.layers; ++i) {
    rows += static_cast<float>(network.sub_columns(grid.first_layer + i)) + kLayerGap;
  }
  const float room = area.bottom - grid.top - 2 * kChip - 24;
  grid.sub_row = std::clamp(room / rows, 6.0F, 18.0F);
  float y = grid.top + kChip / 2 + 4;
  for (std::uint32_t i = 0; i < grid.layers; ++i) {
    grid.layer_top.push_back(y);
    y += grid.sub_row * (static_cast<float>(network.sub_columns(grid.first_layer + i)) + kLayerGap);
  }
  grid.layer_top.push_back(y);
  grid.bottom = y + kChip / 2 + 4;
  return grid;
}

class PassPainter {
 public:
  PassPainter(Picture& picture, const Scene& scene, std::uint32_t layer, const StreamArea& area)
      : picture_(picture),
        scene_(scene),
        network_(scene.recording->network),
        layer_(layer),
        area_(area),
        grid_(pass_grid(scene, layer, area)) {}

  void draw(const std::optional<StreamMerge>& streams) {
    for (std::uint32_t i = 0; i < grid_.count; ++i) instance(grid_.first + i, streams);
    for (std::uint32_t i = 0; i < grid_.layers; ++i) comparators(grid_.first_layer + i);
    keys();
    const float foot = grid_.bottom + kChip + 8;
    if (grid_.count < grid_.all && foot + kText / 2 <= picture_.height) {
      const std::string which = grid_.count == 1
                                    ? fmt::format("Instance {} of {}", grid_.first, grid_.all)
                                    : fmt::format("Instances {}–{} of {}", grid_.first,
                                                  grid_.first + grid_.count - 1, grid_.all);
      picture_.labels.push_back(
          fitted({area_.left, foot, {}, kText, Face::kSans, Anchor::kStart, Role::kMuted},
                 {which + "; the window follows the cursor.", which}, area_.width()));
    }
  }

 private:
  void instance(std::uint32_t number, const std::optional<StreamMerge>& streams) {
    const Wire wire = number * grid_.size;
    const float left = grid_.x_of(wire) - grid_.pitch / 2;
    const float width = grid_.pitch * static_cast<float>(grid_.size);
    const float y = area_.top + 12;
    picture_.boxes.push_back({.x = left - 4,
                              .y = grid_.layer_top.front() - 1,
                              .w = width + 8,
                              .h = grid_.layer_top.back() - grid_.layer_top.front() + 2,
                              .role = Role::kPanel,
                              .filled = true,
                              .corner = 6});
    const bool local = grid_.first_layer == 0;
    const std::uint32_t merge = network_.label(grid_.first_layer).level;
    const bool down = (wire >> (local ? kLocalLog2 : merge) & 1) != 0;
    picture_.labels.push_back({left, y,
                               fmt::format("instance {}{}", number, down ? " · descending" : ""),
                               13, Face::kSansBold, Anchor::kStart, Role::kText});
    std::string what = fmt::format("keys {}–{}", wire, wire + grid_.size - 1);
    if (streams && streams->layer() == streams->end_layer()) {
      const std::uint32_t n_log2 = floor_log2(network_.wires());
      const auto reads = streams->finish_reads(number);
      const std::uint32_t out = streams->finish_writes(number);
      what = fmt::format("reads root {}, extra {}; writes {}–{}", stream_address(n_log2, reads[7]),
                         stream_address(n_log2, reads[15]), stream_address(n_log2, out),
                         stream_address(n_log2, out + 15));
    }
    picture_.labels.push_back(
        fitted({left, y + 18, what, kText, Face::kSans, Anchor::kStart, Role::kMuted}, width + 8));
    for (Wire w = wire; w < wire + grid_.size; ++w) {
      const float x = grid_.x_of(w);
      picture_.lines.push_back({x, grid_.top, x, grid_.bottom, Role::kWire, 1});
    }
  }

  void comparators(std::uint32_t layer) {
    if (layer == layer_) {
      const float top = grid_.layer_top[layer - grid_.first_layer];
      const float right = grid_.x_of((grid_.first + grid_.count) * grid_.size - 1);
      picture_.boxes.push_back({.x = area_.left - 4,
                                .y = top + 1,
                                .w = right + grid_.pitch / 2 - area_.left + 8,
                                .h = grid_.layer_top[layer - grid_.first_layer + 1] - top - 2,
                                .role = Role::kAccentBand,
                                .filled = true,
                                .corner = 4});
    }
    for (std::uint32_t index = 0; index < network_.count(layer); ++index) {
      const Comparator c = scene_.recording->comparator(layer, index);
      if (!grid_.shows(c.lower())) continue;
      const ComparatorId id{layer, index};
      const bool pointed = scene_.hover.comparator == id || scene_.selected.comparator == id;
      const Role role = pointed ? Role::kAccent : outcome_role(scene_, layer, index);
      const bool thick = outcome_role(scene_, layer, index) == Role::kExchanged;
      const float width = thick ? 2.4F : 1.3F;
      const float y = grid_.y_of(network_, layer, index);
      const float from = grid_.x_of(c.min_wire);
      const float to = grid_.x_of(c.max_wire);
      picture_.lines.push_back({from, y, to, y, role, width});
      add_arrow_head(picture_, to, y, from, y, 6, role, width);
      picture_.dots.push_back({from, y, 3, role, thick, 1.2F});
    }
  }

  // The keys stand where the cursor is; above them what came in.
  void keys() {
    scene_.elsewhere->seek({grid_.first_layer, 0});
    const std::vector<std::uint32_t> start(scene_.elsewhere->places().begin(),
                                           scene_.elsewhere->places().end());
    const std::uint32_t end = grid_.first_layer + grid_.layers;
    const std::uint32_t layer = std::clamp(scene_.cursor.layer, grid_.first_layer, end);
    const bool begun =
        layer > grid_.first_layer || scene_.cursor.comparator > 0 || scene_.fraction > 0;
    const RunningStep step = running_step(scene_);
    const float t = ease(scene_.fraction);
    const float y = layer == end ? grid_.bottom : boundary(layer);
    const float moved = layer == end ? y : std::lerp(y, boundary_after(layer), t);
    for (std::uint32_t i = 0; i < grid_.count * grid_.size; ++i) {
      const Wire wire = grid_.first * grid_.size + i;
      if (begun) key(grid_.x_of(wire), grid_.top, start[wire], true);
      float x = grid_.x_of(wire);
      float at = y;
      float above = 0;
      if (step.first != step.last && step.layer == layer) {
        const WireUse use = network_.use(layer, wire);
        const bool goes = use.compared && step.contains(layer, use.index);
        if (goes && scene_.recording->exchanged(layer, use.index)) {
          const Comparator c = use.comparator;
          const Wire to = c.min_wire == wire ? c.max_wire : c.min_wire;
          const Passing way = passing(scene_.fraction);
          const bool neighbours = std::max(to, wire) - std::min(to, wire) == 1;
          const float aside = (neighbours ? 0.5F : 1.0F) * kChip * way.aside;
          x = std::lerp(x, grid_.x_of(to), way.along);
          above = to > wire ? -aside : aside;
        }
        if (scene_.whole_layer) at = moved;
        at += above;
      }
      key(x, at, scene_.places[wire], false);
    }
  }
  // The keys before a layer stand between it and the one above.
  [[nodiscard]] float boundary(std::uint32_t layer) const {
    return layer == grid_.first_layer ? grid_.top : grid_.layer_top[layer - grid_.first_layer];
  }
  [[nodiscard]] float boundary_after(std::uint32_t layer) const {
    return layer + 1 == grid_.first_layer + grid_.layers ? grid_.bottom : boundary(layer + 1);
  }

  void key(float x, float y, std::uint32_t place, bool ghost) {
    if (y + kChip / 2 > picture_.height) return;
    add_chip(picture_, scene_,
             {.x = x,
              .y = y,
              .w = std::min(grid_.pitch - 3, 42.0F),
              .h = kChip - 2,
              .place = place,
              .ghost = ghost,
              .size = kText});
  }

  Picture& picture_;
  const Scene& scene_;
  const Network& network_;
  const std::uint32_t layer_;
  const StreamArea& area_;
  const PassGrid grid_;
};

}  // namespace

void draw_pass(Picture& picture, const Scene& scene, std::uint32_t layer,
               const std::optional<StreamMerge>& streams, const StreamArea& area) {
  PassPainter(picture, scene, layer, area).draw(streams);
  if (scene.fraction > 0) leave_out_covered_numbers(picture);
}

std::optional<Selection> pick_pass(const Scene& scene, std::uint32_t layer, const StreamArea& area,
                                   float x, float y) {
  const Network& network = scene.recording->network;
  const PassGrid grid = pass_grid(scene, layer, area);
  Selection found;
  float nearest = 7;
  for (std::uint32_t i = 0; i < grid.layers; ++i) {
    const std::uint32_t of = grid.first_layer + i;
    for (std::uint32_t index = 0; index < network.count(of); ++index) {
      const Comparator c = network.comparator(of, index);
      if (!grid.shows(c.lower())) continue;
      if (x < grid.x_of(c.lower()) - 4 || x > grid.x_of(c.upper()) + 4) continue;
      const float distance = std::abs(y - grid.y_of(network, of, index));
      if (distance >= nearest) continue;
      nearest = distance;
      found.comparator = ComparatorId{of, index};
    }
  }
  if (found.comparator) return found;
  for (std::uint32_t i = 0; i < grid.count * grid.size; ++i) {
    const Wire wire = grid.first * grid.size + i;
    if (std::abs(x - grid.x_of(wire)) > grid.pitch / 2) continue;
    if (y < grid.top - kChip || y > grid.bottom + kChip) return std::nullopt;
    found.wire = wire;
    const std::uint32_t place = scene.places[wire];
    if (!scene.recording->is_padding(place)) found.place = place;
    return found;
  }
  return std::nullopt;
}

}  // namespace sortscope
