// network.cpp: uniforms and visible layers of shaders/network.frag.
#include "app/painters/network.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "app/surface/gl_program.h"
#include "app/surface/shaders.h"
#include "core/recordings/recording.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {

namespace {

// As the struct Layer of shaders/network.vert (std430).
struct LayerRow {
  std::array<std::uint32_t, 8> form;
  std::array<std::uint32_t, 4> place;
  std::array<float, 4> x;
  std::array<std::uint32_t, 4> more;
};
static_assert(sizeof(LayerRow) == 80);

void set_color(unsigned program, const char* name, Color c) {
  glUniform4f(glGetUniformLocation(program, name), c.r, c.g, c.b, c.a);
}

enum RowKind : std::uint8_t { kMargin, kDetailed, kSampled, kShare, kTreeDetailed, kTreeSampled };

// Rows by kind: each kind is drawn with its own program.
using LayerRows = std::array<std::vector<LayerRow>, 6>;

// A tile of the map may be so many pixels high where it takes the place of lines.
constexpr float kMostTilePixels = 4;
// A pixel over more words of bits is not counted, but looked up.
constexpr float kCountedWords = 24;

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
bool drawn_by_tiles(const NetworkFrame& frame, const FrameTiles& tiles, bool is_short,
                    bool too_many_bits) {
  if (tiles.rows == 0) return false;
  if (too_many_bits) return true;
  if (tiles.pixels > kMostTilePixels) return false;
  if (frame.scene.options->network.contrast != FarContrast::kAbsolute) return true;
  return is_short &&
         (!frame.buffers->bits_available() || 1 / (64 * frame.map.unit_y) >= kCountedWords);
}

LayerRows visible_layers(const NetworkFrame& frame, const FrameTiles& tiles) {
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
  // Where a frame would bring in more bits than may be there at once, tiles tell of them.
  const bool too_many_bits =
      frame.buffers->page_of(last) - frame.buffers->page_of(first) >= DrawBuffers::kMostPages;
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
    const std::uint64_t page_word = frame.buffers->bits_available()
                                        ? frame.buffers->first_word(frame.buffers->page_of(layer))
                                        : 0;
    row.place = {layer, static_cast<std::uint32_t>(network.first_word(layer) - page_word), columns,
                 static_cast<std::uint32_t>(hidden)};
    row.x = {static_cast<float>(px(geometry.cell_x(layer))),
             static_cast<float>(px(geometry.cell_x(layer + 1))),
             static_cast<float>(first_px + hidden * pitch), static_cast<float>(pitch)};
    const std::uint64_t exchanged = frame.scene.recording->exchanged_before[layer + 1] -
                                    frame.scene.recording->exchanged_before[layer];
    row.more[1] = static_cast<std::uint32_t>(exchanged * 65536 / form.count);
    // Below these spacings single comparators cannot be told apart.
    const bool detailed = (pitch >= 2 || columns == 1) && frame.map.unit_y >= 1.5F;
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
    if (!detailed && drawn_by_tiles(frame, tiles, is_short, too_many_bits)) {
      row.more[3] = 1;
      rows[kShare].push_back(row);
      continue;
    }
    if (network.in_trees(layer)) {
      const TreeStep& step = network.step(layer);
      row.form = {form.count,
                  step.merge - step.first_stage,
                  static_cast<std::uint32_t>(network.first_lower_wire(layer)),
                  step.tasks_a_block(),
                  step.merge,
                  step.first_stage,
                  std::uint32_t{1} << step.merge,
                  0};
      const bool known = frame.buffers->lower_wires_available();
      rows[detailed && known ? kTreeDetailed : kTreeSampled].push_back(row);
      continue;
    }
    // The distance is an odd number 2^t - 1 of chunks: 2^(t - 1) chunks stand side by side.
    row.more[0] = form.mirror != 0 ? 0 : floor_log2(((form.distance >> form.chunk_log2) + 1) / 2);
    rows[detailed ? kDetailed : is_short ? kShare : kSampled].push_back(row);
  }
  return rows;
}

}  // namespace

