// diagram_ranges.cpp: ranges of wires that change places together in a network diagram: those of
// splits, and the subtrees of pointer swaps.
#include <algorithm>
#include <string>

#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/scene.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {

namespace {

constexpr float kLeastHeight = 3;  // pixels of the sequences of a layer
constexpr float kHalfWidth = 4;
constexpr float kBeforeComparator = 0.72F;  // units: on the right stand the keys that it leaves
constexpr float kBetweenColumns = 0.5F;

// The wires of `moved` whose keys go with a link: all but the key that was compared.
WireExchange without_key(WireExchange moved, Wire compared) {
  if (moved.first == compared) ++moved.first;
  --moved.length;
  return moved;
}

void add_bar(const DiagramMap& map, Wire first, std::uint32_t length, float x, float half,
             Picture& picture) {
  const float top = map.y(static_cast<float>(first) - 0.4F);
  const float bottom = map.y(static_cast<float>(first + length) - 0.6F);
  if (bottom < 0 || top > picture.height) return;
  picture.boxes.push_back({x - half, top, 2 * half, std::max(bottom - top, 1.0F), Role::kExchanged,
                           true, std::min(2.0F, half)});
}

// From a range to that below it.
void add_join(const DiagramMap& map, const WireExchange& moved, float x, Picture& picture) {
  picture.lines.push_back({x, map.y(static_cast<float>(moved.first + moved.length) - 0.6F), x,
                           map.y(static_cast<float>(moved.first + moved.distance) - 0.4F),
                           Role::kExchanged, 1.2F});
}

void add_range(const DiagramMap& map, const WireExchange& moved, float x, float half,
               Picture& picture) {
  add_bar(map, moved.first, moved.length, x, half, picture);
  add_bar(map, moved.first + moved.distance, moved.length, x, half, picture);
  add_join(map, moved, x, picture);
}

}  // namespace

float moved_range_x(const Network& network, const NetworkGeometry& geometry, std::uint32_t layer,
                    std::uint32_t index) {
  if (!network.in_trees(layer)) return (geometry.cell_x(layer) + geometry.cell_x(layer + 1)) / 2;
  return geometry.column_x(network, layer, index) -
         (network.sub_columns(layer) > 1 ? kBetweenColumns : kBeforeComparator);
}

void add_moved_ranges(const Scene& scene, const NetworkGeometry& geometry,
                      const DiagramFrame& frame, Picture& picture) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  const DiagramMap& map = frame.map;
  if (!network.adaptive()) return;
  const std::uint32_t last = std::min(scene.cursor.layer + 1, network.depth());
  for (std::uint32_t layer = 0; layer < last; ++layer) {
    if (network.fixed(layer)) continue;
    if (map.x(geometry.cell_x(layer + 1)) < 0) continue;
    if (map.x(geometry.cell_x(layer)) > picture.width) break;
    const bool splits = network.has_splits(layer);
    const float half = splits ? kHalfWidth : std::clamp(0.28F * map.unit_x, 1.5F, kHalfWidth);
    if (!splits && stages_overlap(network, layer)) {
      // Later stages have moved the subtrees in which earlier ones work: the keys themselves say
      // what goes together.
      const bool in_view = layer_in_view(scene) == layer;
      if (!in_view && !drawn_as_marks(network, layer)) continue;
      Scene then = scene;
      if (layer < scene.cursor.layer) {
        then.cursor = {layer + 1, 0};
        then.fraction = 0;
      }
      const float x = map.x(moved_range_x(network, geometry, layer, 0));
      // What goes there may have met another key on its way: not all go back.
      for (const MovedWires& run : swapped_wires(then, layer)) {
        add_bar(map, run.first, run.length, x, half, picture);
        if (run.by <= 0) continue;
        add_join(map, {run.first, run.length, static_cast<std::uint32_t>(run.by)}, x, picture);
      }
      continue;
    }
    const std::uint32_t size =
        splits ? 2 * network.form(layer).distance
               : 1U << (network.step(layer).merge - network.step(layer).first_stage);
    if (static_cast<float>(size) * map.unit_y < kLeastHeight) continue;
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      if (!has_run(scene, geometry, layer, index)) continue;
      WireExchange moved = recording.exchange(layer, index);
      if (moved.length == 0) continue;
      if (!splits) moved = without_key(moved, network.comparator(layer, index).lower());
      if (moved.length == 0) continue;
      const float x = map.x(moved_range_x(network, geometry, layer, index));
      add_range(map, moved, x, half, picture);
    }
  }
}

void add_tree_note(const Scene& scene, const DiagramFrame& frame, Picture& picture) {
  const Network& network = scene.recording->network;
  bool in_trees = false;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    in_trees = in_trees || network.in_trees(layer);
  }
  if (!in_trees) return;
  const float room = picture.width - frame.left - 8;
  const std::string bars = "Joined bars: a pointer swap, two subtrees change places.";
  const std::string rest = " What is compared next depends on outcomes: it is not drawn.";
  const std::string text = first_fitting(
      {bars + rest, "Joined bars: a pointer swap. Comparisons to come depend on outcomes.",
       "Joined bars: a pointer swap."},
      12, Face::kSans, room);
  if (text.empty()) return;
  picture.labels.push_back(
      {frame.left, picture.height - 14, text, 12, Face::kSans, Anchor::kStart, Role::kMuted});
}

}  // namespace sortscope
