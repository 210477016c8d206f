// window.cpp: the surface with a window (GLFW).
#include <glad/gl.h>
// glad before GLFW: GLFW must not include a GL header of its own.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <signal.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <optional>
#include <span>
#include <utility>

#include "app/surface/framebuffer.h"
#include "app/surface/gl_context.h"
#include "app/surface/surface.h"

namespace sortscope {

namespace {

constexpr float kDoubleClick_s = 0.3F;

// Set by a signal that asks the program to end: the window closes as if its person had closed it.
std::atomic<bool> asked_to_end{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void end_by_signal(int) { asked_to_end = true; }

std::string last_glfw_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "unknown reason";
}

class WindowSurface final : public Surface {
 public:
  ~WindowSurface() override {
    picture_ = {};
    if (imgui_) {
      ImGui_ImplGlfw_Shutdown();
      stop_imgui();
    }
    if (window_ != nullptr) glfwDestroyWindow(window_);
    if (glfw_) glfwTerminate();
  }

  Status open(int width, int height, bool fullscreen) {
    if (const Status safe = check_driver_files(); !safe) return safe;
    if (glfwInit() != GLFW_TRUE) {
      return Error{
          ErrorCode::kUnavailable, "no window can be opened: " + last_glfw_error() + ".",
          "Set DISPLAY or WAYLAND_DISPLAY, or use `sortscope export` and --headless, which "
          "need no display."};
    }
    glfw_ = true;
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_SAMPLES, 0);
    // A slide stays on its screen whichever window has the keyboard.
    glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);
    // A driver that can tell of a reset does.
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
    window_ = glfwCreateWindow(width, height, "Sortscope", nullptr, nullptr);
    if (window_ == nullptr) {
      glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_NO_ROBUSTNESS);
      window_ = glfwCreateWindow(width, height, "Sortscope", nullptr, nullptr);
    }
    if (window_ == nullptr) {
      return Error{ErrorCode::kUnavailable, "no window can be opened: " + last_glfw_error() + ".",
                   "OpenGL 4.5 is needed; LIBGL_ALWAYS_SOFTWARE=1 draws in software."};
    }
    glfwMakeContextCurrent(window_);
    if (glfwGetCurrentContext() != window_) {
      return Error{ErrorCode::kUnavailable,
                   "the window cannot be drawn into: " + last_glfw_error() + ".",
                   "LIBGL_ALWAYS_SOFTWARE=1 draws in software."};
    }
    if (Status status = load_gl(glfwGetProcAddress); !status) return status;
    glfwSwapInterval(1);
    glfwSetWindowSizeLimits(window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
    if (Status status = start_imgui(); !status) return status;
    imgui_ = true;
    software_ = gl_is_software();
    ImGui_ImplGlfw_InitForOpenGL(window_, false);
    install_callbacks();
    if (fullscreen) set_fullscreen(true);
    return {};
  }

