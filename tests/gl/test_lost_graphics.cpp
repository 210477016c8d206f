// test_lost_graphics.cpp: the driver resets the graphics in the middle: that is said, and what was
// made is kept.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/surface/view_renderer.h"
#include "app/window/run.h"
#include "core/keys/inputs.h"
#include "core/pictures/palette.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

int frames_left = 0;

GLenum GLAD_API_PTR reset_status() {
  return frames_left-- > 0 ? GL_NO_ERROR : GL_INNOCENT_CONTEXT_RESET;
}

// From now on the driver tells of a reset after `frames` more; until the end of the test.
class PlantedReset {
 public:
  explicit PlantedReset(int frames) : before_(glad_glGetGraphicsResetStatus) {
    frames_left = frames;
    glad_glGetGraphicsResetStatus = reset_status;
  }
  ~PlantedReset() { glad_glGetGraphicsResetStatus = before_; }

 private:
  PFNGLGETGRAPHICSRESETSTATUSPROC before_;
};

TEST(LostGraphics, EndTheWindowWithASentenceAndTheRunsAreThere) {
  auto surface = make_headless_surface(320, 240, 1);
  ASSERT_TRUE(surface) << surface.error().text();
  App app(**surface);
  ASSERT_TRUE(run_command_line(app, "size 16"));
  ASSERT_TRUE(run_command_line(app, "record"));
  app.background.wait(app);
  ASSERT_TRUE(draw_frame(app, 0.1));
  ASSERT_TRUE(run_command_line(app, "step-forward"));
  const PlantedReset reset(2);
  EXPECT_TRUE(draw_frame(app, 0.1));
  EXPECT_TRUE(draw_frame(app, 0.1));
  const Status lost = draw_frame(app, 0.1);
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, ErrorCode::kUnavailable);
  EXPECT_NE(lost.error().message.find("was reset"), std::string::npos);
  EXPECT_FALSE(app.history->texts().empty());
}

TEST(LostGraphics, EndAnExportWithASentence) {
  RunRequest request;
  request.keys = *read_numbers("3 1 2", "test", KeyType::kInt32, 8);
  const auto renderer = make_view_renderer(*record(request, *make_cpu_engine()));
  ASSERT_TRUE(renderer) << renderer.error().text();
  ViewRequest view;
  view.view = "network";
  view.palette = *find_palette("light");
  view.width = 320;
  view.height = 240;
  ASSERT_TRUE((*renderer)->render(view));
  const PlantedReset reset(0);
  const auto image = (*renderer)->render(view);
  ASSERT_FALSE(image);
  EXPECT_NE(image.error().message.find("was reset"), std::string::npos);
}

}  // namespace
}  // namespace sortscope
