// network.h: draws the body of a network diagram with shaders/network.frag.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/painters/draw_buffers.h"
#include "app/surface/gl_handles.h"
#include "app/surface/gl_program.h"
#include "core/pictures/palette.h"
#include "core/views/network/diagram.h"

namespace sortscope {

/// One frame's picture, kept until ImGui's draw callback runs.
struct NetworkFrame {
  float pane_x = 0, pane_y = 0, pane_width = 0, pane_height = 0;  // framebuffer pixels, y down
  float clip[4] = {0, 0, 0, 0};                                   // left, top, right, bottom
  DiagramMap map;                                                 // to pixels of the pane
  float scale = 1;
  float front_x = 0;      // diagram units
  float ends = 0;         // diagram units: how far wires reach beyond the layers
  float strip_x = 0;      // diagram units: where the strip of keys stands
  float strip_width = 8;  // units
  bool strip = false;
  const Palette* palette = nullptr;
  DrawBuffers* buffers = nullptr;
  Scene scene;
  const NetworkGeometry* geometry = nullptr;
  bool waits = true;  // else what takes long comes in the next frames, tiles meanwhile
};

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
  bool make_ready(bool trees, bool padded);
  /// Why nothing is drawn; empty while all is well.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  bool prepare();
  // Begins to make a program: kind of layer x padded.
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
  std::array<GlProgram, 14> programs_;
  std::array<std::optional<StageOnItsWay>, 14> on_their_way_;
  std::array<bool, 14> ready_{};  // has drawn
  GlVertexArray vertex_array_;
  GlBuffer layers_;
  const DrawBuffers* drawn_ = nullptr;  // by the last frame
  std::string error_;
};

}  // namespace sortscope