  [[nodiscard]] bool headless() const override { return false; }
  [[nodiscard]] int width() const override { return size().first; }
  [[nodiscard]] int height() const override { return size().second; }
  [[nodiscard]] float display_scale() const override {
    float x = 1;
    float y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::clamp(std::max(x, y), 0.5F, 4.0F);
  }
  bool poll(double timeout_s) override {
    if (timeout_s > 0 && waiting_.empty()) {
      glfwWaitEventsTimeout(timeout_s);
    } else {
      glfwPollEvents();
    }
    feed_keys();
    return glfwWindowShouldClose(window_) == GLFW_FALSE && !asked_to_end;
  }
  bool take_activity() override { return std::exchange(active_, false); }
  void begin_frame() override {
    // A second window that could not be left has it still.
    if (glfwGetCurrentContext() != window_) glfwMakeContextCurrent(window_);
    // ImGui tells the time between two clicks by frames: drawing them is no time of the person's.
    ImGui::GetIO().MouseDoubleClickTime =
        kDoubleClick_s +
        2 * static_cast<float>(*std::max_element(drawn_s_.begin(), drawn_s_.end()));
    begun_s_ = glfwGetTime();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    // ImGui ends the program where no time has passed: a clock that stands still, or goes back.
    ImGuiIO& io = ImGui::GetIO();
    if (!(io.DeltaTime > 0)) io.DeltaTime = 1e-3F;
    count_in_pixels();
    ImGui::NewFrame();
    fed_ = false;
  }
  void end_frame(const float clear[4]) override {
    const auto [w, h] = size();
    // A window's own buffers are undefined once they are shown.
    const auto stays = software_ ? picture_.bind(w, h) : Result<bool>(false);
    if (stays && *stays) damage_.forget();
    const bool in_parts = software_ && stays.ok();
    render_imgui(w, h, clear, in_parts ? &damage_ : nullptr);
    // Before the swap: then the back buffer is undefined, and the front one the compositor's.
    kept_.reset();
    if (std::exchange(keeps_, false)) kept_ = read_framebuffer(w, h);
    if (in_parts) picture_.show();
    glfwSwapBuffers(window_);
    std::rotate(drawn_s_.begin(), drawn_s_.begin() + 1, drawn_s_.end());
    drawn_s_.back() = glfwGetTime() - begun_s_;
  }
  void finish() override { glFinish(); }
  float take_alt_wheel() override { return std::exchange(alt_wheel_, 0.0F); }
  std::vector<KeyEvent> take_keys() override { return std::exchange(keys_, {}); }
  std::vector<std::string> take_dropped_files() override { return std::exchange(dropped_, {}); }
  void keep_frame() override { keeps_ = true; }
  Result<Image> read_pixels() override {
    if (kept_) return *kept_;
    return Error{ErrorCode::kUnavailable, "the frame was not kept.", ""};
  }
  void set_fullscreen(bool on) override {
    if (on == fullscreen()) return;
    if (on) {
      glfwGetWindowPos(window_, &old_x_, &old_y_);
      glfwGetWindowSize(window_, &old_width_, &old_height_);
      fill(chosen_monitor());
    } else {
      glfwSetWindowMonitor(window_, nullptr, old_x_, old_y_, old_width_, old_height_, 0);
    }
  }
  [[nodiscard]] std::vector<Display> displays() const override {
    std::vector<Display> found;
    for (GLFWmonitor* monitor : monitors()) {
      const GLFWvidmode* mode = glfwGetVideoMode(monitor);
      const char* name = glfwGetMonitorName(monitor);
      DesktopArea room;
      glfwGetMonitorWorkarea(monitor, &room.x, &room.y, &room.width, &room.height);
      found.push_back({name != nullptr ? name : "", mode != nullptr ? mode->width : 0,
                       mode != nullptr ? mode->height : 0, room});
    }
    return found;
  }
  void choose_display(int index) override {
    display_ = index;
    if (!fullscreen()) return;
    if (GLFWmonitor* monitor = chosen_monitor(); monitor != glfwGetWindowMonitor(window_)) {
      fill(monitor);
    }
  }
  [[nodiscard]] bool fullscreen() const override {
    return glfwGetWindowMonitor(window_) != nullptr;
  }
  [[nodiscard]] std::optional<DesktopArea> stands_at() const override {
    DesktopArea area;
    (void)glfwGetError(nullptr);
    glfwGetWindowPos(window_, &area.x, &area.y);
    if (glfwGetError(nullptr) != GLFW_NO_ERROR) return {};  // Wayland does not tell
    glfwGetWindowSize(window_, &area.width, &area.height);
    return area;
  }
  void set_title(const std::string& title) override { glfwSetWindowTitle(window_, title.c_str()); }
  void hide() override { glfwHideWindow(window_); }

 private:
  [[nodiscard]] std::pair<int, int> size() const {
    int w = 1;
    int h = 1;
    glfwGetFramebufferSize(window_, &w, &h);
    return {std::max(w, 1), std::max(h, 1)};
  }

