// pass_strip.h: draws the bars of the pass strip with shaders/passes.vert from the time
// stamps of a sort, as they lie in a buffer.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/surface/gl_handles.h"
#include "core/pictures/palette.h"
#include "core/views/kernels/passes.h"
#include "kernels/trace_cuda.h"

namespace sortscope {

struct Recording;

/// One frame's tracks, kept until ImGui's draw callback runs; pixels, y down.
struct PassStripFrame {
  float x = 0, y = 0, unit = 1;  // of the page
  float clip[4] = {};            // left, top, right, bottom
  std::shared_ptr<const SortTrace> trace;
  std::shared_ptr<const Recording> live;  // its sort is repeated on the GPU; null: nothing is
  std::array<passes_picture::Track, 2> tracks;
  const Palette* palette = nullptr;
};

/// Stamps in three buffers that are taken in rotation: one is drawn while another may be written.
/// Needs a current context from first use to end.
class PassStripPainter {
 public:
  static constexpr int kBuffers = 3;

  PassStripPainter() = default;
  PassStripPainter(const PassStripPainter&) = delete;
  PassStripPainter& operator=(const PassStripPainter&) = delete;

  /// The stamps that are drawn, read to the host: begin and end of every pass. For text: drawing
  /// reads nothing.
  [[nodiscard]] std::vector<std::uint64_t> read() const;
  /// The kernels write into the buffers themselves.
  [[nodiscard]] bool live() const { return live_ != nullptr; }
  /// Sorts of live() that have been drawn.
  [[nodiscard]] std::uint64_t turns() const { return turns_; }
  /// Why the sort is not repeated though that was asked for; empty where it is.
  [[nodiscard]] const std::string& why_not_live() const { return why_not_live_; }

  /// Draws into the bound framebuffer of that height. Another trace than before is copied into the
  /// buffers, whose storage is then new; else nothing is uploaded. O(passes).
  void draw(const PassStripFrame& frame, int framebuffer_height);
  /// Why nothing is drawn; empty while all is well.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  bool prepare();
  void fill(const std::shared_ptr<const SortTrace>& filled);
  void turn(const PassStripFrame& frame);

  GlProgram program_;
  GlVertexArray vertex_array_;
  GlBuffer floors_;
  std::array<GlBuffer, kBuffers> stamps_;
  std::shared_ptr<const SortTrace> filled_;
  std::uint32_t passes_ = 0;
  int shown_ = 0;
  std::shared_ptr<const Recording> repeated_;  // by live_, or tried to
  std::unique_ptr<LiveTrace> live_;            // behind its buffers: it ends first
  std::uint64_t turns_ = 0;
  std::string why_not_live_;
  std::string error_;
};

}  // namespace sortscope
