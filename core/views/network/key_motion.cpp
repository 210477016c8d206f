// key_motion.cpp: where keys stand in the diagram, and how they get past each other.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/recordings/recording.h"
#include "core/scenes/moved_keys.h"
#include "core/views/network/diagram.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {

namespace {

float smooth(float t) {
  t = std::clamp(t, 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

// x of the state after `boundary` layers.
float boundary_x(const NetworkGeometry& geometry, std::uint32_t boundary, std::uint32_t depth,
                 float ends) {
  if (boundary == 0) return -ends;
  if (boundary == depth) return geometry.width() + ends;
  return geometry.cell_x(boundary);
}

// On its way from wire to wire. `s`: 0 to 1; `bow`: units aside.
KeyPosition crossing(float s, float x, float from, float to, float bow) {
  if (to == from) return {x, from};
  const Passing way = passing(s);
  return {x + (to > from ? bow : -bow) * way.aside, from + (to - from) * way.along};
}

// Units aside that keep a key clear of those between the two wires, and of the one it changes
// places with.
float bow_of(const DiagramFrame& frame) {
  constexpr float kClear = 3;  // pixels between two keys
  return (frame.key_width + kClear) / frame.map.unit_x;
}

// The last comparison of an adaptive layer that can move the key on `wire`: its deepest stage's.
std::uint32_t last_in_layer(const Network& network, std::uint32_t layer, Wire wire) {
  const TreeStep& step = network.step(layer);
  if (network.has_splits(layer)) return wire >> (step.merge - step.first_stage);
  const std::uint32_t in_block = wire & ((std::uint32_t{1} << step.merge) - 1);
  return index_of(step, wire >> step.merge, step.last_stage,
                  in_block >> (step.merge - step.last_stage));
}

}  // namespace

KeyPosition key_position(const Scene& scene, const NetworkGeometry& geometry,
                         std::span<const Wire> after, Wire wire, const DiagramFrame& frame) {
  const Network& network = scene.recording->network;
  const std::uint32_t layer = scene.cursor.layer;
  const std::uint32_t depth = network.depth();
  const float x0 = boundary_x(geometry, layer, depth, frame.ends);
  const auto y = static_cast<float>(wire);
  if (layer >= depth) return {x0, y};
  const float x1 = boundary_x(geometry, layer + 1, depth, frame.ends);
  if (network.adaptive() && !network.fixed(layer)) {
    const std::uint32_t index = last_in_layer(network, layer, wire);
    if (index < scene.cursor.comparator) return {x1, y};
    if (scene.fraction <= 0) return {x0, y};
    const float to = after.empty() ? y : static_cast<float>(after[wire]);
    const float t = smooth(scene.fraction);
    const float bow =
        to == y ? 0 : std::max(passing_track(scene, after, wire), 1.0F) * bow_of(frame);
    // One comparison: keys that a later one of this step may move do not leave yet.
    if (!scene.whole_layer && index != scene.cursor.comparator) {
      return crossing(t, x0, y, to, bow);
    }
    return crossing(std::clamp(2 * t - 0.5F, 0.0F, 1.0F), x0 + (x1 - x0) * t, y, to, bow);
  }
  const WireUse use = network.use(layer, wire);
  if (use.compared && use.index < scene.cursor.comparator) return {x1, y};
  if (scene.fraction <= 0) return {x0, y};
  if (!scene.whole_layer && (!use.compared || use.index != scene.cursor.comparator)) return {x0, y};
  const float x = x0 + (x1 - x0) * smooth(scene.fraction);
  if (!use.compared || !scene.recording->exchanged(layer, use.index)) return {x, y};
  // The keys cross where their comparator stands, and before those of the next column begin to.
  const auto other = static_cast<float>(use.comparator.min_wire == wire ? use.comparator.max_wire
                                                                        : use.comparator.min_wire);
  const float column = geometry.column_x(network, layer, use.index);
  const bool columns = network.sub_columns(layer) > 1;
  const float reach =
      std::min(crossing_reach(x1 - x0), columns ? 0.5F * geometry.column_pitch(layer) : x1 - x0);
  const float s = std::clamp((x - (column - reach)) / (2 * reach), 0.0F, 1.0F);
  // Neighbours have nobody between them.
  return crossing(s, x, y, other, (std::abs(other - y) < 1.5F ? 0.5F : 1.0F) * bow_of(frame));
}

}  // namespace sortscope
