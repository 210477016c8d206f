// cylinder.h: draws the bars of long sequences with shaders/cylinder.vert, from ranks that
// lie on the GPU, into a texture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/painters/draw_buffers.h"
#include "app/surface/gl_handles.h"
#include "core/pictures/palette.h"
#include "core/views/adaptive/cylinder.h"

namespace sortscope {

/// What is drawn: a model on a page of `width` x `height` units, `scale` pixels a unit.
struct CylinderFrame {
  const Scene* scene = nullptr;
  const CylinderModel* model = nullptr;
  float width = 0, height = 0;
  float scale = 1;
  const Palette* palette = nullptr;
  DrawBuffers* buffers = nullptr;
};

/// Owns program, buffers and targets. Needs a current context from first use to end.
class CylinderPainter {
 public:
  CylinderPainter() = default;
  CylinderPainter(const CylinderPainter&) = delete;
  CylinderPainter& operator=(const CylinderPainter&) = delete;

  /// Draws bars and planes; returns the texture (rows from the bottom, colours times alpha), 0
  /// where it failed. The ranks are those that `buffers` shows where the cursor stands before or
  /// after the stage, else they are uploaded, once a stage.
  unsigned draw(const CylinderFrame& frame);
  /// Sets OpenGL's blending to what the texture needs.
  static void blend_texture();
  /// Why nothing is drawn; empty while all is well.
  [[nodiscard]] const std::string& error() const { return error_; }
  /// The last frame took the ranks of `buffers`.
  [[nodiscard]] bool shared() const { return shared_; }

 private:
  bool prepare(int width, int height);
  void take_ranks(const CylinderFrame& frame);
  // What the shaders of both programs know of one cylinder's keys.
  void set_keys(unsigned program, const CylinderFrame& frame, std::uint32_t instance) const;
  void find_bars(const CylinderFrame& frame);
  void draw_sequence(const CylinderFrame& frame, const CylinderPage& page, std::uint32_t instance);

  GlProgram program_;
  GlProgram finder_;
  GlVertexArray vertex_array_;
  GlBuffer own_ranks_;
  GlBuffer bars_;
  // With samples.
  GlRenderbuffer colors_;
  GlRenderbuffer depths_;
  GlFramebuffer framebuffer_;
  // Without.
  GlTexture texture_;
  GlFramebuffer resolved_;
  int width_ = 0, height_ = 0;
  std::shared_ptr<const std::vector<BitonicStage>> uploaded_;  // the stages of own_ranks_
  unsigned ranks_ = 0;                                         // the buffer of this frame
  bool shared_ = false;
  bool after_ = false;  // `ranks_` holds the state after the stage
  std::string error_;
};

}  // namespace sortscope
