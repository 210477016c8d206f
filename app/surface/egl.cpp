// egl.cpp: the surface without a window, an EGL context that draws into a framebuffer
// object.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>
#include <imgui.h>

#include <backends/imgui_impl_opengl3.h>
#include <array>
#include <cstdlib>

#include "app/surface/framebuffer.h"
#include "app/surface/gl_context.h"
#include "app/surface/surface.h"

namespace sortscope {

namespace {

constexpr EGLint kCudaDeviceAttribute = 0x323A;  // EGL_CUDA_DEVICE_NV

class EglContext {
 public:
  ~EglContext() {
    if (display_ == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    eglTerminate(display_);
  }

  Status open() {
    if (const Status safe = check_driver_files(); !safe) return safe;
    // A headless run writes nothing into the home folder, Mesa's shader cache included.
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
    std::string tried;
    for (EGLDisplay display : candidates()) {
      EGLint major = 0;
      EGLint minor = 0;
      if (display == EGL_NO_DISPLAY || eglInitialize(display, &major, &minor) != EGL_TRUE) continue;
      if (make_context(display)) return {};
      const char* const vendor = eglQueryString(display, EGL_VENDOR);
      tried += fmt::format(" EGL {}.{} ({}) has no OpenGL 4.5 core context.", major, minor,
                           vendor != nullptr ? vendor : "of an unknown maker");
      eglTerminate(display);
    }
    return Error{ErrorCode::kUnavailable, "no EGL display gives OpenGL 4.5." + tried,
                 "Install libegl-mesa0 and libgl1-mesa-dri (software drawing), or a GPU driver."};
  }

 private:
  // A GPU that CUDA also has comes first, then Mesa without a surface, then any other device.
  static std::vector<EGLDisplay> candidates() {
    std::vector<EGLDisplay> gpu;
    std::vector<EGLDisplay> other;
    const auto query_devices =
        reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    const auto query_attribute = reinterpret_cast<PFNEGLQUERYDEVICEATTRIBEXTPROC>(
        eglGetProcAddress("eglQueryDeviceAttribEXT"));
    const auto platform_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
        eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (platform_display == nullptr) return {eglGetDisplay(EGL_DEFAULT_DISPLAY)};
    if (query_devices != nullptr) {
      std::array<EGLDeviceEXT, 16> devices{};
      EGLint count = 0;
      if (query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_TRUE) {
        for (EGLint i = 0; i < count; ++i) {
          auto* const device = devices[static_cast<std::size_t>(i)];
          EGLAttrib cuda = -1;
          const bool shared = query_attribute != nullptr &&
                              query_attribute(device, kCudaDeviceAttribute, &cuda) == EGL_TRUE;
          (shared ? gpu : other)
              .push_back(platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
        }
      }
    }
    gpu.push_back(platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    gpu.insert(gpu.end(), other.begin(), other.end());
    return gpu;
  }

  bool make_context(EGLDisplay display) {
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return false;
    const std::array<EGLint, 5> config_attributes = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                                     EGL_SURFACE_TYPE, 0, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglChooseConfig(display, config_attributes.data(), &config, 1, &count);
    // A driver that can tell of a reset does: asked for last, and left out where that fails.
    std::array<EGLint, 9> attributes = {EGL_CONTEXT_MAJOR_VERSION,
                                        4,
                                        EGL_CONTEXT_MINOR_VERSION,
                                        5,
                                        EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                        EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                        EGL_LOSE_CONTEXT_ON_RESET,
                                        EGL_NONE};
    const EGLConfig chosen = count > 0 ? config : EGL_NO_CONFIG_KHR;
    EGLContext context = eglCreateContext(display, chosen, EGL_NO_CONTEXT, attributes.data());
    if (context == EGL_NO_CONTEXT) {
      attributes[6] = EGL_NONE;
      context = eglCreateContext(display, chosen, EGL_NO_CONTEXT, attributes.data());
    }
    if (context == EGL_NO_CONTEXT) return false;
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE) {
      eglDestroyContext(display, context);
      return false;
    }
    display_ = display;
    context_ = context;
    return true;
  }

  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
};

class HeadlessSurface final : public Surface {
 public:
  ~HeadlessSurface() override {
    if (imgui_) stop_imgui();
  }

  Status open(int width, int height, float scale) {
    if (Status status = context_.open(); !status) return status;
    if (Status status = load_gl(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)); !status) {
      return status;
    }
    if (const auto bound = framebuffer_.bind(width, height); !bound) return bound.error();
    if (Status status = start_imgui(); !status) return status;
    imgui_ = true;
    software_ = gl_is_software();
    width_ = width;
    height_ = height;
    scale_ = scale;
    return {};
  }

  [[nodiscard]] bool headless() const override { return true; }
  [[nodiscard]] int width() const override { return width_; }
  [[nodiscard]] int height() const override { return height_; }
  [[nodiscard]] float display_scale() const override { return scale_; }
  bool poll(double /*timeout_s*/) override { return true; }
  bool take_activity() override { return false; }
  void begin_frame() override {
    (void)framebuffer_.bind(width_, height_);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
    io.DeltaTime = 1.0F / 60;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
  }
  void end_frame(const float clear[4]) override {
    render_imgui(width_, height_, clear, software_ ? &damage_ : nullptr);
  }
  void finish() override { glFinish(); }
  std::vector<KeyEvent> take_keys() override { return {}; }
  std::vector<std::string> take_dropped_files() override { return {}; }
  Result<Image> read_pixels() override {
    (void)framebuffer_.bind(width_, height_);
    return read_framebuffer(width_, height_);
  }
  void set_fullscreen(bool on) override { fullscreen_ = on; }
  [[nodiscard]] bool fullscreen() const override { return fullscreen_; }
  void set_title(const std::string& /*title*/) override {}

 private:
  EglContext context_;
  Framebuffer framebuffer_;
  FrameDamage damage_;
  bool software_ = false;
  int width_ = 0;
  int height_ = 0;
  float scale_ = 1;
  bool imgui_ = false;
  bool fullscreen_ = false;
};

}  // namespace

Result<std::unique_ptr<Surface>> make_headless_surface(int width, int height, float scale) {
  auto surface = std::make_unique<HeadlessSurface>();
  if (Status status = surface->open(width, height, scale); !status) return status.error();
  return std::unique_ptr<Surface>(std::move(surface));
}

std::string describe_gl() {
  EglContext context;
  if (Status status = context.open(); !status) return "none: " + status.error().message;
  if (Status status = load_gl(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)); !status) {
    return "none: " + status.error().message;
  }
  return gl_description() + " (EGL)";
}

}  // namespace sortscope
