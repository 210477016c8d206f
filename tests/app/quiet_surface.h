// quiet_surface.h: a surface that draws nothing, for tests of what commands do.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/app.h"
#include "core/inputs.h"

namespace sortscope {

class QuietSurface : public Surface {
 public:
  explicit QuietSurface(bool headless = true) : headless_(headless) {}
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

/// Keys 7, 6, ... 0 sorted by the XOR form: 8 wires, 6 layers, levels of 1, 2 and 3 layers.
inline std::shared_ptr<const Recording> small_recording() {
  RunRequest request;
  request.keys = *read_numbers("7 6 5 4 3 2 1 0", "test", KeyType::kInt32, 8);
  auto recording = record(request, *make_cpu_engine());
  return *recording;
}

}  // namespace sortscope
