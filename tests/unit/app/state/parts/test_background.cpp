// test_background.cpp: one piece of work at a time, and whose it is when it ends.
#include "app/state/parts/background.h"

#include <gtest/gtest.h>

#include <thread>

#include "core/recordings/recording.h"
#include "tests/unit/app/no_threads.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(Background, OtherWorkIsRefusedWhileOneGoesOn) {
  QuietSurface surface;
  App app(surface);
  std::promise<void> go_on;
  auto waits = go_on.get_future().share();
  ASSERT_TRUE(app.background.start("First", [waits](Progress&) {
    waits.wait();
    return std::function<void(App&)>();
  }));
  const Status second =
      app.background.start("Second", [](Progress&) { return std::function<void(App&)>(); });
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::kWorkFailed);
  EXPECT_EQ(second.error().message, "'First' is still running.");
  app.background.collect(app);
  EXPECT_NE(app.background.work, nullptr);
  go_on.set_value();
  app.background.wait(app);
  EXPECT_EQ(app.background.work, nullptr);
}

TEST(Background, WithoutAThreadItSaysSo) {
  QuietSurface surface;
  App app(surface);
  {
    const NoThreads none;
    const Status begun =
        app.background.start("First", [](Progress&) { return std::function<void(App&)>(); });
    ASSERT_FALSE(begun.ok());
    EXPECT_EQ(begun.error().code, ErrorCode::kWorkFailed);
  }
  // One that the work itself wants.
  ASSERT_TRUE(app.background.start("Second", [](Progress&) -> std::function<void(App&)> {
    const NoThreads none;
    std::thread([] {}).join();
    return {};
  }));
  app.background.wait(app);
  ASSERT_FALSE(app.notices.shown.empty());
  EXPECT_NE(app.notices.shown.back().text.find("'Second' cannot go on"), std::string::npos);
}

// Who zooms at once is not slowed down by what nobody waits for.
TEST(Background, FurtherWorkBeginsOnceTheWindowRestsOrAfterSoManyFrames) {
  for (const int frames : {Background::kSoonFrames, Background::kLateFrames}) {
    for (const bool rests : {false, true}) {
      QuietSurface surface;
      App app(surface);
      std::promise<void> began;
      const auto begun = began.get_future();
      int ended = 0;
      app.background.look_on(
          [&](Progress&) {
            began.set_value();
            return [&](App&) { ++ended; };
          },
          frames);
      for (int i = 0; i < frames; ++i) app.background.collect(app);
      ASSERT_EQ(begun.wait_for(std::chrono::milliseconds(5)), std::future_status::timeout);
      if (rests) {
        EXPECT_FALSE(app.background.rest(app));
      } else {
        app.background.collect(app);
      }
      begun.wait();
      while (app.background.looks_on()) {
        const bool over = app.background.rest(app);
        EXPECT_EQ(over, !app.background.looks_on());
      }
      EXPECT_EQ(ended, 1);
      EXPECT_FALSE(app.background.rest(app));
    }
  }
}

TEST(Background, TheEndOfWorkHasTheSourceOfItsBeginning) {
  QuietSurface surface;
  App app(surface);
  Source ended = Source::kPerson;
  {
    const SourceScope lesson(app.lines.source, {.source = Source::kLesson});
    ASSERT_TRUE(app.background.start("Work", [&ended](Progress&) {
      return [&ended](App& of) { ended = of.lines.source.source; };
    }));
  }
  EXPECT_EQ(app.lines.source.source, Source::kPerson);
  app.background.wait(app);
  EXPECT_EQ(ended, Source::kLesson);
  EXPECT_EQ(app.lines.source.source, Source::kPerson);
}

TEST(Background, WaitsForWhatTheWorkStarts) {
  QuietSurface surface;
  App app(surface);
  int done = 0;
  ASSERT_TRUE(app.background.start("One", [&done](Progress&) {
    return [&done](App& of) {
      ++done;
      const Status second =
          of.background.start("Two", [&done](Progress&) { return [&done](App&) { ++done; }; });
      EXPECT_TRUE(second.ok());
    };
  }));
  app.background.wait(app);
  EXPECT_EQ(done, 2);
}

}  // namespace
}  // namespace sortscope
