// aks_tree.cpp: buffers and uniforms of shaders/aks_tree.vert.
#include "app/painters/aks_tree.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "app/surface/gl_program.h"
#include "app/surface/shaders.h"
#include "app/surface/surface.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Of more keys, every second, fourth ... is drawn: there are fewer pixels.
constexpr std::uint32_t kMostDots = 1U << 18;

using SpotWords = std::array<std::uint32_t, 2>;
using KeyWords = std::array<std::uint32_t, 4>;

}  // namespace

bool AksTreePainter::prepare() {
  if (!error_.empty()) return false;
  if (program_) return true;
  auto made = make_program(shaders::aks_tree_vert, shaders::aks_tree_frag, "");
  const Status rest = made ? renew_all(vertex_array_, moves_, keys_) : Status(made.error());
  if (!rest) {
    error_ = rest.error().text();
    return false;
  }
  program_ = std::move(*made);
  return true;
}

void AksTreePainter::fill(const AksTreeFrame& frame) {
  if (filled_ == frame.moment) return;
  filled_ = frame.moment;
  const AksTreeMoment& moment = *frame.moment;
  const auto wires = static_cast<std::uint32_t>(moment.places.size());
  fill_moves(frame);
  std::vector<KeyWords> keys(wires);
  for (std::uint32_t spot = 0; spot < wires; ++spot) {
    const std::uint32_t place = moment.places[spot];
    keys[spot] = {moment.from.empty() ? spot : moment.from[spot],
                  frame.scene->recording->is_padding(place)
                      ? std::numeric_limits<std::uint32_t>::max()
                      : frame.scene->ranks[place],
                  moment.final_wire[place], 0};
  }
  glNamedBufferData(keys_.name(), static_cast<GLsizeiptr>(wires * sizeof(KeyWords)), keys.data(),
                    GL_DYNAMIC_DRAW);
}

void AksTreePainter::fill_moves(const AksTreeFrame& frame) {
  const AksTreeMoment& moment = *frame.moment;
  const auto wires = static_cast<std::uint32_t>(moment.places.size());
  const auto bytes = static_cast<GLsizeiptr>(wires * sizeof(SpotWords));
  if (wires == wires_ && moment.t == moves_t_) return;
  if (wires != wires_) {
    // A buffer gets new storage only while CUDA does not know it.
    cuda_moves_.reset();
    glNamedBufferData(moves_.name(), bytes, nullptr, GL_DYNAMIC_DRAW);
    if (!gl_is_software()) {
      auto made = make_aks_moves(moment.d, moves_.name());
      if (made) cuda_moves_ = std::move(*made);
    }
  }
  wires_ = wires;
  moves_t_ = moment.t;
  const bool moving = moment.t < aks_steps(moment.d);
  if (moving && cuda_moves_) {
    if (cuda_moves_->write(moment.t)) return;
    cuda_moves_.reset();
  }
  std::vector<SpotWords> moves(wires);
  for (std::uint32_t spot = 0; spot < wires; ++spot) {
    moves[spot] = {moving ? aks_move(frame.now.step, frame.next.step, spot) : spot, 0};
  }
  glNamedBufferSubData(moves_.name(), 0, bytes, moves.data());
}

// As the arrays of shaders/aks_tree.vert.
void AksTreePainter::set_rows(const char* name, const AksTreeRows& rows) const {
  std::array<GLuint, 4 * kAksMostLevels> level{};
  std::array<GLuint, 4 * kAksMostLevels> shape{};
  std::array<GLfloat, 4 * kAksMostLevels> place{};
  std::array<GLfloat, 4 * kAksMostLevels> cell{};
  for (std::uint32_t i = 0; i < rows.step.level_count; ++i) {
    const AksTreeRow& row = rows.rows[i];
    const auto put = [i](auto& into, auto a, auto b, auto c, auto d) {
      into[4 * i] = a;
      into[4 * i + 1] = b;
      into[4 * i + 2] = c;
      into[4 * i + 3] = d;
    };
    put(level, row.level.base, row.level.a, row.level.level, row.level.up);
    put(shape, row.rows, row.columns, 0U, 0U);
    put(place, row.left, row.span, row.y, row.radius);
    put(cell, row.cell_x, row.cell_y, row.gap, row.half_height());
  }
  const auto at = [&](const char* part) {
    return glGetUniformLocation(program_.name(), fmt::format("{}_{}", name, part).c_str());
  };
  glUniform1ui(at("count"), rows.step.level_count);
  glUniform4uiv(at("level"), kAksMostLevels, level.data());
  glUniform4uiv(at("shape"), kAksMostLevels, shape.data());
  glUniform4fv(at("place"), kAksMostLevels, place.data());
  glUniform4fv(at("cell"), kAksMostLevels, cell.data());
}

void AksTreePainter::draw(const AksTreeFrame& frame, int framebuffer_height) {
  if (frame.moment == nullptr || !prepare()) return;
  fill(frame);
  const auto wires = static_cast<std::uint32_t>(frame.moment->places.size());
  const std::uint32_t stride = std::max(wires / kMostDots, 1U);
  GLint viewport[4] = {};
  glGetIntegerv(GL_VIEWPORT, viewport);
  glUseProgram(program_.name());
  glBindVertexArray(vertex_array_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, moves_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, keys_.name());
  glEnable(GL_PROGRAM_POINT_SIZE);
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
  const auto at = [&](const char* name) { return glGetUniformLocation(program_.name(), name); };
  const auto color = [&](const char* name, Color c) { glUniform4f(at(name), c.r, c.g, c.b, c.a); };
  set_rows("u_now", frame.now);
  set_rows("u_next", frame.next);
  glUniform2f(at("u_viewport"), static_cast<float>(viewport[2]), static_cast<float>(viewport[3]));
  glUniform4f(at("u_page"), frame.x, frame.y, frame.unit, frame.moment->least_stranger());
  glUniform2f(at("u_share"), frame.exchange, frame.move);
  glUniform4ui(at("u_keys"), stride, frame.moment->d, frame.scene->recording->real_keys(),
               frame.scene->options->padding == PaddingStyle::kHidden ? 1 : 0);
  std::array<float, 27> ramp{};
  for (std::size_t i = 0; i < 9; ++i) {
    const Color c = frame.palette->rank_color(static_cast<float>(i) / 8);
    ramp[3 * i] = c.r;
    ramp[3 * i + 1] = c.g;
    ramp[3 * i + 2] = c.b;
  }
  glUniform3fv(at("u_ramp"), 9, ramp.data());
  color("u_outline", frame.palette->color(Role::kWire));
  color("u_stranger", frame.palette->color(Role::kPartOdd));
  color("u_ghost", frame.palette->color(Role::kGhost));
  // Strangers on top.
  for (GLuint strangers = 0; strangers < 2; ++strangers) {
    glUniform1ui(at("u_strangers"), strangers);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(wires / stride));
  }
  glBindVertexArray(0);
  glUseProgram(0);
}

}  // namespace sortscope
