// test_lesson_limit.cpp: the lines of a file's lesson work so long in a window, then they ask.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "core/lessons/lesson.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

constexpr std::string_view kText = R"(# T

## First
```sortscope
keys 4 3 2 1
record
keys 6 5 4 3 2 1
record
```
Words.

## Second
```sortscope
keys 2 1
record
```
Words.
)";

constexpr double kNone_s = -1;  // no work at all

class LessonLimit : public testing::Test {
 protected:
  LessonLimit() { app.session.open(prepare_run(small_recording())); }
  static std::shared_ptr<const Lesson> lesson(std::string_view text = kText) {
    auto parsed = parse_lesson(text, "elsewhere.md");
    EXPECT_TRUE(parsed) << parsed.error().text();
    return std::make_shared<const Lesson>(std::move(*parsed));
  }
  void start(std::string_view text = kText) {
    app.lesson->start(app, lesson(text));
    frames();
  }
  // As the window does it, until nothing goes on.
  void frames() {
    do {
      app.background.wait(app);
      app.lesson->attend(app);
    } while (app.background.work);
  }
  [[nodiscard]] int buttons() const {
    return static_cast<int>(std::ranges::count_if(app.notices.shown, [](const Notice& each) {
      return each.action == "Go on" && each.command == "lesson-go-on" && !each.error;
    }));
  }
  [[nodiscard]] std::uint32_t keys() const { return app.session.recording().real_keys(); }
  Status run(std::string_view line) {
    Status status = run_command_line(app, line);
    frames();
    return status;
  }

  QuietSurface surface{false};
  App app{surface};
};

TEST_F(LessonLimit, WhatIsLeftOfAStepWaitsForAPerson) {
  app.lesson->unasked_s = kNone_s;
  start();
  EXPECT_TRUE(app.lesson->asks());
  EXPECT_FALSE(app.lesson->waiting());  // frames rest
  EXPECT_EQ(buttons(), 1);
  EXPECT_EQ(keys(), 8U);
  EXPECT_EQ(app.lesson->error(), "");
  frames();
  EXPECT_EQ(keys(), 8U);
  EXPECT_TRUE(run("lesson-go-on"));
  EXPECT_EQ(keys(), 6U);
  EXPECT_FALSE(app.lesson->asks());
  EXPECT_EQ(buttons(), 0);
  EXPECT_FALSE(run("lesson-go-on"));
  // The next step asks for itself.
  EXPECT_TRUE(run("lesson-next"));
  EXPECT_TRUE(app.lesson->asks());
  EXPECT_EQ(keys(), 6U);
  EXPECT_TRUE(run("lesson-go-on"));
  EXPECT_EQ(keys(), 2U);
}

TEST_F(LessonLimit, NobodyIsAskedWhereTheWorkIsShort) {
  app.lesson->unasked_s = 1e9;
  start();
  EXPECT_FALSE(app.lesson->asks());
  EXPECT_EQ(keys(), 6U);
  EXPECT_EQ(buttons(), 0);
}

// The line whose work takes the time is ended, and begins again.
TEST_F(LessonLimit, WorkThatGoesOnIsEndedAndBeginsAgain) {
  app.lesson->unasked_s = 1e9;
  app.lesson->start(app, lesson("# T\n## S\n```sortscope\nalgorithm odd-even-transposition\n"
                                "size 6000\nrecord\n```\nWords.\n"));
  while (!app.background.work) app.lesson->attend(app);
  app.lesson->unasked_s = kNone_s;
  app.lesson->attend(app);
  ASSERT_TRUE(app.background.work);
  EXPECT_TRUE(app.background.work->progress.cancelled());
  frames();
  EXPECT_TRUE(app.lesson->asks());
  EXPECT_EQ(buttons(), 1);
  EXPECT_EQ(keys(), 8U);
  for (const Notice& notice : app.notices.shown) {
    EXPECT_EQ(notice.text.find("stopped"), std::string::npos) << notice.text;
  }
  EXPECT_TRUE(run("lesson-go-on"));
  EXPECT_EQ(keys(), 6000U);
  EXPECT_EQ(app.lesson->error(), "");
}

// Lines that each take little, and many of them: frames come in between, and a person ends them.
TEST_F(LessonLimit, APersonIsHeardBetweenLines) {
  app.background.watched = true;
  app.lesson->slice_s = kNone_s;
  constexpr std::string_view kSeeks =
      "# T\n## S\n```sortscope\nrecord\nseek 1\nseek 2\nseek 3\nseek 4\n```\nWords.\n";
  start(kSeeks);
  ASSERT_TRUE(app.lesson->goes_on());
  for (int frame = 0; frame < 3; ++frame) frames();
  const std::uint32_t layer = app.session.cursor().layer;
  EXPECT_TRUE(app.lesson->goes_on());
  ASSERT_TRUE(run("cancel"));
  EXPECT_TRUE(app.lesson->asks());
  EXPECT_FALSE(app.lesson->goes_on());
  EXPECT_EQ(buttons(), 1);
  for (int frame = 0; frame < 9; ++frame) frames();
  EXPECT_EQ(app.session.cursor().layer, layer);
  EXPECT_FALSE(run("cancel"));
  EXPECT_TRUE(run("lesson-go-on"));
  for (int frame = 0; frame < 9; ++frame) frames();
  EXPECT_EQ(app.session.cursor().layer, 4U);
  EXPECT_FALSE(app.lesson->goes_on());
  EXPECT_EQ(buttons(), 0);
  EXPECT_EQ(app.lesson->error(), "");
  // Without a person, all at once.
  app.background.watched = false;
  start(kSeeks);
  EXPECT_EQ(app.session.cursor().layer, 4U);
}

// Leaving, closing, going elsewhere: the button goes with the question.
TEST_F(LessonLimit, WhoGoesElsewhereIsNotAskedAnyMore) {
  for (const char* line : {"lesson-leave", "lesson-close", "record-with pairwise"}) {
    app.lesson->unasked_s = kNone_s;
    start();
    ASSERT_EQ(buttons(), 1) << line;
    EXPECT_TRUE(run(line)) << line;
    EXPECT_FALSE(app.lesson->asks()) << line;
    EXPECT_EQ(buttons(), 0) << line;
    EXPECT_FALSE(run("lesson-go-on")) << line;
  }
}

// No line of a file answers in a person's name.
TEST_F(LessonLimit, AFileCannotLetItselfGoOn) {
  EXPECT_FALSE(check_command_line("lesson-go-on", Source::kLesson));
  EXPECT_FALSE(check_command_line("lesson-go-on", Source::kSession));
}

TEST_F(LessonLimit, ShippedLessonsAndScriptsAreNotAsked) {
  app.lesson->unasked_s = kNone_s;
  EXPECT_TRUE(run("lesson 1"));
  EXPECT_FALSE(app.lesson->asks());
  QuietSurface nobody;
  App script(nobody);
  script.lesson->unasked_s = kNone_s;
  script.session.open(prepare_run(small_recording()));
  script.lesson->start(script, lesson());
  script.lesson->settle(script);
  EXPECT_FALSE(script.lesson->asks());
  EXPECT_EQ(script.session.recording().real_keys(), 6U);
}

}  // namespace
}  // namespace sortscope
