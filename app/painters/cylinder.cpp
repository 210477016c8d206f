// cylinder.cpp: targets, ranks and uniforms of shaders/cylinder.vert.
#include "app/painters/cylinder.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/surface/gl_program.h"
#include "app/surface/shaders.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// On the page. More would be narrower than a pixel, and vertices are what costs time: of a compute
// GPU's many processors only a few draw.
constexpr std::uint32_t kMostBars = 1U << 14;
constexpr std::uint32_t kBarsAGroup = 64;  // of shaders/cylinder.comp
constexpr GLsizei kBarVertices = 30;
constexpr GLsizei kRimVertices = 96;
constexpr int kSamples = 4;

// Puts back what ImGui's backend and the surface do not set themselves.
class KeptState {
 public:
  KeptState() {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_);
    glGetIntegerv(GL_VIEWPORT, viewport_.data());
    scissor_ = glIsEnabled(GL_SCISSOR_TEST);
  }
  ~KeptState() {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    if (scissor_ == GL_TRUE) glEnable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glBindVertexArray(0);
    glUseProgram(0);
  }
  KeptState(const KeptState&) = delete;
  KeptState& operator=(const KeptState&) = delete;

 private:
  GLint draw_ = 0;
  GLint read_ = 0;
  std::array<GLint, 4> viewport_{};
  GLboolean scissor_ = GL_FALSE;
};

std::uint32_t keys_a_bar(const CylinderModel& model, std::uint32_t n) {
  const auto count = static_cast<std::uint32_t>(model.stages->size());
  return std::max(n / std::max(kMostBars / count, 1U), 1U);
}

std::array<GLint, 4> positions_of(const BitonicStage& stage,
                                  const std::vector<std::uint32_t>& places) {
  std::array<GLint, 4> positions{-1, -1, -1, -1};
  for (std::size_t i = 0; i < std::min<std::size_t>(places.size(), 4); ++i) {
    const auto at = std::find(stage.before.begin(), stage.before.end(), places[i]);
    if (at != stage.before.end()) positions[i] = static_cast<GLint>(at - stage.before.begin());
  }
  return positions;
}

}  // namespace

