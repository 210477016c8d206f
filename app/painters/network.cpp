// network.cpp: programs, uniforms and rows of shaders/network.frag.
#include "app/painters/network.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "app/painters/draw_buffers.h"
#include "app/painters/layer_rows.h"
#include "app/painters/outcome_range.h"
#include "app/surface/gl_program.h"
#include "app/surface/shaders.h"
#include "core/recordings/recording.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {

namespace {

// Outcomes that a frame brings in which is not to wait: in no time, and in some milliseconds.
constexpr std::uint64_t kQuickWords = std::uint64_t{1} << 18;
constexpr std::uint64_t kPouredWords = std::uint64_t{1} << 22;

void set_color(unsigned program, const char* name, Color c) {
  glUniform4f(glGetUniformLocation(program, name), c.r, c.g, c.b, c.a);
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

// Forms of layers that a program knows: plain ones, those that end at blocks as well, all.
constexpr unsigned kForms = 3;

// A program for each kind of row x padded x forms; of those that have no use for it, one.
unsigned variant_of(unsigned kind, const DrawnRows& run) {
  const bool in_form = kind == kDetailed || kind == kSampled || kind == kShare;
  const unsigned forms = !in_form ? 0 : run.mirrored ? 2 : run.in_blocks ? 1 : 0;
  const unsigned padded = run.padded && kind != kStrip ? 1 : 0;
  return (kind * 2 + padded) * kForms + forms;
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
  static_assert(kPrograms == std::tuple_size_v<LayerRows> * 2 * kForms);
  if (programs_[variant] || on_their_way_[variant] || !error_.empty()) return;
  const unsigned kind = variant / kForms / 2;
  const bool tree = kind == kTreeDetailed || kind == kTreeSampled;
  const unsigned layer = kind == kStrip ? 4 : tree ? kind - kTreeDetailed + kDetailed : kind;
  const std::string defines =
      fmt::format("#define LAYER {}\n#define TREE {}\n#define PADDING {}\n#define FORMS {}\n",
                  layer, tree ? 1 : 0, variant / kForms % 2, variant % kForms);
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

bool NetworkPainter::make_ready(const DrawnRows& run) {
  std::optional<unsigned> next;
  for (const unsigned kind :
       {kStrip, kMargin, kSampled, kShare, kDetailed, kTreeSampled, kTreeDetailed}) {
    if ((kind == kTreeSampled || kind == kTreeDetailed) && !run.trees) continue;
    const unsigned variant = variant_of(kind, run);
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
  LayerRows rows = rows_to_draw(frame, tiles);
  if (frame.strip) rows[kStrip].push_back(strip_row(frame));
  const float top = std::max(frame.map.y(-1), 0.0F);
  const float bottom = std::min(
      frame.map.y(static_cast<float>(frame.scene.recording->network.wires())), frame.pane_height);
  DrawnRows run = frame.rows;
  run.padded = frame.scene.padding != nullptr && !frame.scene.padding->empty();
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
    const unsigned variant = variant_of(kind, run);
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
