// test_pasted_text.cpp: a text that is too long for a field leaves it as it was, and that is said.
#include <gtest/gtest.h>
#include <imgui.h>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/surface/surface.h"
#include "app/widgets/field_limit.h"
#include "app/window/frame.h"

namespace sortscope {
namespace {

class PastedText : public testing::Test {
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
    for (int i = 0; i < 4; ++i) draw();
  }
  void draw() {
    ASSERT_TRUE(prepare_frame(*app));
    surface->begin_frame();
    compose_frame(*app, 1.0 / 60);
    const float clear[4] = {0, 0, 0, 1};
    surface->end_frame(clear);
  }
  // All of it in one frame, as a paste comes.
  bool refuses(std::size_t bytes) {
    app->notices.shown.clear();
    for (std::size_t i = 0; i < bytes; ++i) ImGui::GetIO().AddInputCharacter('7');
    for (int i = 0; i < 3; ++i) draw();
    for (const Notice& notice : app->notices.shown) {
      if (notice.text.starts_with("A field holds ")) return true;
    }
    return false;
  }

  std::unique_ptr<Surface> surface;
  std::unique_ptr<App> app;
};

// Every card that one types into.
TEST_F(PastedText, TooLongIsRefused) {
  for (const char* card : {"find-command", "open", "save", "help"}) {
    run(card);
    EXPECT_FALSE(refuses(100)) << card;
    EXPECT_TRUE(refuses(kMostTextBytes)) << card;
    EXPECT_FALSE(refuses(100)) << card;  // as it was
    run("close");
  }
}

}  // namespace
}  // namespace sortscope
