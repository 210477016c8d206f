// gl_handles.h: owners of what OpenGL knows by a number.
#pragma once

#include <cstdint>
#include <utility>

#include "core/base/error.h"

namespace sortscope {

enum class GlKind : std::uint8_t {
  kBuffer,
  kVertexArray,
  kTexture,  // two-dimensional
  kProgram,
  kFramebuffer,
  kRenderbuffer,
  kPipeline
};

/// Errors: kUnavailable (OpenGL makes none: the context is lost or missing).
Result<unsigned> make_gl_name(GlKind kind);
void delete_gl_name(GlKind kind, unsigned name);

/// Owns one object of OpenGL, or none. Needs its context to be current where it is made and where
/// it ends, unless it owns none.
template <GlKind kind>
class GlHandle {
 public:
  GlHandle() = default;
  ~GlHandle() { reset(); }
  GlHandle(GlHandle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlHandle& operator=(GlHandle&& other) noexcept {
    if (this != &other) {
      reset();
      name_ = std::exchange(other.name_, 0);
    }
    return *this;
  }
  GlHandle(const GlHandle&) = delete;
  GlHandle& operator=(const GlHandle&) = delete;

  /// OpenGL's name of it; 0: none.
  [[nodiscard]] unsigned name() const { return name_; }
  [[nodiscard]] explicit operator bool() const { return name_ != 0; }
  void reset() {
    if (name_ != 0) delete_gl_name(kind, std::exchange(name_, 0));
  }
  /// Makes a new one in its place. Errors: those of make_gl_name(); then it owns none.
  Status renew() {
    reset();
    auto name = make_gl_name(kind);
    if (!name) return name.error();
    name_ = *name;
    return {};
  }

 private:
  unsigned name_ = 0;
};

using GlBuffer = GlHandle<GlKind::kBuffer>;
using GlVertexArray = GlHandle<GlKind::kVertexArray>;
using GlTexture = GlHandle<GlKind::kTexture>;
using GlProgram = GlHandle<GlKind::kProgram>;
using GlFramebuffer = GlHandle<GlKind::kFramebuffer>;
using GlRenderbuffer = GlHandle<GlKind::kRenderbuffer>;
using GlPipeline = GlHandle<GlKind::kPipeline>;

/// Makes all of them anew, in this order. Errors: that of the first that cannot be made.
template <typename... Handles>
Status renew_all(Handles&... handles) {
  Status status;
  (void)((status = handles.renew(), status.ok()) && ...);
  return status;
}

}  // namespace sortscope