  // Frames are laid out in pixels. Where the window system counts in larger units (Wayland with a
  // scale), GLFW and ImGui count in them too.
  void count_in_pixels() const {
    int w = 0;
    int h = 0;
    glfwGetWindowSize(window_, &w, &h);
    const auto [wide, high] = size();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(wide), static_cast<float>(high)};
    io.DisplayFramebufferScale = {1, 1};
    if (w <= 0 || h <= 0 || (w == wide && h == high) || !ImGui::IsMousePosValid(&io.MousePos)) {
      return;
    }
    io.MousePos.x *= static_cast<float>(wide) / static_cast<float>(w);
    io.MousePos.y *= static_cast<float>(high) / static_cast<float>(h);
  }

  static std::span<GLFWmonitor* const> monitors() {
    int count = 0;
    GLFWmonitor** found = glfwGetMonitors(&count);
    return {found, static_cast<std::size_t>(std::max(count, 0))};
  }

  void fill(GLFWmonitor* monitor) {
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (mode == nullptr) return;
    // Window managers that do not heed a wish for a monitor fill the one that has the window.
    if (monitor != monitor_of_window() && stands_at()) {
      int left = 0, top = 0;
      glfwGetMonitorPos(monitor, &left, &top);
      const int width = std::min(old_width_, mode->width);
      const int height = std::min(old_height_, mode->height);
      glfwSetWindowMonitor(window_, nullptr, left + (mode->width - width) / 2,
                           top + (mode->height - height) / 2, width, height, 0);
    }
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }

  // The one chosen, else the one that has the window; a chosen one may have been unplugged.
  [[nodiscard]] GLFWmonitor* chosen_monitor() const {
    const auto all = monitors();
    if (display_ >= 0 && static_cast<std::size_t>(display_) < all.size()) {
      return all[static_cast<std::size_t>(display_)];
    }
    return monitor_of_window();
  }

  // The one that has most of the window.
  [[nodiscard]] GLFWmonitor* monitor_of_window() const {
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetWindowPos(window_, &x, &y);
    glfwGetWindowSize(window_, &width, &height);
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    int most = 0;
    for (GLFWmonitor* monitor : monitors()) {
      const GLFWvidmode* mode = glfwGetVideoMode(monitor);
      int left = 0, top = 0;
      glfwGetMonitorPos(monitor, &left, &top);
      if (mode == nullptr) continue;
      const int wide = std::min(x + width, left + mode->width) - std::max(x, left);
      const int high = std::min(y + height, top + mode->height) - std::max(y, top);
      if (wide <= 0 || high <= 0 || wide * high <= most) continue;
      most = wide * high;
      best = monitor;
    }
    return best;
  }

  static WindowSurface& of(GLFWwindow* window) {
    return *static_cast<WindowSurface*>(glfwGetWindowUserPointer(window));
  }

  // ImGui 1.86 has no event queue: our own callbacks keep every key, feed_keys() passes it on.
  void install_callbacks() {
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
      of(w).active_ = true;
      of(w).waiting_.push_back({key, scancode, action, mods, 0});
    });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned int codepoint) {
      of(w).active_ = true;
      of(w).waiting_.push_back({0, 0, GLFW_PRESS, 0, codepoint});
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int mods) {
      of(w).active_ = true;
      ImGui_ImplGlfw_MouseButtonCallback(w, button, action, mods);
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
      of(w).active_ = true;
      // GLFW's keys are those of the moment, ImGui's those of the frame that comes.
      if (glfwGetKey(w, GLFW_KEY_LEFT_ALT) == GLFW_PRESS ||
          glfwGetKey(w, GLFW_KEY_RIGHT_ALT) == GLFW_PRESS) {
        of(w).alt_wheel_ += static_cast<float>(y);
      } else {
        ImGui_ImplGlfw_ScrollCallback(w, x, y);
      }
    });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int focused) {
      of(w).active_ = true;
      ImGui_ImplGlfw_WindowFocusCallback(w, focused);
    });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
      of(w).active_ = true;
      ImGui_ImplGlfw_CursorEnterCallback(w, entered);
    });
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double, double) { of(w).active_ = true; });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).active_ = true; });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { of(w).active_ = true; });
    glfwSetWindowContentScaleCallback(window_,
                                      [](GLFWwindow* w, float, float) { of(w).active_ = true; });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
      of(w).active_ = true;
      of(w).dropped_.insert(of(w).dropped_.end(), paths, paths + count);
    });
  }

  struct KeyInput {
    int key, scancode, action, mods;
    char32_t character;
  };

  // Keys that matter to a text field besides the characters they give.
  static bool edits(const KeyInput& input) {
    if (input.character != 0) return false;
    const bool prints = input.key <= GLFW_KEY_WORLD_2 ||
                        (input.key >= GLFW_KEY_KP_0 && input.key <= GLFW_KEY_KP_ADD);
    const bool shifts = input.key >= GLFW_KEY_LEFT_SHIFT && !is_control(input.key);
    return (!prints || (input.mods & GLFW_MOD_CONTROL) != 0) && !shifts;
  }
  static bool is_control(int key) {
    return key == GLFW_KEY_LEFT_CONTROL || key == GLFW_KEY_RIGHT_CONTROL;
  }

  // Passes keys on to ImGui and take_keys(). ImGui looks at its keys once a frame and at characters
  // before keys: while a text field has the keyboard, what would be lost or come in the wrong order
  // (a quick Ctrl+A, Backspace twice, a letter after Backspace) waits for the next frame.
  void feed_keys() {
    if (fed_) return;
    const bool typing = ImGui::GetIO().WantTextInput;
    std::vector<int> changed;
    bool pressed = false;
    while (!waiting_.empty()) {
      const KeyInput input = waiting_.front();
      if (typing && pressed && (input.character != 0 || is_control(input.key))) break;
      if (edits(input)) {
        if (typing && std::find(changed.begin(), changed.end(), input.key) != changed.end()) break;
        changed.push_back(input.key);
        pressed = pressed || (input.action != GLFW_RELEASE && !is_control(input.key));
      }
      waiting_.pop_front();
      pass_on(input);
      fed_ = true;
    }
  }

  void pass_on(const KeyInput& input) {
    if (input.character != 0) {
      ImGui_ImplGlfw_CharCallback(window_, input.character);
      keys_.push_back({0, false, false, false, false, input.character});
      return;
    }
    ImGui_ImplGlfw_KeyCallback(window_, input.key, input.scancode, input.action, input.mods);
    if (input.action == GLFW_RELEASE) return;
    keys_.push_back({input.key, (input.mods & GLFW_MOD_CONTROL) != 0,
                     (input.mods & GLFW_MOD_SHIFT) != 0, (input.mods & GLFW_MOD_ALT) != 0,
                     input.action == GLFW_REPEAT, 0});
  }

  GLFWwindow* window_ = nullptr;
  bool glfw_ = false;
  bool imgui_ = false;
  bool software_ = false;  // only what changes is drawn, into a picture that stays
  Framebuffer picture_;
  FrameDamage damage_;
  bool active_ = false;
  float alt_wheel_ = 0;
  std::vector<KeyEvent> keys_;
  std::deque<KeyInput> waiting_;
  bool fed_ = false;  // ImGui has keys that no frame has seen yet
  std::vector<std::string> dropped_;
  double begun_s_ = 0;                  // this frame
  std::array<double, 3> drawn_s_ = {};  // what the last frames took
  bool keeps_ = false;                  // the next frame
  std::optional<Result<Image>> kept_;   // pixels of the last one
  int display_ = -1;                    // of monitors()
  int old_x_ = 0, old_y_ = 0, old_width_ = 1280, old_height_ = 720;
};

}  // namespace

void close_on_signals() {
  struct sigaction action = {};
  action.sa_handler = end_by_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup stays nohup
  }
}

void fit_to_display(int& width, int& height) {
  if (glfwInit() != GLFW_TRUE) return;
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  int x = 0;
  int y = 0;
  int most_wide = 0;
  int most_high = 0;
  glfwGetMonitorWorkarea(monitor, &x, &y, &most_wide, &most_high);
  float scale_x = 1;
  float scale_y = 1;
  glfwGetMonitorContentScale(monitor, &scale_x, &scale_y);
  const auto units = [](int pixels, float scale) {
    return static_cast<int>(static_cast<float>(pixels) / std::clamp(scale, 0.5F, 4.0F));
  };
  if (most_wide > 0) width = std::min(width, units(most_wide, scale_x));
  if (most_high > 0) height = std::min(height, units(most_high, scale_y));
}

Result<std::unique_ptr<Surface>> make_window_surface(int width, int height, bool fullscreen) {
  auto surface = std::make_unique<WindowSurface>();
  if (Status status = surface->open(width, height, fullscreen); !status) return status.error();
  return std::unique_ptr<Surface>(std::move(surface));
}

}  // namespace sortscope
