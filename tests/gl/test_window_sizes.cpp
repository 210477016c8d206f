// test_window_sizes.cpp: the whole window at sizes and scales that leave hardly any room: every
// frame comes to its end.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/window/run.h"
#include "core/recordings/usual_run.h"

namespace sortscope {
namespace {

struct WindowSize {
  int width, height;
  float scale;
};

class WindowSizes : public testing::TestWithParam<WindowSize> {};

TEST_P(WindowSizes, AreDrawnToTheEnd) {
  const WindowSize size = GetParam();
  auto surface = make_headless_surface(size.width, size.height, size.scale);
  ASSERT_TRUE(surface.ok()) << surface.error().text();
  App app(**surface);
  const std::vector<std::string> lines = {"algorithm adaptive",
                                          "size 16",
                                          "record",
                                          "end",
                                          "view 1 cylinder",
                                          "cylinder-unrolled",
                                          "views 4",
                                          "view 2 tree",
                                          "view 3 schedule",
                                          "view 4 compare",
                                          "views 2",
                                          "projector",
                                          "projector",
                                          "lesson 2 3",
                                          "quiz on",
                                          "help",
                                          "close",
                                          "welcome",
                                          "close",
                                          "new-run",
                                          "close",
                                          "palette",
                                          "close"};
  for (const std::string& line : lines) {
    const Status status = run_command_line(app, line);
    ASSERT_TRUE(status.ok()) << line << ": " << status.error().text();
    app.background.wait(app);
    for (int i = 0; i < 2; ++i) {
      const Status drawn = draw_frame(app, 0.1);
      ASSERT_TRUE(drawn.ok()) << line << ": " << drawn.error().text();
    }
  }
}

std::vector<WindowSize> sizes() {
  std::vector<WindowSize> all;
  for (const float scale : {0.5F, 1.0F, 2.0F, 4.0F}) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {70, 50}, {640, 400}, {3000, 90}, {130, 1500}}) {
      all.push_back({width, height, scale});
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Windows, WindowSizes, testing::ValuesIn(sizes()), [](const auto& given) {
  return std::to_string(given.param.width) + "x" + std::to_string(given.param.height) + "_" +
         std::to_string(static_cast<int>(10 * given.param.scale));
});

}  // namespace
}  // namespace sortscope
