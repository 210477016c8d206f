// layer_rows.cpp: from a camera to rows.
#include "app/painters/layer_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "app/painters/draw_buffers.h"
#include "core/recordings/counts/exchange_map.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/views/network/diagram_body.h"
#include "core/views/network/diagram_map.h"

namespace sortscope {

namespace {

// A tile of the map may be so many pixels high where it takes the place of lines.
constexpr float kMostTilePixels = 4;
// A pixel over more words of bits is not counted, but looked up.
constexpr float kCountedWords = 24;
// A frame that asks for more outcomes is drawn by tiles.
constexpr std::uint64_t kMostFrameWords = std::uint64_t{1} << 21;
// Comparators that are recorded again within a frame.
constexpr std::uint64_t kQuickComparators = std::uint64_t{1} << 24;
// Pixels that floats may be off.
constexpr double kSlackPixels = 2;

// How a layer that is too dense for single comparators is drawn: by tiles where its own kind of row
// would guess, and where the contrast that was chosen needs them.
bool drawn_by_tiles(const NetworkFrame& frame, const FrameTiles& tiles, bool is_short) {
  if (tiles.rows == 0 || tiles.pixels > kMostTilePixels) return false;
  if (frame.scene.options->network.contrast != FarContrast::kAbsolute) return true;
  return is_short && 1 / (64 * frame.map.unit_y) >= kCountedWords;
}

// Whether a frame would have to record much of the run again.
bool asks_for_runs(const NetworkFrame& frame, const LayerRows& rows) {
  const Recording& recording = *frame.scene.recording;
  if (!recording.ranges || recording.network.size() < kQuickComparators) return false;
  std::uint32_t first = recording.network.depth();
  std::uint32_t last = 0;
  for (const unsigned kind : {kDetailed, kSampled, kShare}) {
    for (const LayerRow& row : rows[kind]) {
      if (!reads_outcomes(kind, row)) continue;
      first = std::min(first, row.place[0]);
      last = std::max(last, row.place[0]);
    }
  }
  return first < last && !recording.ranges->keeps_at_once(first, last);
}

/// Layers that are drawn by tiles where there are any: those that their own kind of row would
/// guess, all whose comparators cannot be told apart, those whose columns cannot as well.
enum class ByTiles : std::uint8_t { kGuessed, kDense, kNarrow };

LayerRows visible_layers(const NetworkFrame& frame, const FrameTiles& tiles, ByTiles by_tiles) {
  const Network& network = frame.scene.recording->network;
  const NetworkGeometry& geometry = *frame.geometry;
  LayerRows rows;
  // A margin has no comparators, only wires and keys; it reaches beyond the wires' ends.
  const auto add_margin = [&](std::uint32_t boundary, float left, float right) {
    LayerRow row{};
    row.place[0] = boundary;
    row.x = {left, right, 0, 1};
    if (right > 0 && left < frame.pane_width && right > left) rows[kMargin].push_back(row);
  };
  const float beyond = 8 * frame.scale;
  const float left_end = frame.map.x(-frame.ends) - beyond;
  const float right_end = frame.map.x(geometry.width() + frame.ends) + beyond;
  if (network.depth() == 0) {
    add_margin(0, left_end, right_end);
    return rows;
  }
  add_margin(0, left_end, frame.map.x(0));
  add_margin(network.depth(), frame.map.x(geometry.width()), right_end);
  const auto px = [&](double units) { return frame.map.origin_x + units * frame.map.unit_x; };
  const std::uint32_t first = geometry.layer_at(frame.map.inverse_x(0));
  const std::uint32_t last = geometry.layer_at(frame.map.inverse_x(frame.pane_width));
  if (!network.closed_form()) {
    // Only wires: the layout draws the comparators. Where nothing is padded all are alike.
    const bool padded = frame.scene.padding != nullptr && !frame.scene.padding->empty();
    const std::uint32_t every = padded ? 1 : last - first + 1;
    for (std::uint32_t layer = first; layer <= last; layer += every) {
      add_margin(layer, static_cast<float>(px(geometry.cell_x(layer))),
                 static_cast<float>(px(geometry.cell_x(layer + every))));
    }
    return rows;
  }
  for (std::uint32_t layer = first; layer <= last; ++layer) {
    const LayerForm& form = network.form(layer);
    const std::uint32_t columns = network.sub_columns(layer);
    const double pitch = double{geometry.column_pitch(layer)} * frame.map.unit_x;
    const double first_px = px(geometry.first_column(layer));
    // Sub-columns are counted from the first that can be seen: floats stay exact.
    const double hidden = std::clamp(std::floor(-first_px / pitch), 0.0, columns - 1.0);
    LayerRow row{};
    row.form = {form.count,      form.chunk_log2,  form.start,         form.distance,
                form.block_log2, form.block_count, form.direction_bit, form.mirror};
    row.place = {layer, 0, columns, static_cast<std::uint32_t>(hidden)};
    row.x = {static_cast<float>(px(geometry.cell_x(layer))),
             static_cast<float>(px(geometry.cell_x(layer + 1))),
             static_cast<float>(first_px + hidden * pitch), static_cast<float>(pitch)};
    const TileCount outcomes = shown_outcomes(frame.scene, layer);
    row.more[1] = static_cast<std::uint32_t>(std::uint64_t{outcomes.exchanged} * 65536 /
                                             std::max(outcomes.compared, 1U));
    // Below these spacings single comparators cannot be told apart.
    const bool narrow = pitch < 2 && (columns > 1 || by_tiles == ByTiles::kNarrow);
    const bool detailed = !narrow && frame.map.unit_y >= 1.5F;
    if (network.has_splits(layer) || drawn_as_marks(network, layer)) {
      row.form[0] = 0;  // only wires; the layout draws the rest
      rows[kMargin].push_back(row);
      continue;
    }
    if (frame.scene.options->network.contrast == FarContrast::kLayer && tiles.rows > 0) {
      row.more[2] =
          static_cast<std::uint32_t>(frame.scene.exchanges->spread(tiles.level, layer) * 65536);
    }
    const bool is_short = network.fixed(layer) && form.mirror == 0 &&
                          static_cast<float>(form.distance) * frame.map.unit_y < 4;
    if (!detailed && (by_tiles != ByTiles::kGuessed || drawn_by_tiles(frame, tiles, is_short))) {
      row.more[3] = 1;
      rows[kShare].push_back(row);
      continue;
    }
    if (network.in_trees(layer)) {
      const TreeStep& step = network.step(layer);
      row.form = {
          form.count,       step.merge - step.first_stage,  0, step.tasks_a_block(), step.merge,
          step.first_stage, std::uint32_t{1} << step.merge, 0};
      const bool known = frame.buffers->outcomes().available();
      rows[detailed && known ? kTreeDetailed : kTreeSampled].push_back(row);
      continue;
    }
    // The distance is an odd number 2^t - 1 of chunks: 2^(t - 1) chunks stand side by side.
    row.more[0] = form.mirror != 0 ? 0 : floor_log2(((form.distance >> form.chunk_log2) + 1) / 2);
    if (!detailed && !is_short) row.place[1] = skipped_columns_log2(pitch) << 1;
    rows[detailed ? kDetailed : is_short ? kShare : kSampled].push_back(row);
  }
  return rows;
}

// Of rows that are too dense for single comparators: others ask for little.
std::uint64_t words_asked_for(const NetworkFrame& frame, const LayerRows& rows) {
  std::uint64_t words = 0;
  for (const unsigned kind : {kSampled, kShare, kTreeSampled}) {
    for (const LayerRow& row : rows[kind]) {
      const Part all{0, frame.pane_height, row.x[0], row.x[1]};
      if (reads_outcomes(kind, row)) words += seen(frame, kind, row, all).words();
    }
  }
  return words;
}

// Rows whose outcomes are still to be recorded again become tiles; the first of them is wanted.
void leave_to_come(const NetworkFrame& frame, const FrameTiles& tiles, LayerRows& rows) {
  const Recording& recording = *frame.scene.recording;
  if (frame.waits || !recording.ranges || tiles.rows == 0) return;
  std::optional<std::uint32_t> wanted;
  std::vector<LayerRow> meanwhile;
  for (const unsigned kind : {kDetailed, kSampled, kShare}) {
    std::erase_if(rows[kind], [&](LayerRow& row) {
      if (!reads_outcomes(kind, row)) return false;
      if (recording.ranges->at_hand(recording.network, row.place[0])) return false;
      if (!wanted) wanted = row.place[0];
      meanwhile.push_back(row);
      meanwhile.back().more[3] = 1;
      return true;
    });
  }
  rows[kShare].insert(rows[kShare].end(), meanwhile.begin(), meanwhile.end());
  if (wanted) recording.ranges->want(*wanted);
}

}  // namespace

FrameTiles tiles_of(const NetworkFrame& frame) {
  const ExchangeMap* const map = frame.scene.exchanges;
  FrameTiles tiles;
  if (map == nullptr || !frame.buffers->first_tile(0)) return tiles;
  const auto pixels = [&](unsigned level) {
    return std::ldexp(frame.map.unit_y, static_cast<int>(map->wires_log2(level)));
  };
  while (tiles.level + 1 < map->levels() && pixels(tiles.level) < 1) ++tiles.level;
  tiles.first = *frame.buffers->first_tile(tiles.level);
  tiles.rows = map->rows(tiles.level);
  tiles.wires_log2 = map->wires_log2(tiles.level);
  tiles.pixels = pixels(tiles.level);
  return tiles;
}

bool reads_outcomes(unsigned kind, const LayerRow& row) {
  return kind != kMargin && row.form[0] > 0 && row.more[3] == 0;
}

OutcomeRange seen(const NetworkFrame& frame, unsigned kind, const LayerRow& row, const Part& part) {
  const Network& network = frame.scene.recording->network;
  const std::uint32_t layer = row.place[0];
  const double most = static_cast<double>(network.wires()) - 1;
  const auto wire = [&](double y, double more) {
    const double at = (y - frame.map.origin_y) / frame.map.unit_y;
    return static_cast<Wire>(std::clamp(std::floor(at + more), 0.0, most));
  };
  const double slack = kSlackPixels / frame.map.unit_y;
  const SeenWires wires{wire(part.top, -slack - 1), wire(part.bottom, slack + 2)};
  if (kind == kShare) return words_seen(network, layer, wires);
  if (kind == kTreeDetailed || kind == kTreeSampled) return instances_seen(network, layer, wires);
  const double last = row.place[2] - 1.0;
  const double pitch = row.x[3];
  const auto column = [&](double x) {
    return static_cast<std::uint32_t>(
        std::clamp(row.place[3] + std::floor((x - row.x[2]) / pitch), 0.0, last));
  };
  const std::uint32_t first_column =
      last > 0 ? column(std::max(part.left, 0.0F) - kSlackPixels - 2 * pitch) : 0;
  const std::uint32_t last_column =
      last > 0 ? column(std::min(part.right, frame.pane_width) + kSlackPixels + 2 * pitch) : 0;
  return columns_seen(network, layer, wires, first_column, last_column, row.place[1] >> 1);
}

SeenWires seen_wires(const NetworkFrame& frame) {
  const double most = static_cast<double>(frame.scene.recording->network.wires()) - 1;
  const auto wire = [&](double y, double more) {
    const double at = (y - frame.map.origin_y) / frame.map.unit_y;
    return static_cast<Wire>(std::clamp(std::floor(at + more), 0.0, most));
  };
  const double slack = kSlackPixels / frame.map.unit_y;
  return {wire(0, -slack - 1), wire(frame.pane_height, slack + 2)};
}

DrawnRows drawn_rows(const Network& network, bool padded) {
  DrawnRows rows{.trees = false, .padded = padded, .mirrored = false, .in_blocks = false};
  if (!network.closed_form()) return rows;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (network.in_trees(layer)) {
      rows.trees = true;
      continue;
    }
    const LayerForm& form = network.form(layer);
    rows.mirrored = rows.mirrored || form.mirror != 0;
    rows.in_blocks = rows.in_blocks || form.block_count > 0;
  }
  return rows;
}

