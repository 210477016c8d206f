// network.cpp: uniforms and visible layers of shaders/network.frag.
#include "app/painters/network.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "app/painters/outcome_range.h"
#include "app/surface/gl_program.h"
#include "app/surface/shaders.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/views/network/diagram_body.h"
#include "core/views/network/diagram_map.h"

namespace sortscope {

namespace {

// As the struct Layer of shaders/network.vert (std430).
struct LayerRow {
  std::array<std::uint32_t, 8> form;
  std::array<std::uint32_t, 4> place;
  std::array<float, 4> x;
  std::array<std::uint32_t, 4> more;
  std::array<std::uint32_t, 4> window;
  std::array<float, 4> part;
};
static_assert(sizeof(LayerRow) == 112);

void set_color(unsigned program, const char* name, Color c) {
  glUniform4f(glGetUniformLocation(program, name), c.r, c.g, c.b, c.a);
}

enum RowKind : std::uint8_t {
  kMargin,
  kDetailed,
  kSampled,
  kShare,
  kTreeDetailed,
  kTreeSampled,
  kStrip
};

// Rows by kind: each kind is drawn with its own program.
using LayerRows = std::array<std::vector<LayerRow>, 7>;

// A tile of the map may be so many pixels high where it takes the place of lines.
constexpr float kMostTilePixels = 4;
// A pixel over more words of bits is not counted, but looked up.
constexpr float kCountedWords = 24;
// A frame that asks for more outcomes is drawn by tiles.
constexpr std::uint64_t kMostFrameWords = std::uint64_t{1} << 21;
// Outcomes that a frame brings in which is not to wait: in no time, and in some milliseconds.
constexpr std::uint64_t kQuickWords = std::uint64_t{1} << 18;
constexpr std::uint64_t kPouredWords = std::uint64_t{1} << 22;
// Comparators that are recorded again within a frame.
constexpr std::uint64_t kQuickComparators = std::uint64_t{1} << 24;
// Pixels that floats may be off.
constexpr double kSlackPixels = 2;

/// The tiles of exchange counts that a frame shows.
struct FrameTiles {
  std::uint32_t first = 0;  // word in their buffer
  std::uint32_t rows = 0;   // 0: there are none
  unsigned level = 0;
  unsigned wires_log2 = 0;
  float pixels = 0;  // of a tile
};

// A pixel each, or as few as there are.
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

// How a layer that is too dense for single comparators is drawn: by tiles where its own kind of row
// would guess, and where the contrast that was chosen needs them.
bool drawn_by_tiles(const NetworkFrame& frame, const FrameTiles& tiles, bool is_short) {
  if (tiles.rows == 0 || tiles.pixels > kMostTilePixels) return false;
  if (frame.scene.options->network.contrast != FarContrast::kAbsolute) return true;
  return is_short && 1 / (64 * frame.map.unit_y) >= kCountedWords;
}

bool reads_outcomes(unsigned kind, const LayerRow& row) {
  return kind != kMargin && row.form[0] > 0 && row.more[3] == 0;
}

/// A rectangle of the pane, in pixels.
struct Part {
  float top = 0, bottom = 0, left = 0, right = 0;
};

// The outcomes that a part of a row asks for.
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

void put(LayerRow& row, unsigned kind, const OutcomeRange& range, const OutcomePlace& place) {
  row.window = {place.bits, range.first, range.groups, range.first_group};
  if (kind == kTreeDetailed || kind == kTreeSampled) {
    row.form[2] = place.lower_wires;
    row.window[3] = range.log2;
  } else if (range.shape == OutcomeRange::Shape::kColumns) {
    row.place[1] |= 1;
  }
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

/// Rows of one kind whose outcomes are in the window, drawn together.
class RowQueue {
 public:
  RowQueue(const NetworkFrame& frame, unsigned kind, unsigned layers)
      : frame_(frame), kind_(kind), layers_(layers) {}

  // Where the window has no room for all of the part, in halves.
  void add(LayerRow row, const Part& part) {
    OutcomeWindow& window = frame_.buffers->outcomes();
    row.part = {part.top, part.bottom, part.left, part.right};
    if (window.available() && reads_outcomes(kind_, row)) {
      const bool in_trees = kind_ == kTreeDetailed || kind_ == kTreeSampled;
      const Network& network = frame_.scene.recording->network;
      if (window.whole()) {
        const OutcomeRange all = in_trees ? all_instances(network, row.place[0]) : OutcomeRange{};
        put(row, kind_, all, window.whole_place(row.place[0]));
      } else {
        const OutcomeRange range = seen(frame_, kind_, row, part);
        auto place = window.place(range);
        if (!place) {
          flush();
          window.start_over();
          place = window.place(range);
        }
        if (!place) {
          add_halves(row, part, range);
          return;
        }
        put(row, kind_, range, *place);
      }
    }
    rows_.push_back(row);
  }

  void add_halves(const LayerRow& row, const Part& part, const OutcomeRange& range) {
    const bool across = range.shape == OutcomeRange::Shape::kColumns && range.groups > range.count;
    Part first = part;
    Part second = part;
    if (across) {
      first.right = second.left = std::floor((part.left + part.right) / 2);
      if (first.right <= part.left || first.right >= part.right) return;
    } else {
      first.bottom = second.top = std::floor((part.top + part.bottom) / 2);
      if (first.bottom <= part.top || first.bottom >= part.bottom) return;
    }
    add(row, first);
    add(row, second);
  }

  void flush() {
    if (rows_.empty()) return;
    glNamedBufferData(layers_, static_cast<GLsizeiptr>(rows_.size() * sizeof(LayerRow)),
                      rows_.data(), GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(rows_.size()));
    rows_.clear();
  }

 private:
  const NetworkFrame& frame_;
  const unsigned kind_;
  const unsigned layers_;
  std::vector<LayerRow> rows_;
};

// Of strips there is one.
unsigned variant_of(unsigned kind, bool padded) {
  return kind * 2 + (padded && kind != kStrip ? 1 : 0);
}

// What compiled programs depend on stands here: make_ready() draws as frames do.
void begin_drawing(unsigned pipeline, unsigned vertex_array) {
  glUseProgram(0);
  glBindProgramPipeline(pipeline);
  glBindVertexArray(vertex_array);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_SCISSOR_TEST);
}

void end_drawing() {
  glBindVertexArray(0);
  glBindProgramPipeline(0);
}

// The wires of a pane, with what rounding may add.
SeenWires seen_wires(const NetworkFrame& frame) {
  const double most = static_cast<double>(frame.scene.recording->network.wires()) - 1;
  const auto wire = [&](double y, double more) {
    const double at = (y - frame.map.origin_y) / frame.map.unit_y;
    return static_cast<Wire>(std::clamp(std::floor(at + more), 0.0, most));
  };
  const double slack = kSlackPixels / frame.map.unit_y;
  return {wire(0, -slack - 1), wire(frame.pane_height, slack + 2)};
}

// Where the strip of keys stands.
LayerRow strip_row(const NetworkFrame& frame) {
  LayerRow row{};
  const float middle = frame.map.x(frame.strip_x);
  const float reach = frame.strip_width * frame.scale / 2 + 1;
  row.x = {std::floor(middle - reach), std::ceil(middle + reach), 0, 1};
  return row;
}

}  // namespace

bool NetworkPainter::prepare() {
  if (!error_.empty()) return false;
  if (vertex_) return true;
  auto made = make_stage(GL_VERTEX_SHADER, shaders::network_vert, "");
  const Status rest = made ? renew_all(pipeline_, vertex_array_, layers_) : Status(made.error());
  if (!rest) {
    error_ = rest.error().text();
    return false;
  }
  vertex_ = std::move(*made);
  glUseProgramStages(pipeline_.name(), GL_VERTEX_SHADER_BIT, vertex_.name());
  return true;
}

void NetworkPainter::begin(unsigned variant) {
  if (programs_[variant] || on_their_way_[variant] || !error_.empty()) return;
  const unsigned kind = variant / 2;
  const bool tree = kind == kTreeDetailed || kind == kTreeSampled;
  const unsigned layer = kind == kStrip ? 4 : tree ? kind - kTreeDetailed + kDetailed : kind;
  const std::string defines = fmt::format("#define LAYER {}\n#define TREE {}\n#define PADDING {}\n",
                                          layer, tree ? 1 : 0, variant % 2);
  on_their_way_[variant].emplace(GL_FRAGMENT_SHADER, shaders::network_frag, defines);
}

bool NetworkPainter::made(unsigned variant) const {
  return !on_their_way_[variant] || on_their_way_[variant]->done();
}

unsigned NetworkPainter::program(unsigned variant) {
  begin(variant);
  if (!on_their_way_[variant]) return programs_[variant].name();
  auto made = on_their_way_[variant]->finish();
  on_their_way_[variant].reset();
  if (!made) {
    error_ = made.error().text();
    return 0;
  }
  programs_[variant] = std::move(*made);
  return programs_[variant].name();
}

void NetworkPainter::use(unsigned program) const {
  glUseProgramStages(pipeline_.name(), GL_FRAGMENT_SHADER_BIT, program);
  glActiveShaderProgram(pipeline_.name(), program);
}

bool NetworkPainter::make_ready(bool trees, bool padded) {
  std::optional<unsigned> next;
  for (const unsigned kind :
       {kStrip, kMargin, kSampled, kShare, kDetailed, kTreeSampled, kTreeDetailed}) {
    if ((kind == kTreeSampled || kind == kTreeDetailed) && !trees) continue;
    const unsigned variant = variant_of(kind, padded);
    // To begin with it, to link it and to draw with it are apart: each takes its time.
    if (!programs_[variant] && !on_their_way_[variant]) {
      if (prepare()) begin(variant);
      return error_.empty();
    }
    if (!ready_[variant]) next = next.value_or(variant);
  }
  if (!next) return false;
  if (!made(*next)) return true;
  const bool linked = static_cast<bool>(programs_[*next]);
  const unsigned used = program(*next);
  if (!linked) return used != 0;
  if (used == 0) return false;
  const LayerRow nothing{};
  glNamedBufferData(layers_.name(), sizeof(LayerRow), &nothing, GL_STREAM_DRAW);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, layers_.name());
  begin_drawing(pipeline_.name(), vertex_array_.name());
  glScissor(0, 0, 0, 0);
  use(used);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 1);
  end_drawing();
  ready_[*next] = true;
  return true;
}

