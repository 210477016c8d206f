// network.h: draws the body of a network diagram with shaders/network.frag.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "app/painters/network_frame.h"
#include "app/surface/gl_handles.h"
#include "app/surface/gl_program.h"

namespace sortscope {

/// Owns the programs and the table of visible layers. Needs a current context from first use to
/// end.
class NetworkPainter {
 public:
  NetworkPainter() = default;
  NetworkPainter(const NetworkPainter&) = delete;
  NetworkPainter& operator=(const NetworkPainter&) = delete;

  /// Draws `frame` into the bound framebuffer of `framebuffer_height` rows. Cost: pixels x
  /// log(visible layers), however many wires there are. Outcomes that are not in the buffers are
  /// brought in, some megabytes at most; where they do not fit at once, part by part.
  /// True where it has all there is to see: a frame that does not wait has time for one program to
  /// be compiled or for some megabytes of outcomes; layers have one colour until theirs are there.
  bool draw(const NetworkFrame& frame, int framebuffer_height);
  /// Goes on making programs ready, so that no frame of such runs waits for them: software
  /// renderers compile one where it first draws. False: all of them are. Draws nothing.
  bool make_ready(const DrawnRows& run);
  /// Why nothing is drawn; empty while all is well.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  static constexpr std::size_t kPrograms = 42;

  bool prepare();
  // Begins to make a program: kind of layer x padded x forms of layers.
  void begin(unsigned variant);
  // Whether program() waits for nothing.
  [[nodiscard]] bool made(unsigned variant) const;
  // Made at first use.
  unsigned program(unsigned variant);
  void use(unsigned program) const;
  void set_uniforms(unsigned program, const NetworkFrame& frame, int framebuffer_height) const;
  void set_strip(unsigned program, const NetworkFrame& frame) const;
  void bind(const NetworkFrame& frame) const;

  GlPipeline pipeline_;
  GlProgram vertex_;
  std::array<GlProgram, kPrograms> programs_;
  std::array<std::optional<StageOnItsWay>, kPrograms> on_their_way_;
  std::array<bool, kPrograms> ready_{};  // has drawn
  GlVertexArray vertex_array_;
  GlBuffer layers_;
  const DrawBuffers* drawn_ = nullptr;  // by the last frame
  std::string error_;
};

}  // namespace sortscope
