// rank_raster.h: a raster of pixels as a texture, stretched over what it shows, without smoothing.
#pragma once

#include <cstdint>
#include <span>

#include "app/surface/gl_handles.h"

struct ImDrawList;

namespace sortscope {

/// A rectangle of the screen, in pixels.
struct ScreenArea {
  float left = 0, top = 0, right = 0, bottom = 0;
};

/// Needs a current context from first use to end.
class RankRaster {
 public:
  /// `rgba`: rows from the top. False where OpenGL makes no texture.
  bool take(std::uint32_t columns, std::uint32_t rows, std::span<const std::uint8_t> rgba);
  void reset() { texture_.reset(); }
  [[nodiscard]] explicit operator bool() const { return static_cast<bool>(texture_); }
  /// Draws all of it over `area`, as far as it is in `clip`.
  void draw(ImDrawList& list, const ScreenArea& area, const ScreenArea& clip) const;

 private:
  GlTexture texture_;
};

}  // namespace sortscope
