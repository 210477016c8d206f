// presenter_window.cpp: the second window (GLFW): a picture that is made by cairo, put on the
// screen.
#include "app/surface/presenter_window.h"

#include <glad/gl.h>
// glad before GLFW: GLFW must not include a GL header of its own.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace sortscope {

namespace {

constexpr float kStep = 1.1F;
constexpr float kMostLarger = 3;

// Makes a window's context current, and afterwards the one that was.
class Current {
 public:
  explicit Current(GLFWwindow* window) : before_(glfwGetCurrentContext()) {
    glfwMakeContextCurrent(window);
  }
  ~Current() { glfwMakeContextCurrent(before_); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
  [[nodiscard]] static bool is(GLFWwindow* window) { return glfwGetCurrentContext() == window; }

 private:
  GLFWwindow* before_;
};

constexpr const char* kWithoutIt =
    "Notes stand in the lesson's file, in lines that begin with '>'.";

Error no_drawing() {
  return {ErrorCode::kUnavailable, "the graphics driver does not draw into the presenter's window.",
          kWithoutIt};
}

class GlfwPresenterWindow final : public PresenterWindow {
 public:
  explicit GlfwPresenterWindow(GLFWwindow* window) : window_(window) {
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
      if (action == GLFW_RELEASE) return;
      if ((mods & GLFW_MOD_CONTROL) != 0 && of(w).take_size(key, scancode)) return;
      of(w).keys_.push_back({key, (mods & GLFW_MOD_CONTROL) != 0, (mods & GLFW_MOD_SHIFT) != 0,
                             (mods & GLFW_MOD_ALT) != 0, action == GLFW_REPEAT, 0});
    });
    // "." and the numbers of answers come as characters.
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned int codepoint) {
      of(w).keys_.push_back({0, false, false, false, false, codepoint});
    });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).stale_ = true; });
  }
  // What is drawn with. Errors: kUnavailable where the driver does not draw into a second window.
  Status make_ready() {
    const Current current(window_);
    if (!Current::is(window_)) return no_drawing();
    glfwSwapInterval(0);
    glGenTextures(1, &texture_);
    glGenFramebuffers(1, &framebuffer_);
    return {};
  }
  ~GlfwPresenterWindow() override { glfwDestroyWindow(window_); }

  Status show(const PresenterText& text, const Palette& palette) override {
    int width = 1;
    int height = 1;
    glfwGetFramebufferSize(window_, &width, &height);
    width = std::max(width, 1);
    height = std::max(height, 1);
    if (!std::exchange(stale_, false) && text == shown_ && &palette == palette_ &&
        width == width_ && height == height_) {
      return {};
    }
    shown_ = text;
    palette_ = &palette;
    width_ = width;
    height_ = height;
    const auto image = presenter_page(text, palette, larger_, width, height);
    if (!image) return image.error();
    return put(*image);
  }
  [[nodiscard]] bool open() const override { return glfwWindowShouldClose(window_) == GLFW_FALSE; }
  [[nodiscard]] std::optional<DesktopArea> stands_at() const override {
    DesktopArea area;
    (void)glfwGetError(nullptr);
    glfwGetWindowPos(window_, &area.x, &area.y);
    if (glfwGetError(nullptr) != GLFW_NO_ERROR) return {};
    glfwGetWindowSize(window_, &area.width, &area.height);
    return area;
  }
  void move_to(const DesktopArea& area) override {
    glfwSetWindowPos(window_, area.x, area.y);
    glfwSetWindowSize(window_, area.width, area.height);
  }
  std::vector<KeyEvent> take_keys() override { return std::exchange(keys_, {}); }

 private:
  static GlfwPresenterWindow& of(GLFWwindow* window) {
    return *static_cast<GlfwPresenterWindow*>(glfwGetWindowUserPointer(window));
  }

  // Ctrl + − 0 are about the notes here, not about what the class sees.
  bool take_size(int key, int scancode) {
    const char* const name = glfwGetKeyName(key, scancode);
    const std::string_view sign = name != nullptr ? name : "";
    if (sign == "+" || sign == "=" || key == GLFW_KEY_KP_ADD) {
      larger_ = std::min(larger_ * kStep, kMostLarger);
    } else if (sign == "-" || key == GLFW_KEY_KP_SUBTRACT) {
      larger_ = std::max(larger_ / kStep, 1 / kMostLarger);
    } else if (sign == "0" || key == GLFW_KEY_KP_0) {
      larger_ = 1;
    } else {
      return false;
    }
    stale_ = true;
    return true;
  }

  Status put(const Image& image) {
    const Current current(window_);
    if (!Current::is(window_)) return no_drawing();
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, image.rgba.data());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    // Rows of an image go down, those of a framebuffer up.
    glBlitFramebuffer(0, 0, image.width, image.height, 0, image.height, image.width, 0,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glfwSwapBuffers(window_);
    return {};
  }

  GLFWwindow* window_;
  unsigned texture_ = 0;
  unsigned framebuffer_ = 0;
  std::vector<KeyEvent> keys_;
  bool stale_ = true;
  float larger_ = 1;  // letters, by Ctrl + and −
  PresenterText shown_;
  const Palette* palette_ = nullptr;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace

Result<std::unique_ptr<PresenterWindow>> make_presenter_window(
    const std::optional<DesktopArea>& place) {
  // The hints of the main window still hold: version and profile of OpenGL.
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);  // it is moved before it is seen
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
  GLFWwindow* window = glfwCreateWindow(960, 600, "Presenter – Sortscope", nullptr, nullptr);
  glfwWindowHint(GLFW_VISIBLE, GLFW_TRUE);
  glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_TRUE);
  if (window == nullptr) {
    const char* why = nullptr;
    glfwGetError(&why);
    return Error{ErrorCode::kUnavailable,
                 std::string("the presenter's window cannot be opened: ") +
                     (why != nullptr ? why : "there is no display") + ".",
                 kWithoutIt};
  }
  auto made = std::make_unique<GlfwPresenterWindow>(window);
  if (Status status = made->make_ready(); !status) return status.error();
  if (place) made->move_to(*place);
  glfwShowWindow(window);
  return std::unique_ptr<PresenterWindow>(std::move(made));
}

}  // namespace sortscope
