// surface.h: where frames go: a window (GLFW) or no window (EGL), with the same OpenGL 4.5 context.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/surface/view_renderer.h"
#include "core/base/error.h"

namespace sortscope {

/// A key or character as the platform delivered it: none is lost, however slow a frame is.
struct KeyEvent {
  int key = 0;  // GLFW key code; 0 for characters
  bool ctrl = false, shift = false, alt = false;
  bool repeat = false;
  char32_t character = 0;  // from the character callback
};

/// A rectangle of the desktop, in the system's units.
struct DesktopArea {
  int x = 0, y = 0, width = 0, height = 0;
  friend bool operator==(const DesktopArea&, const DesktopArea&) = default;
};

/// A screen that a window can fill.
struct Display {
  std::string name;  // "HDMI-1", as the system calls it
  int width = 0, height = 0;
  DesktopArea room = {};  // where windows may stand: without bars and docks
};

class Surface {
 public:
  virtual ~Surface() = default;
  /// Frames are drawn by OpenGL; a surface of tests draws nothing.
  [[nodiscard]] virtual bool draws() const { return true; }
  [[nodiscard]] virtual bool headless() const = 0;
  /// Size of the frame in pixels, and the display's scale (1, 2 ...).
  [[nodiscard]] virtual int width() const = 0;
  [[nodiscard]] virtual int height() const = 0;
  [[nodiscard]] virtual float display_scale() const = 0;
  /// Polls events; waits up to `timeout_s` for one where it is positive. False: the person closes
  /// it.
  virtual bool poll(double timeout_s) = 0;
  /// True if the platform delivered anything (keys, pointer, size, exposure) since the last call.
  virtual bool take_activity() = 0;
  /// Starts an ImGui frame on this surface.
  virtual void begin_frame() = 0;
  /// Draws ImGui's draw data over `clear` and shows it.
  virtual void end_frame(const float clear[4]) = 0;
  /// Waits until what was drawn is done: nothing of a frame runs beside what follows.
  virtual void finish() {}
  /// How far the wheel was turned with Alt held since the last call, in notches: these are not in
  /// ImGui's wheel, which does not know what was held when.
  virtual float take_alt_wheel() { return 0; }
  /// Keys since the last call, in order.
  virtual std::vector<KeyEvent> take_keys() = 0;
  /// Paths dropped onto the window since the last call.
  virtual std::vector<std::string> take_dropped_files() = 0;
  /// The next end_frame() keeps its pixels for read_pixels(): what a window shows cannot be read.
  virtual void keep_frame() {}
  /// The last frame drawn, where it was kept. Errors: kUnavailable.
  virtual Result<Image> read_pixels() = 0;
  virtual void set_fullscreen(bool on) = 0;
  [[nodiscard]] virtual bool fullscreen() const = 0;
  /// Where the window stands; nothing without one, or where the system does not tell.
  [[nodiscard]] virtual std::optional<DesktopArea> stands_at() const { return {}; }
  /// Screens, the first one first; empty without a window.
  [[nodiscard]] virtual std::vector<Display> displays() const { return {}; }
  /// The screen that set_fullscreen() fills, of displays(); -1: the one that has most of the
  /// window. Where a screen is filled, it changes at once.
  virtual void choose_display(int /*index*/) {}
  virtual void set_title(const std::string& title) = 0;
  /// What is left to do when a window closes takes a moment: it is not seen meanwhile.
  virtual void hide() {}
};

/// Lowers a window's size, in units, to what the first display has room for; nothing without one.
void fit_to_display(int& width, int& height);
/// Errors: kUnavailable (no display; no OpenGL 4.5) with what to do.
Result<std::unique_ptr<Surface>> make_window_surface(int width, int height, bool fullscreen);
/// From now on SIGINT, SIGTERM and SIGHUP close the window as a person does: its poll() says so. A
/// second signal ends the program as usual.
void close_on_signals();
/// A surface without a window: EGL, drawn into a framebuffer object. `scale`: its display scale.
Result<std::unique_ptr<Surface>> make_headless_surface(int width, int height, float scale);

/// "NVIDIA H200, OpenGL 4.5 (EGL)" or why there is none; makes a headless context to find out.
std::string describe_gl();

/// Draws of software renderers (llvmpipe) cannot be shared with CUDA.
bool gl_is_software();

}  // namespace sortscope
