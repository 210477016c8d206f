// rank_raster.cpp: uploads a raster and stretches it.
#include "app/painters/rank_raster.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <bit>

namespace sortscope {

bool RankRaster::take(std::uint32_t columns, std::uint32_t rows,
                      std::span<const std::uint8_t> rgba) {
  if (columns == 0 || rows == 0 || !texture_.renew()) {
    texture_.reset();
    return false;
  }
  const auto width = static_cast<GLsizei>(columns);
  const auto height = static_cast<GLsizei>(rows);
  const GLuint name = texture_.name();
  glTextureStorage2D(name, 1, GL_RGBA8, width, height);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTextureSubImage2D(name, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  return true;
}

void RankRaster::draw(ImDrawList& list, const ScreenArea& area, const ScreenArea& clip) const {
  const float left = std::max(area.left, clip.left);
  const float right = std::min(area.right, clip.right);
  const float top = std::max(area.top, clip.top);
  const float bottom = std::min(area.bottom, clip.bottom);
  if (!texture_ || left >= right || top >= bottom) return;
  const float width = area.right - area.left;
  const float height = area.bottom - area.top;
  list.AddImage(std::bit_cast<ImTextureID>(std::uintptr_t{texture_.name()}), {left, top},
                {right, bottom}, {(left - area.left) / width, (top - area.top) / height},
                {(right - area.left) / width, (bottom - area.top) / height});
}

}  // namespace sortscope