void NetworkPainter::set_uniforms(unsigned program, const NetworkFrame& frame,
                                  int framebuffer_height) const {
  const Scene& scene = frame.scene;
  const Network& network = scene.recording->network;
  const auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
  glUniform3f(at("u_pane"), frame.pane_x, frame.pane_y, static_cast<float>(framebuffer_height));
  glUniform2f(at("u_unit"), frame.map.unit_x, frame.map.unit_y);
  const double wires = network.wires();
  const double wire0 =
      std::clamp(std::floor(-frame.map.origin_y / frame.map.unit_y), 0.0, wires - 1);
  glUniform1i(at("u_wire0"), static_cast<int>(wire0));
  glUniform1f(at("u_wire0_y"), static_cast<float>(frame.map.origin_y + wire0 * frame.map.unit_y));
  glUniform2f(at("u_wire_span"), frame.map.x(-frame.ends),
              frame.map.x(frame.geometry->width() + frame.ends));
  glUniform1ui(at("u_wires"), network.wires());
  const bool single = scene.fraction > 0.4F && !scene.whole_layer;
  glUniform4ui(at("u_cursor"), scene.cursor.layer, scene.cursor.comparator,
               single ? scene.cursor.comparator : std::numeric_limits<std::uint32_t>::max(),
               scene.recording->real_keys());
  glUniform1f(at("u_front"),
              scene.fraction > 0 && scene.whole_layer ? frame.map.x(frame.front_x) : -1e9F);
  glUniform1ui(at("u_padding_words"), scene.padding != nullptr ? scene.padding->words_per_row : 0);
  glUniform4i(at("u_flags"), scene.options->network.arrows ? 1 : 0,
              frame.buffers->outcomes().available() ? 1 : 0,
              scene.options->padding == PaddingStyle::kHidden ? 1 : 0,
              scene.recording->request.order == Order::kDescending ? 1 : 0);
  const FrameTiles tiles = tiles_of(frame);
  glUniform3ui(at("u_tiles"), tiles.first, tiles.rows, tiles.wires_log2);
  glUniform1i(at("u_contrast"), static_cast<int>(scene.options->network.contrast));
  glUniform1f(at("u_scale"), frame.scale);
  const Palette& palette = *frame.palette;
  set_color(program, "u_exchanged", palette.color(Role::kExchanged));
  set_color(program, "u_kept", palette.color(Role::kKept));
  set_color(program, "u_future", palette.color(Role::kFuture));
  set_color(program, "u_wire", palette.color(Role::kWire));
  set_color(program, "u_ghost", palette.color(Role::kGhost));
  set_color(program, "u_ground", palette.color(Role::kGround));
}