unsigned NetworkPainter::program(unsigned variant) {
  if (programs_[variant] || !error_.empty()) return programs_[variant].name();
  const unsigned kind = variant / 4;
  const bool tree = kind == kTreeDetailed || kind == kTreeSampled;
  const std::string defines = fmt::format(
      "#define LAYER {}\n#define TREE {}\n#define PADDING {}\n#define STRIP {}\n",
      tree ? kind - kTreeDetailed + kDetailed : kind, tree ? 1 : 0, variant / 2 % 2, variant % 2);
  auto made = make_program(shaders::network_vert, shaders::network_frag, defines);
  if (!made) {
    error_ = made.error().text();
    return 0;
  }
  programs_[variant] = std::move(*made);
  return programs_[variant].name();
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
  GLint viewport[4] = {};
  glGetIntegerv(GL_VIEWPORT, viewport);
  glUniform2f(at("u_viewport"), static_cast<float>(viewport[2]), static_cast<float>(viewport[3]));
  glUniform2f(at("u_rows"), std::max(frame.map.y(-1), 0.0F),
              std::min(frame.map.y(static_cast<float>(network.wires())), frame.pane_height));
  const bool single = scene.fraction > 0.4F && !scene.whole_layer;
  glUniform4ui(at("u_cursor"), scene.cursor.layer, scene.cursor.comparator,
               single ? scene.cursor.comparator : std::numeric_limits<std::uint32_t>::max(),
               scene.recording->real_keys());
  glUniform1f(at("u_front"),
              scene.fraction > 0 && scene.whole_layer ? frame.map.x(frame.front_x) : -1e9F);
  glUniform1f(at("u_strip"), frame.map.x(frame.strip_x));
  glUniform1f(at("u_strip_width"), 8 * frame.scale);
  glUniform1ui(at("u_padding_words"), scene.padding != nullptr ? scene.padding->words_per_row : 0);
  glUniform4i(at("u_flags"), scene.options->network.arrows ? 1 : 0,
              frame.buffers->bits_available() ? 1 : 0,
              scene.options->padding == PaddingStyle::kHidden ? 1 : 0,
              scene.recording->request.order == Order::kDescending ? 1 : 0);
  glUniform1i(at("u_lower_wires"), frame.buffers->lower_wires_available() ? 1 : 0);
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
  std::array<float, 27> ramp{};
  for (std::size_t i = 0; i < 9; ++i) {
    const Color c = palette.rank_color(static_cast<float>(i) / 8);
    ramp[3 * i] = c.r;
    ramp[3 * i + 1] = c.g;
    ramp[3 * i + 2] = c.b;
  }
  glUniform3fv(at("u_ramp"), 9, ramp.data());
}

void NetworkPainter::draw(const NetworkFrame& frame, int framebuffer_height) {
  if (!vertex_array_) {
    if (const Status made = renew_all(vertex_array_, layers_); !made) {
      error_ = made.error().text();
      return;
    }
  }
  glBindVertexArray(vertex_array_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, layers_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, frame.buffers->ranks());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, frame.buffers->padding());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, frame.buffers->lower_wires());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, frame.buffers->tiles());
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<GLint>(frame.clip[0]),
            framebuffer_height - static_cast<GLint>(frame.clip[3]),
            std::max(static_cast<GLsizei>(frame.clip[2] - frame.clip[0]), 0),
            std::max(static_cast<GLsizei>(frame.clip[3] - frame.clip[1]), 0));
  const LayerRows rows = visible_layers(frame, tiles_of(frame));
  const bool padded = frame.scene.padding != nullptr && !frame.scene.padding->empty();
  for (unsigned kind = 0; kind < rows.size(); ++kind) {
    if (rows[kind].empty()) continue;
    const unsigned used = program(kind * 4 + (padded ? 2 : 0) + (frame.strip ? 1 : 0));
    if (used == 0) break;
    glUseProgram(used);
    set_uniforms(used, frame, framebuffer_height);
    // The rows of a page together; margins have no bits.
    const std::vector<LayerRow>& all = rows[kind];
    const auto page_of = [&](const LayerRow& row) {
      return kind == kMargin ? 0 : frame.buffers->page_of(row.place[0]);
    };
    for (std::size_t begin = 0; begin < all.size();) {
      const std::uint32_t page = page_of(all[begin]);
      std::size_t end = begin + 1;
      while (end < all.size() && page_of(all[end]) == page) ++end;
      if (kind != kMargin) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, frame.buffers->bits(page));
      }
      glNamedBufferData(layers_.name(), static_cast<GLsizeiptr>((end - begin) * sizeof(LayerRow)),
                        all.data() + begin, GL_STREAM_DRAW);
      glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(end - begin));
      begin = end;
    }
  }
  glBindVertexArray(0);
}

}  // namespace sortscope
