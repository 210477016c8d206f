// blank.h: a surface that draws nothing: for what commands do, without a display or OpenGL.
#pragma once

#include <string>
#include <vector>

#include "app/surface/surface.h"

namespace sortscope {

class BlankSurface : public Surface {
 public:
  explicit BlankSurface(bool headless = true) : headless_(headless) {}
  [[nodiscard]] bool draws() const override { return false; }
  [[nodiscard]] bool headless() const override { return headless_; }
  [[nodiscard]] int width() const override { return 1280; }
  [[nodiscard]] int height() const override { return 720; }
  [[nodiscard]] float display_scale() const override { return 1; }
  bool poll(double) override { return true; }
  bool take_activity() override { return false; }
  void begin_frame() override {}
  void end_frame(const float*) override {}
  std::vector<KeyEvent> take_keys() override { return {}; }
  std::vector<std::string> take_dropped_files() override { return {}; }
  Result<Image> read_pixels() override { return Error{ErrorCode::kUnavailable, "no picture.", ""}; }
  void set_fullscreen(bool on) override { fullscreen_ = on; }
  [[nodiscard]] bool fullscreen() const override { return fullscreen_; }
  void set_title(const std::string&) override {}

 private:
  bool headless_;
  bool fullscreen_ = false;
};

}  // namespace sortscope