bool CylinderPainter::prepare(int width, int height) {
  if (!program_) {
    auto made = make_program(shaders::cylinder_vert, shaders::cylinder_frag, "");
    auto finder = make_stage(GL_COMPUTE_SHADER, shaders::cylinder_comp, "");
    const Status rest = !made     ? Status(made.error())
                        : !finder ? Status(finder.error())
                                  : renew_all(vertex_array_, own_ranks_, bars_);
    if (!rest) {
      error_ = rest.error().text();
      return false;
    }
    program_ = std::move(*made);
    finder_ = std::move(*finder);
  }
  if (width == width_ && height == height_) return true;
  if (Status made = renew_all(framebuffer_, colors_, depths_, resolved_, texture_); !made) {
    error_ = made.error().text();
    return false;
  }
  glNamedRenderbufferStorageMultisample(colors_.name(), kSamples, GL_RGBA8, width, height);
  glNamedRenderbufferStorageMultisample(depths_.name(), kSamples, GL_DEPTH_COMPONENT24, width,
                                        height);
  glNamedFramebufferRenderbuffer(framebuffer_.name(), GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                 colors_.name());
  glNamedFramebufferRenderbuffer(framebuffer_.name(), GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER,
                                 depths_.name());
  glTextureStorage2D(texture_.name(), 1, GL_RGBA8, width, height);
  glTextureParameteri(texture_.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(texture_.name(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glNamedFramebufferTexture(resolved_.name(), GL_COLOR_ATTACHMENT0, texture_.name(), 0);
  width_ = width;
  height_ = height;
  const bool whole =
      glCheckNamedFramebufferStatus(framebuffer_.name(), GL_FRAMEBUFFER) ==
          GL_FRAMEBUFFER_COMPLETE &&
      glCheckNamedFramebufferStatus(resolved_.name(), GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  if (!whole) error_ = "The cylinder's framebuffer could not be made; it is drawn without shaders.";
  return whole;
}

void CylinderPainter::take_ranks(const CylinderFrame& frame) {
  const Scene& scene = *frame.scene;
  const CylinderModel& model = *frame.model;
  const StageId& stage = model.focus;
  const Network& network = scene.recording->network;
  const std::uint32_t end = stage.first_layer + stage.layers;
  const bool before = scene.cursor == Cursor{stage.first_layer, 0};
  after_ = scene.cursor == Cursor{end, 0};
  // While other stages run too, there is no cursor at which all keys stand as before or after it.
  const bool overlapped = network.in_trees(stage.first_layer) &&
                          (network.step(stage.first_layer).first_stage != stage.stage ||
                           network.step(end - 1).last_stage != stage.stage);
  shared_ = frame.buffers != nullptr && (before || after_) && !overlapped;
  for (const BitonicStage& each : *model.stages) shared_ = shared_ && each.bitonic;
  if (shared_) {
    frame.buffers->show(scene);
    ranks_ = frame.buffers->ranks();
    return;
  }
  after_ = false;
  ranks_ = own_ranks_.name();
  if (uploaded_ == model.stages) return;
  std::vector<std::uint32_t> ranks;
  for (const BitonicStage& each : *model.stages) {
    for (const std::uint32_t place : each.before) {
      ranks.push_back(scene.recording->is_padding(place) ? std::numeric_limits<std::uint32_t>::max()
                                                         : scene.ranks[place]);
    }
  }
  glNamedBufferData(own_ranks_.name(),
                    static_cast<GLsizeiptr>(ranks.size() * sizeof(std::uint32_t)), ranks.data(),
                    GL_DYNAMIC_DRAW);
  uploaded_ = model.stages;
}

void CylinderPainter::set_keys(unsigned program, const CylinderFrame& frame,
                               std::uint32_t instance) const {
  const Scene& scene = *frame.scene;
  const BitonicStage& stage = (*frame.model->stages)[instance];
  const std::uint32_t n = stage.size();
  const std::uint32_t step = keys_a_bar(*frame.model, n);
  const std::uint32_t first = shared_ ? stage.id.base() : instance * n;
  const auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
  glProgramUniform1ui(program, at("u_first_bar"), instance * (n / step));
  glProgramUniform4ui(program, at("u_keys"), first, n, step, scene.recording->real_keys());
  glProgramUniform4ui(program, at("u_split"), stage.q, stage.length, stage.second_case ? 1 : 0,
                      stage.descending ? 1 : 0);
  glProgramUniform4ui(program, at("u_state"), after_ ? 1 : 0,
                      scene.recording->request.order == Order::kDescending ? 1 : 0,
                      scene.options->padding == PaddingStyle::kHidden ? 1 : 0, 0);
}

void CylinderPainter::find_bars(const CylinderFrame& frame) {
  const auto& stages = *frame.model->stages;
  const std::uint32_t n = frame.model->focus.size();
  const std::uint32_t bars = n / keys_a_bar(*frame.model, n);
  glNamedBufferData(bars_.name(), static_cast<GLsizeiptr>(stages.size() * bars * 4), nullptr,
                    GL_DYNAMIC_DRAW);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, ranks_);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, bars_.name());
  glUseProgram(finder_.name());
  for (std::uint32_t instance = 0; instance < stages.size(); ++instance) {
    set_keys(finder_.name(), frame, instance);
    glDispatchCompute((bars + kBarsAGroup - 1) / kBarsAGroup, 1, 1);
  }
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void CylinderPainter::draw_sequence(const CylinderFrame& frame, const CylinderPage& page,
                                    std::uint32_t instance) {
  const Scene& scene = *frame.scene;
  const CylinderModel& model = *frame.model;
  const BitonicStage& stage = (*model.stages)[instance];
  const FoldMoments& moments = model.moments;
  const std::uint32_t n = stage.size();
  const std::uint32_t step = keys_a_bar(model, n);
  const float scale = frame.scale;
  const CylinderCamera lower = half_camera(scene, model, page, instance, 0);
  const CylinderCamera upper = half_camera(scene, model, page, instance, 1);
  const BarSize bar = bar_size(page, moments, n, step);
  const auto at = [&](const char* name) { return glGetUniformLocation(program_.name(), name); };
  glUniform2f(at("u_pane"), static_cast<float>(width_), static_cast<float>(height_));
  glUniform4f(at("u_camera"), lower.elevation, lower.distance * scale, lower.center_y * scale,
              lower.radius * scale);
  glUniform4f(at("u_halves"), lower.azimuth, lower.center_x * scale, upper.azimuth,
              upper.center_x * scale);
  const Ring ring{static_cast<float>(n), moments.roll, moments.separate};
  const float rotation = instance == model.focus_at ? model.rotation : 0;
  glUniform4f(at("u_fold"), moments.roll, moments.separate, ring.layer_gap, rotation);
  set_keys(program_.name(), frame, instance);
  glUniform4f(at("u_bar"), bar.width, bar.depth, page.height * scale, kLowestBarShare);
  const auto held = positions_of(stage, model.held);
  const auto lit = positions_of(stage, model.lit);
  glUniform4iv(at("u_held"), 1, held.data());
  glUniform4iv(at("u_lit"), 1, lit.data());
  const Color accent = frame.palette->color(Role::kAccent);
  glUniform4f(at("u_accent"), accent.r, accent.g, accent.b, 1);
  glUniform4f(at("u_plane"), 0, 0, 0, 0);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  glDrawArraysInstanced(GL_TRIANGLES, 0, kBarVertices, static_cast<GLsizei>(n / step));

  // The planes, behind what stands in front of them.
  if (shown_marks(scene) == CylinderMarks::kNone) return;
  const std::uint32_t below = keys_below(scene.options->cylinder.percentile, n);
  const float height = plane_height(model, stage, below) * page.height * scale;
  const float radius = plane_radius(moments);
  const bool two = moments.separate > 0;
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  for (int half = 0; half < (two ? 2 : 1); ++half) {
    glUniform4f(at("u_plane"), 1, height, radius, static_cast<float>(half));
    glUniform4f(at("u_accent"), accent.r, accent.g, accent.b,
                two ? 0.1F + 0.08F * moments.separate : 0.18F);
    glDrawArrays(GL_TRIANGLE_FAN, 0, kRimVertices);
    glUniform4f(at("u_accent"), accent.r, accent.g, accent.b, 0.8F);
    glDrawArrays(GL_LINE_LOOP, 0, kRimVertices);
  }
}

void CylinderPainter::blend_texture() {
  glBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

unsigned CylinderPainter::draw(const CylinderFrame& frame) {
  if (!error_.empty()) return 0;
  const KeptState kept;
  const int width = std::max(static_cast<int>(frame.width * frame.scale), 1);
  const int height = std::max(static_cast<int>(frame.height * frame.scale), 1);
  if (!prepare(width, height)) return 0;
  take_ranks(frame);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  const float clear[4] = {0, 0, 0, 0};
  const float far = 1;
  glClearNamedFramebufferfv(framebuffer_.name(), GL_COLOR, 0, clear);
  glClearNamedFramebufferfv(framebuffer_.name(), GL_DEPTH, 0, &far);
  find_bars(frame);
  glUseProgram(program_.name());
  glBindVertexArray(vertex_array_.name());
  std::array<float, 27> ramp{};
  for (std::size_t i = 0; i < 9; ++i) {
    const Color c = frame.palette->rank_color(static_cast<float>(i) / 8);
    ramp[3 * i] = c.r;
    ramp[3 * i + 1] = c.g;
    ramp[3 * i + 2] = c.b;
  }
  glUniform3fv(glGetUniformLocation(program_.name(), "u_ramp"), 9, ramp.data());
  const Color ghost = frame.palette->color(Role::kGhost);
  glUniform4f(glGetUniformLocation(program_.name(), "u_ghost"), ghost.r, ghost.g, ghost.b, 1);
  const CylinderPage page = cylinder_page(*frame.scene, *frame.model, frame.width, frame.height);
  for (std::uint32_t instance = 0; instance < frame.model->stages->size(); ++instance) {
    draw_sequence(frame, page, instance);
  }
  glBlitNamedFramebuffer(framebuffer_.name(), resolved_.name(), 0, 0, width, height, 0, 0, width,
                         height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  return texture_.name();
}

}  // namespace sortscope
