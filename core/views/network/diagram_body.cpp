// diagram_body.cpp: wires and comparators as marks, for files.
#include "core/views/network/diagram_body.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/recordings/recording.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/scene.h"
#include "core/views/network/diagram_dense.h"
#include "core/views/network/diagram_family.h"
#include "core/views/network/diagram_map.h"

namespace sortscope {

std::optional<std::uint32_t> comparator_in_column(const Network& network, std::uint32_t layer,
                                                  std::uint32_t column, float y) {
  const LayerForm& form = network.form(layer);
  const std::uint32_t wires = network.wires();
  if (form.count == 0) return std::nullopt;
  // The comparator that starts nearest above y in this column, and the one after it (for its
  // reach).
  const auto try_wire = [&](std::int64_t lower) -> std::optional<std::uint32_t> {
    if (lower < 0 || lower >= std::int64_t{wires}) return std::nullopt;
    const WireUse use = network.use(layer, static_cast<Wire>(lower));
    if (!use.compared || use.comparator.lower() != static_cast<Wire>(lower)) return std::nullopt;
    if (network.sub_column(layer, use.index) != column) return std::nullopt;
    const auto top = static_cast<float>(use.comparator.lower());
    const auto bottom = static_cast<float>(use.comparator.upper());
    if (y < top - 0.5F || y > bottom + 0.5F) return std::nullopt;
    return use.index;
  };
  if (network.has_splits(layer)) return std::nullopt;
  if (network.listed() != nullptr) {
    for (std::uint32_t index = 0; index < form.count; ++index) {
      const Comparator comparator = network.comparator(layer, index);
      if (network.sub_column(layer, index) == column &&
          y >= static_cast<float>(comparator.lower()) - 0.5F &&
          y <= static_cast<float>(comparator.upper()) + 0.5F) {
        return index;
      }
    }
    return std::nullopt;
  }
  if (network.wires_move()) {
    const std::uint32_t columns = network.sub_columns(layer);
    for (std::uint32_t index = column; index < form.count; index += columns) {
      const Comparator comparator = network.comparator(layer, index);
      if (y >= static_cast<float>(comparator.lower()) - 0.5F &&
          y <= static_cast<float>(comparator.upper()) + 0.5F) {
        return index;
      }
    }
    return std::nullopt;
  }
  if (network.in_trees(layer)) {
    // A stage has one comparison in each of its instances.
    const auto wire = static_cast<std::int64_t>(std::floor(y + 0.5F));
    if (wire < 0 || wire >= std::int64_t{wires}) return std::nullopt;
    const TreeStep& step = network.step(layer);
    const auto at = static_cast<Wire>(wire);
    const std::uint32_t stage = step.first_stage + column;
    const std::uint32_t in_block = at & ((std::uint32_t{1} << step.merge) - 1);
    const std::uint32_t index =
        index_of(step, at >> step.merge, stage, in_block >> (step.merge - stage));
    const Comparator comparator = network.comparator(layer, index);
    if (y < static_cast<float>(comparator.lower()) - 0.5F ||
        y > static_cast<float>(comparator.upper()) + 0.5F) {
      return std::nullopt;
    }
    return index;
  }
  std::int64_t first = 0;
  std::int64_t period = 0;
  if (form.mirror != 0) {
    period = std::int64_t{1} << form.block_log2;
    const auto block = static_cast<std::int64_t>(std::max(y, 0.0F)) / period;
    const std::int64_t rest = std::int64_t{wires} - block * period;
    const std::int64_t missing = rest < period ? period - rest : 0;
    first = std::int64_t{column} + missing + block * period;
    return try_wire(first);
  }
  const std::int64_t chunk = std::int64_t{1} << form.chunk_log2;
  const std::int64_t group = (form.distance / chunk + 1) / 2;
  first = std::int64_t{form.start} + 2 * chunk * (std::int64_t{column} / chunk) +
          std::int64_t{column} % chunk;
  period = 2 * chunk * group;
  const auto m = static_cast<std::int64_t>(
      std::floor((y + 0.5F - static_cast<float>(first)) / static_cast<float>(period)));
  return try_wire(first + m * period);
}

float crossing_reach(float cell) { return 0.45F * std::min(NetworkGeometry::kLayerGap, cell); }

float front_x(const Scene& scene, const NetworkGeometry& geometry) {
  if (scene.cursor.layer >= scene.recording->network.depth()) return geometry.width() + 1;
  const float x0 = geometry.cell_x(scene.cursor.layer);
  if (scene.fraction <= 0 || !scene.whole_layer) return x0;
  const float x1 = geometry.cell_x(scene.cursor.layer + 1);
  return x0 + (x1 - x0) * ease(scene.fraction) + crossing_reach(x1 - x0);
}

bool has_run(const Scene& scene, const NetworkGeometry& geometry, std::uint32_t layer,
             std::uint32_t index) {
  if (layer != scene.cursor.layer) return layer < scene.cursor.layer;
  if (index < scene.cursor.comparator) return true;
  if (scene.fraction <= 0) return false;
  if (!scene.whole_layer) return index == scene.cursor.comparator && scene.fraction > 0.4F;
  return geometry.column_x(scene.recording->network, layer, index) <= front_x(scene, geometry);
}

bool is_drawn(const Scene& scene, const NetworkGeometry& geometry, std::uint32_t layer,
              std::uint32_t index) {
  return scene.recording->network.fixed(layer) || has_run(scene, geometry, layer, index);
}

namespace {

// Comparators between two looks at a cancel.
constexpr std::uint32_t kAskedEvery = std::uint32_t{1} << 16;

// Where a wire's key leaves it in `layer`: at its comparator, else in the middle.
float change_x(const Scene& scene, const NetworkGeometry& geometry, std::uint32_t layer,
               Wire wire) {
  const Network& network = scene.recording->network;
  if (network.fixed(layer) && !network.has_splits(layer)) {
    const WireUse use = network.use(layer, wire);
    if (use.compared) return geometry.column_x(network, layer, use.index);
  }
  return (geometry.cell_x(layer) + geometry.cell_x(layer + 1)) / 2;
}

void add_wires(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
               std::uint32_t wires, float stroke, Picture& picture) {
  if (wires > kMostSingleWires) {
    add_wire_surface(geometry, frame, wires, picture);
    return;
  }
  const DiagramMap& map = frame.map;
  const float x0 = map.x(-frame.ends);
  const float x1 = map.x(geometry.width() + frame.ends);
  const bool hidden = scene.options->padding == PaddingStyle::kHidden;
  for (Wire wire = 0; wire < wires; ++wire) {
    const float y = map.y(static_cast<float>(wire));
    if (scene.padding == nullptr || scene.padding->empty()) {
      picture.lines.push_back({x0, y, x1, y, Role::kWire, stroke});
      continue;
    }
    // Runs of boundaries with the same state.
    const std::uint32_t depth = scene.recording->network.depth();
    float from = x0;
    bool ghost = scene.padding->at(0, wire);
    for (std::uint32_t boundary = 1; boundary <= depth + 1; ++boundary) {
      const bool next = boundary <= depth ? scene.padding->at(boundary, wire) : !ghost;
      if (next == ghost) continue;
      const float to =
          boundary <= depth ? map.x(change_x(scene, geometry, boundary - 1, wire)) : x1;
      if (!(ghost && hidden)) {
        picture.lines.push_back(
            {from, y, to, y, ghost ? Role::kGhost : Role::kWire, stroke, ghost});
      }
      from = to;
      ghost = next;
    }
  }
}

std::uint64_t comparators_in_sight(const Network& network, const NetworkGeometry& geometry,
                                   const DiagramMap& map, float width) {
  std::uint64_t all = 0;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const bool in_sight =
        map.x(geometry.cell_x(layer + 1)) >= 0 && map.x(geometry.cell_x(layer)) <= width;
    if (in_sight && !network.has_splits(layer)) all += network.count(layer);
  }
  return all;
}

}  // namespace

