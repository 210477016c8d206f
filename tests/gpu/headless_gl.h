// headless_gl.h: OpenGL without a window, on the device that CUDA uses, and buffers to read back.
#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace sortscope {

template <typename Function>
inline Function egl_function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// An OpenGL 4.5 core context without a surface, on the first EGL device that belongs to CUDA (or
/// the first without one).
class HeadlessGl {
 public:
  explicit HeadlessGl(bool on_cuda_device) { why_not_ = create(on_cuda_device); }
  HeadlessGl(const HeadlessGl&) = delete;
  HeadlessGl& operator=(const HeadlessGl&) = delete;
  ~HeadlessGl() {
    if (display_ == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    eglTerminate(display_);
  }
  /// Empty where the context is current.
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

 private:
  std::string create(bool on_cuda_device) {
    const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    const auto query_attribute =
        egl_function<PFNEGLQUERYDEVICEATTRIBEXTPROC>("eglQueryDeviceAttribEXT");
    const auto platform_display =
        egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (query_devices == nullptr || query_attribute == nullptr || platform_display == nullptr) {
      return "EGL lists no devices here";
    }
    EGLDeviceEXT devices[16];
    EGLint count = 0;
    if (query_devices(16, devices, &count) != EGL_TRUE) return "EGL lists no devices here";
    EGLDeviceEXT chosen = EGL_NO_DEVICE_EXT;
    for (EGLint i = count; i-- > 0;) {
      EGLAttrib cuda = 0;
      const bool is_cuda = query_attribute(devices[i], EGL_CUDA_DEVICE_NV, &cuda) == EGL_TRUE;
      (void)eglGetError();
      if (is_cuda == on_cuda_device) chosen = devices[i];
    }
    if (chosen == EGL_NO_DEVICE_EXT) return "no such EGL device";
    display_ = platform_display(EGL_PLATFORM_DEVICE_EXT, chosen, nullptr);
    if (display_ == EGL_NO_DISPLAY || eglInitialize(display_, nullptr, nullptr) != EGL_TRUE) {
      return "EGL does not start on the device";
    }
    eglBindAPI(EGL_OPENGL_API);
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 4,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 5,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
    context_ = eglCreateContext(display_, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context_ == EGL_NO_CONTEXT ||
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != EGL_TRUE) {
      return "no OpenGL 4.5 core context";
    }
    if (gladLoadGL(eglGetProcAddress) == 0) return "OpenGL does not load";
    return "";
  }

  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  std::string why_not_;
};

/// A GL buffer of `words` 32-bit words.
class GlBuffer {
 public:
  explicit GlBuffer(std::uint64_t words) : words_(std::max<std::uint64_t>(words, 1)) {
    glCreateBuffers(1, &id_);
    glNamedBufferStorage(id_, static_cast<GLsizeiptr>(words_ * 4), nullptr, GL_DYNAMIC_STORAGE_BIT);
  }
  GlBuffer(const GlBuffer&) = delete;
  GlBuffer& operator=(const GlBuffer&) = delete;
  ~GlBuffer() { glDeleteBuffers(1, &id_); }
  [[nodiscard]] unsigned id() const { return id_; }
  [[nodiscard]] std::vector<std::uint32_t> read(std::uint64_t words) const {
    std::vector<std::uint32_t> values(words);
    glGetNamedBufferSubData(id_, 0, static_cast<GLsizeiptr>(words * 4), values.data());
    return values;
  }

 private:
  std::uint64_t words_;
  GLuint id_ = 0;
};

}  // namespace sortscope
