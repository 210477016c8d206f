// framebuffer.h: a picture in OpenGL's memory that stays from frame to frame.
#pragma once

#include "app/surface/gl_handles.h"
#include "core/base/error.h"

namespace sortscope {

/// Colours of 8 bits, without depth.
class Framebuffer {
 public:
  /// Binds a picture of this size: another one, of any colours, where the size is another. True
  /// then. Errors: kBadUsage (a size that cannot be drawn), kUnavailable; the one before is gone.
  Result<bool> bind(int width, int height);
  /// Copies it into the window's own, which is bound then.
  void show() const;

 private:
  GlFramebuffer framebuffer_;
  GlRenderbuffer color_;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace sortscope