bool drawn_as_marks(const Network& network, std::uint32_t layer) {
  constexpr std::uint32_t kMostWires = 256;
  return network.wires() <= kMostWires && stages_overlap(network, layer);
}

Comparator drawn_comparator(const Scene& scene, std::uint32_t layer, std::uint32_t index) {
  if (drawn_as_marks(scene.recording->network, layer)) return met_wires(scene, layer)[index];
  return scene.recording->comparator(layer, index);
}

void add_comparators(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                     Picture& picture, bool only_marks, bool file) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  if (diagram_family(recording).add_body != nullptr) return;
  const DiagramMap& map = frame.map;
  std::optional<DenseComparators> dense;
  if (comparators_in_sight(network, geometry, map, picture.width) > kMostSingleComparators) {
    dense.emplace(picture.width, picture.height);
  }
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (network.has_splits(layer)) continue;
    if (!network.fixed(layer) && layer > scene.cursor.layer) continue;
    if (map.x(geometry.cell_x(layer + 1)) < 0) continue;
    if (map.x(geometry.cell_x(layer)) > picture.width) break;
    const bool marks = drawn_as_marks(network, layer);
    if (only_marks && !marks) continue;
    if (!only_marks && drawn_as_tiles(scene, geometry, map, layer)) continue;
    const std::vector<Comparator> met = marks ? met_wires(scene, layer) : std::vector<Comparator>();
    const DiagramStrokes strokes = strokes_for(map, std::min(geometry.column_pitch(layer), 1.0F));
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      if (index % kAskedEvery == 0 && scene.cancelled()) return;
      const Comparator c = marks ? met[index] : recording.comparator(layer, index);
      if (c.upper() >= frame.wires) continue;
      const bool run = has_run(scene, geometry, layer, index);
      if (!run && !network.fixed(layer)) continue;
      const bool exchanged = run && recording.exchanged(layer, index);
      const bool ghost =
          scene.padding != nullptr && !scene.padding->empty() &&
          (scene.padding->at(layer, c.lower()) || scene.padding->at(layer, c.upper()));
      if (is_hidden(scene, layer, c)) continue;
      const Role role = !run        ? Role::kFuture
                        : exchanged ? Role::kExchanged
                        : ghost     ? Role::kGhost
                                    : Role::kKept;
      const float x = map.x(geometry.column_x(network, layer, index));
      const float y_min = map.y(static_cast<float>(c.min_wire));
      const float y_max = map.y(static_cast<float>(c.max_wire));
      if (dense) {
        dense->add(x, y_min, y_max, role);
        continue;
      }
      const float width = exchanged ? strokes.exchanged_width : strokes.kept_width;
      picture.lines.push_back({x, y_min, x, y_max, role, width, ghost});
      if (!strokes.dots) continue;
      for (const float y : {y_min, y_max}) {
        picture.dots.push_back({x, y, strokes.dot_radius, role, exchanged, strokes.kept_width});
      }
      if (!scene.options->network.arrows) continue;
      const bool down = y_max > y_min;
      const float tip = y_max + (down ? -1.0F : 1.0F) * (strokes.dot_radius + 1);
      picture.arrows.push_back({x, tip, down, strokes.arrow_size, role, width});
    }
  }
  if (dense) dense->draw(picture, scene.progress);
  if (!only_marks) add_exchange_tiles(scene, geometry, frame, file, picture);
}

void add_diagram_body(const Scene& scene, const NetworkGeometry& geometry,
                      const DiagramFrame& frame, std::uint32_t wires, Picture& picture) {
  add_wires(scene, geometry, frame, wires, strokes_for(frame.map, 1).wire_width, picture);
  add_comparators(scene, geometry, frame, picture, false, true);
}

}  // namespace sortscope