void NetworkPainter::set_strip(unsigned program, const NetworkFrame& frame) const {
  const RankSamples ranks = frame.buffers->strip_ranks(frame.scene, seen_wires(frame));
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, ranks.buffer);
  const auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
  glUniform2ui(at("u_ranks"), ranks.first, ranks.wires_log2);
  glUniform1f(at("u_strip"), frame.map.x(frame.strip_x));
  glUniform1f(at("u_strip_width"), frame.strip_width * frame.scale);
  std::array<float, 27> ramp{};
  for (std::size_t i = 0; i < 9; ++i) {
    const Color c = frame.palette->rank_color(static_cast<float>(i) / 8);
    ramp[3 * i] = c.r;
    ramp[3 * i + 1] = c.g;
    ramp[3 * i + 2] = c.b;
  }
  glUniform3fv(at("u_ramp"), 9, ramp.data());
}

void NetworkPainter::bind(const NetworkFrame& frame) const {
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, layers_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, frame.buffers->outcomes().name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, frame.buffers->padding());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, frame.buffers->tiles());
}

bool NetworkPainter::draw(const NetworkFrame& frame, int framebuffer_height) {
  if (!prepare()) return true;
  OutcomeWindow& outcomes = frame.buffers->outcomes();
  // The first frame of a run has enough to do; a large buffer has a frame of its own as well.
  bool compiled = std::exchange(drawn_, frame.buffers) != frame.buffers;
  const bool large = !frame.waits && outcomes.words_to_make() > kQuickWords;
  const bool put_off = large && compiled;
  compiled = compiled || large;
  bool complete = !put_off && outcomes.pour(frame.waits ? std::numeric_limits<std::uint64_t>::max()
                                                        : kQuickWords);
  bind(frame);
  begin_drawing(pipeline_.name(), vertex_array_.name());
  glScissor(static_cast<GLint>(frame.clip[0]),
            framebuffer_height - static_cast<GLint>(frame.clip[3]),
            std::max(static_cast<GLsizei>(frame.clip[2] - frame.clip[0]), 0),
            std::max(static_cast<GLsizei>(frame.clip[3] - frame.clip[1]), 0));
  const FrameTiles tiles = tiles_of(frame);
  LayerRows rows = visible_layers(frame, tiles, ByTiles::kGuessed);
  if (tiles.rows > 0 && asks_for_runs(frame, rows)) {
    rows = visible_layers(frame, tiles, ByTiles::kNarrow);
  } else if (tiles.rows > 0 && words_asked_for(frame, rows) > kMostFrameWords) {
    rows = visible_layers(frame, tiles, ByTiles::kDense);
  }
  leave_to_come(frame, tiles, rows);
  if (frame.strip) rows[kStrip].push_back(strip_row(frame));
  const float top = std::max(frame.map.y(-1), 0.0F);
  const float bottom = std::min(
      frame.map.y(static_cast<float>(frame.scene.recording->network.wires())), frame.pane_height);
  const bool padded = frame.scene.padding != nullptr && !frame.scene.padding->empty();
  GLint viewport[4] = {};
  glGetIntegerv(GL_VIEWPORT, viewport);
  const auto in_vertex = [&](const char* name) {
    return glGetUniformLocation(vertex_.name(), name);
  };
  glProgramUniform3f(vertex_.name(), in_vertex("u_pane"), frame.pane_x, frame.pane_y,
                     static_cast<float>(framebuffer_height));
  glProgramUniform2f(vertex_.name(), in_vertex("u_viewport"), static_cast<float>(viewport[2]),
                     static_cast<float>(viewport[3]));
  for (unsigned kind = 0; kind < rows.size(); ++kind) {
    if (rows[kind].empty()) continue;
    const unsigned variant = variant_of(kind, padded);
    if (!ready_[variant] && !frame.waits) {
      if (!compiled) begin(variant);
      if (!made(variant) || std::exchange(compiled, true)) {
        complete = false;
        continue;
      }
    }
    const unsigned used = program(variant);
    if (used == 0) break;
    use(used);
    set_uniforms(used, frame, framebuffer_height);
    if (kind == kStrip) set_strip(used, frame);
    ready_[variant] = true;
    RowQueue queue(frame, kind, layers_.name());
    for (const LayerRow& row : rows[kind]) queue.add(row, {top, bottom, row.x[0], row.x[1]});
    queue.flush();
  }
  end_drawing();
  // One or the other: each takes its time.
  if (!complete && !compiled) (void)outcomes.pour(kPouredWords);
  return complete;
}

}  // namespace sortscope
