// pass_strip.cpp: buffers and uniforms of shaders/passes.vert.
#include "app/painters/pass_strip.h"

#include <glad/gl.h>

#include <algorithm>

#include "app/surface/gl_program.h"
#include "app/surface/shaders.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

constexpr GLsizei kInstancesOfPass = 3;

}  // namespace

bool PassStripPainter::prepare() {
  if (!error_.empty()) return false;
  if (program_) return true;
  auto made = make_program(shaders::passes_vert, shaders::passes_frag, "");
  const Status rest = made ? renew_all(vertex_array_, floors_, stamps_[0], stamps_[1], stamps_[2])
                           : Status(made.error());
  if (!rest) {
    error_ = rest.error().text();
    return false;
  }
  program_ = std::move(*made);
  return true;
}

void PassStripPainter::fill(const std::shared_ptr<const SortTrace>& filled) {
  if (filled_ == filled) return;
  // Buffers get new storage only while CUDA does not know them.
  live_.reset();
  repeated_.reset();
  filled_ = filled;
  const SortTrace& trace = *filled;
  passes_ = static_cast<std::uint32_t>(trace.passes.size());
  std::vector<std::uint64_t> times;
  std::vector<float> floors;
  for (const TracePass& pass : trace.passes) {
    times.push_back(pass.begin_ns);
    times.push_back(pass.end_ns);
    floors.push_back(static_cast<float>(pass.floor_ns));
  }
  // The shader counts from the first begin.
  for (std::uint64_t& time : times) time -= trace.passes.front().begin_ns;
  for (const GlBuffer& buffer : stamps_) {
    glNamedBufferData(buffer.name(), static_cast<GLsizeiptr>(times.size() * sizeof(std::uint64_t)),
                      times.data(), GL_DYNAMIC_DRAW);
  }
  glNamedBufferData(floors_.name(), static_cast<GLsizeiptr>(floors.size() * sizeof(float)),
                    floors.data(), GL_DYNAMIC_DRAW);
  shown_ = 0;
}

void PassStripPainter::turn(const PassStripFrame& frame) {
  if (repeated_ != frame.live) {
    live_.reset();
    why_not_live_.clear();
    repeated_ = frame.live;
    turns_ = 0;
    if (repeated_ != nullptr) {
      const std::array<unsigned, kBuffers> names = {stamps_[0].name(), stamps_[1].name(),
                                                    stamps_[2].name()};
      auto made = make_live_trace({*repeated_->algorithm, repeated_->network, repeated_->start,
                                   frame.trace->kernel, frame.trace->recorded},
                                  names, passes_);
      if (made) {
        live_ = std::move(*made);
      } else {
        why_not_live_ = made.error().text();
      }
    }
  }
  if (live_ == nullptr) return;
  const auto newest = live_->turn();
  if (!newest) {
    why_not_live_ = newest.error().text();
    live_.reset();
    return;
  }
  if (*newest < 0 || *newest == shown_) return;
  shown_ = *newest;
  ++turns_;
}

std::vector<std::uint64_t> PassStripPainter::read() const {
  std::vector<std::uint64_t> times(std::size_t{2} * passes_);
  if (!times.empty()) {
    glGetNamedBufferSubData(stamps_[static_cast<std::size_t>(shown_)].name(), 0,
                            static_cast<GLsizeiptr>(times.size() * sizeof(std::uint64_t)),
                            times.data());
  }
  return times;
}

void PassStripPainter::draw(const PassStripFrame& frame, int framebuffer_height) {
  if (frame.trace == nullptr || frame.trace->passes.empty() || !prepare()) return;
  fill(frame.trace);
  turn(frame);
  GLint viewport[4] = {};
  glGetIntegerv(GL_VIEWPORT, viewport);
  glUseProgram(program_.name());
  glBindVertexArray(vertex_array_.name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, stamps_[static_cast<std::size_t>(shown_)].name());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, floors_.name());
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
  const auto color = [&](const char* name, Role role) {
    const Color c = frame.palette->color(role);
    glUniform4f(at(name), c.r, c.g, c.b, c.a);
  };
  glUniform2f(at("u_viewport"), static_cast<float>(viewport[2]), static_cast<float>(viewport[3]));
  color("u_behind", Role::kPanel);
  color("u_bar", Role::kFuture);
  color("u_floor", Role::kGood);
  for (const passes_picture::Track& track : frame.tracks) {
    // Before the sort's begin as after it: two's complement.
    const auto from = static_cast<std::uint64_t>(static_cast<std::int64_t>(track.from_ns));
    glUniform4f(at("u_track"), frame.x + track.left * frame.unit, frame.y + track.top * frame.unit,
                track.width * frame.unit, track.height * frame.unit);
    glUniform2ui(at("u_from"), static_cast<GLuint>(from), static_cast<GLuint>(from >> 32));
    glUniform1f(at("u_span_ns"), static_cast<float>(track.to_ns - track.from_ns));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4,
                          kInstancesOfPass * static_cast<GLsizei>(passes_));
  }
  glBindVertexArray(0);
  glUseProgram(0);
}

}  // namespace sortscope