NetworkBody NetworkBody::of(const NetworkFrame& frame, std::uint64_t generation) {
  const Scene& scene = frame.scene;
  NetworkBody body;
  body.places = {frame.pane_x,       frame.pane_y,       frame.pane_width, frame.pane_height,
                 frame.clip[0],      frame.clip[1],      frame.clip[2],    frame.clip[3],
                 frame.map.origin_x, frame.map.origin_y, frame.map.unit_x, frame.map.unit_y,
                 frame.scale,        frame.front_x,      frame.ends,       frame.strip_x,
                 frame.strip_width,  scene.fraction};
  body.choices = {
      frame.strip,          frame.rows.trees,  frame.rows.padded, frame.rows.mirrored,
      frame.rows.in_blocks, scene.whole_layer, frame.waits,       scene.options->network.arrows};
  body.width = frame.geometry->width();
  body.contrast = scene.options->network.contrast;
  body.padding = scene.options->padding;
  body.cursor = scene.cursor;
  body.generation = generation;
  body.palette = frame.palette;
  body.buffers = frame.buffers;
  body.recording = scene.recording;
  body.exchanges = scene.exchanges;
  body.padded = scene.padding;
  return body;
}

LayerRows rows_to_draw(const NetworkFrame& frame, const FrameTiles& tiles) {
  LayerRows rows = visible_layers(frame, tiles, ByTiles::kGuessed);
  if (tiles.rows > 0 && asks_for_runs(frame, rows)) {
    rows = visible_layers(frame, tiles, ByTiles::kNarrow);
  } else if (tiles.rows > 0 && words_asked_for(frame, rows) > kMostFrameWords) {
    rows = visible_layers(frame, tiles, ByTiles::kDense);
  }
  leave_to_come(frame, tiles, rows);
  return rows;
}

}  // namespace sortscope
