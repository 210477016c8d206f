// test_prepared_frame.cpp: a run that takes long to come in has a frame of its own.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include "app/state/opening.h"
#include "app/window/frame.h"
#include "core/recordings/recording.h"
#include "tests/gl/drawn_window.h"

namespace sortscope {
namespace {

class PreparedFrame : public DrawnWindow {
 protected:
  // A run that is there at the next frame.
  void bring_run() {
    const auto run = app->session.shared_recording();
    ASSERT_TRUE(app->background.start("Run", [run](Progress&) -> std::function<void(App&)> {
      const auto made = std::make_shared<PreparedRun>(prepare_run(run));
      return [made](App& shown) { adopt(shown, std::move(*made)); };
    }));
    app->background.work->result.wait();
  }
  bool in_time(std::chrono::nanoseconds most) {
    const Result<bool> found = prepare_in_time(*app, most);
    EXPECT_TRUE(found.ok());
    return found && *found;
  }
};

TEST_F(PreparedFrame, IsLeftOutWhereARunHasTakenItsTime) {
  for (const bool watched : {true, false}) {
    app->background.watched = watched;
    for (const std::chrono::nanoseconds most :
         {std::chrono::nanoseconds(0), std::chrono::nanoseconds(std::chrono::hours(1))}) {
      const std::uint64_t before = app->session.generation();
      bring_run();
      EXPECT_EQ(in_time(most), !watched || most.count() > 0);
      // It has come in, and what follows is drawn however long it takes.
      EXPECT_NE(app->session.generation(), before);
      EXPECT_TRUE(in_time(most));
    }
  }
}

}  // namespace
}  // namespace sortscope
