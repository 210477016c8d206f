// test_tooltips.cpp: everything that can be pressed says what it does.
#include <gtest/gtest.h>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/surface/surface.h"
#include "app/widgets/widgets.h"
#include "app/window/frame.h"

namespace sortscope {
namespace {

class Tooltips : public testing::Test {
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
  void run(std::string_view line) {
    const Status status = run_command_line(*app, line);
    EXPECT_TRUE(status) << line << ": " << (status ? "" : status.error().text());
    app->background.wait(*app);
    draw();
  }
  void draw() {
    for (int i = 0; i < 2; ++i) {
      ASSERT_TRUE(prepare_frame(*app));
      surface->begin_frame();
      compose_frame(*app, 1.0 / 60);
      const float clear[4] = {0, 0, 0, 1};
      surface->end_frame(clear);
    }
  }

  std::unique_ptr<Surface> surface;
  std::unique_ptr<App> app;
};

TEST_F(Tooltips, EveryButtonHasOne) {
  for (const std::string_view line :
       {"views 4",        "loop 0 3",     "bookmark", "seek 2",       "play",  "pause",
        "padding hidden", "help",         "close",    "palette",      "close", "open",
        "close",          "save",         "close",    "save-session", "close", "export",
        "close",          "new-run",      "close",    "info",         "close", "bench",
        "close",          "command-line", "close",    "welcome",      "close", "projector",
        "projector"}) {
    run(line);
  }
  run("views 1");
  for (const ViewKind& kind : view_kinds()) run("view " + std::string(kind.id));
  app->notices.notify("A message.");
  app->notices.offer("Something to do.", "Sort them instead", "sort-instead");
  draw();
  // The next button would find the last one unexplained.
  draw();
  EXPECT_EQ(app->look.pointer_rest->unexplained, std::set<std::string>());
}

}  // namespace
}  // namespace sortscope
