// aks_tree.h: draws the keys of the AKS tree with shaders/aks_tree.vert, a point a key,
// from buffers that say where it is and where it goes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/surface/gl_handles.h"
#include "core/pictures/palette.h"
#include "core/scenes/aks_tree_moment.h"
#include "core/views/aks/tree_geometry.h"
#include "kernels/aks_moves.h"

namespace sortscope {

/// What is drawn: a moment on a page whose units are `unit` pixels, its origin at (x, y).
struct AksTreeFrame {
  const Scene* scene = nullptr;
  std::shared_ptr<const AksTreeMoment> moment;
  AksTreeRows now, next;  // of the moment's step and the one after it
  float x = 0, y = 0, unit = 1;
  float clip[4] = {};  // left, top, right, bottom in pixels
  float exchange = 1;  // shares of the movement
  float move = 0;
  const Palette* palette = nullptr;
};

/// Owns program and buffers. Needs a current context from first use to end.
class AksTreePainter {
 public:
  AksTreePainter() = default;
  AksTreePainter(const AksTreePainter&) = delete;
  AksTreePainter& operator=(const AksTreePainter&) = delete;

  /// Draws into the bound framebuffer of that height. Buffers are filled where the moment is
  /// another than before: O(keys); a frame of the same moment uploads nothing.
  void draw(const AksTreeFrame& frame, int framebuffer_height);
  /// Why nothing is drawn; empty while all is well.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  bool prepare();
  void fill(const AksTreeFrame& frame);
  void fill_moves(const AksTreeFrame& frame);
  void set_rows(const char* name, const AksTreeRows& rows) const;

  GlProgram program_;
  GlVertexArray vertex_array_;
  // {spot at the step after, wire} a spot: written by a CUDA kernel where it can be, else on the
  // CPU, which leaves the wire 0; the shader reads the spot alone.
  GlBuffer moves_;
  GlBuffer keys_;  // {spot before, rank, wire where it ends, 0} a spot; rank ~0 for padding
  std::unique_ptr<AksMoves> cuda_moves_;  // behind its buffer: it ends first
  std::uint32_t wires_ = 0;               // that the buffers are for
  std::uint32_t moves_t_ = 0;             // the step whose movements are in `moves_`
  std::shared_ptr<const AksTreeMoment> filled_;
  std::string error_;
};

}  // namespace sortscope
