// framebuffer.cpp: a framebuffer object with one colour.
#include "app/surface/framebuffer.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include "app/surface/gl_context.h"

namespace sortscope {

Result<bool> Framebuffer::bind(int width, int height) {
  if (framebuffer_ && width == width_ && height == height_) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    return false;
  }
  GLint limit = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &limit);
  if (width < 1 || height < 1 || width > limit || height > limit) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("a picture of {} x {} pixels cannot be drawn.", width, height),
                 fmt::format("Choose a size from 1 x 1 to {0} x {0}.", limit)};
  }
  if (Status status = renew_all(framebuffer_, color_); !status) return status.error();
  width_ = width;
  height_ = height;
  glNamedRenderbufferStorage(color_.name(), GL_RGBA8, width, height);
  glNamedFramebufferRenderbuffer(framebuffer_.name(), GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                 color_.name());
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return true;
  const std::string error = take_gl_error();
  framebuffer_.reset();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return Error{ErrorCode::kUnavailable,
               fmt::format("a picture of {} x {} pixels could not be made: {}.", width, height,
                           error.empty() ? "OpenGL gives no reason" : error),
               "Choose a smaller size."};
}

void Framebuffer::show() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace sortscope
