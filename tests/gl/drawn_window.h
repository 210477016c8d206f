// drawn_window.h: a window without a display, with a run, for tests of what frames do.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string_view>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/surface/surface.h"
#include "app/window/frame.h"

namespace sortscope {

/// 1280 x 800 at scale 1. Skips where OpenGL gives no picture.
class DrawnWindow : public testing::Test {
 protected:
  void SetUp() override {
    auto made = make_headless_surface(1280, 800, 1);
    if (!made) GTEST_SKIP() << made.error().message;
    surface = std::move(*made);
    app = std::make_unique<App>(*surface);
    run("input uniform");
    run("record");
    ASSERT_TRUE(app->session.loaded());
  }
  void TearDown() override {
    app.reset();
    surface.reset();
  }
  /// A command, to its end, and the frames in which cards that it opens have their places.
  void run(std::string_view line) {
    const Status status = run_command_line(*app, line);
    EXPECT_TRUE(status) << line << ": " << (status ? "" : status.error().text());
    app->background.wait(*app);
    draw();
    draw();
  }
  void draw() {
    for (int i = 0; i < 2; ++i) draw_one();
  }
  void draw_one() {
    ASSERT_TRUE(prepare_frame(*app));
    surface->begin_frame();
    compose_frame(*app, 1.0 / 60);
    const float clear[4] = {0, 0, 0, 1};
    surface->end_frame(clear);
  }

  std::unique_ptr<Surface> surface;
  std::unique_ptr<App> app;
};

}  // namespace sortscope
