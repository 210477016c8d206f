// test_clicker.cpp: before a class: a clicker's keys, questions on later pages, a person's numbers.
#include <gtest/gtest.h>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

constexpr int kPageDown = 267;  // GLFW_KEY_PAGE_DOWN
constexpr int kPageUp = 266;
constexpr int kEscape = 256;
constexpr int kEnter = 257;

// At its third stop it asks which of two comparators exchange.
constexpr std::string_view kLesson = R"(# Two runs
## Input
```sortscope
algorithm bitonic
keys 3 7 4 8 6 2 1 5
record
```
The input.

## Bars
```sortscope
view 1 bars
```
Bars.

## Others
```sortscope
algorithm odd-even-merge
keys 4 3 2 1
record
ask exchanges
```
What happens?
)";

class BeforeAClass : public testing::Test {
 protected:
  BeforeAClass() : app(surface) { app.session.open(prepare_run(small_recording())); }
  void attend() {
    app.lesson->settle(app);
    app.session.settle();
    app.quiz->attend(app.session);
  }
  void run(std::string_view line) {
    const Status status = run_command_line(app, line);
    EXPECT_TRUE(status) << status.error().text();
    attend();
  }
  void press(int key) {
    const KeyEvent event{.key = key};
    handle_keys(app, std::span(&event, 1), false);
    attend();
  }
  void type(char32_t character) {
    const KeyEvent event{.key = 0, .character = character};
    handle_keys(app, std::span(&event, 1), false);
  }
  void start() {
    auto lesson = parse_lesson(kLesson, "two.md");
    ASSERT_TRUE(lesson) << lesson.error().text();
    app.lesson->start(app, std::make_shared<const Lesson>(std::move(*lesson)));
    app.lesson->settle(app);
  }

  QuietSurface surface;
  App app;
};

// Every key that a clicker sends, wherever one is while one presents.
TEST_F(BeforeAClass, TheKeysOfAClickerDoWhatClickersDo) {
  constexpr int kF5 = 294;
  constexpr int kB = 66;
  const auto bound = [&](KeyEvent event) {
    const CommandGuide guide(app);
    const Binding binding = find_binding(event, &guide);
    return binding.command == nullptr ? std::string() : std::string(binding.command->id);
  };
  const auto check = [&](const std::string& where, std::string_view on, std::string_view back) {
    EXPECT_EQ(bound({.key = kB}), "blank") << where;
    EXPECT_EQ(bound({.key = 0, .character = '.'}), "blank") << where;
    EXPECT_EQ(bound({.key = kF5}), "present") << where;
    EXPECT_EQ(bound({.key = kF5, .shift = true}), "present") << where;
    EXPECT_EQ(bound({.key = kPageDown}), on) << where;
    EXPECT_EQ(bound({.key = kPageUp}), back) << where;
  };
  run("projector on");
  check("outside lessons", "step-forward", "step-back");
  run("ask exchanges");
  check("at a question outside lessons", "answer-skip", "step-back");
  start();
  check("in a lesson", "lesson-next", "lesson-back");
  EXPECT_EQ(bound({.key = kEscape}), "lesson-leave");
  run("lesson-stop 3");
  ASSERT_TRUE(app.quiz->asking());
  check("at its question", "lesson-next", "lesson-back");
  run("projector off");
  check("at a lesson's question in a window", "lesson-next", "lesson-back");
  run("projector on");
  press(kEscape);
  ASSERT_TRUE(app.lesson->away());
  check("where one has left it", "lesson-next", "lesson-back");
  // What a clicker's one button sends in turn.
  press(kF5);
  EXPECT_TRUE(app.lesson->active());
  EXPECT_TRUE(app.quiz->asking());
  press(kEscape);
  press(kPageDown);
  EXPECT_TRUE(app.lesson->active());
  EXPECT_EQ(app.lesson->place(), (LessonPlace{2, 0}));
  EXPECT_TRUE(app.quiz->asking());
  const std::vector<bool> chosen = app.quiz->chosen();
  for (const bool black : {true, false}) {
    press(kB);
    EXPECT_EQ(app.look.blank, black);
  }
  EXPECT_EQ(app.quiz->chosen(), chosen);
}

// Where the question stands on a later page, whatever would answer it or step past it shows it.
TEST_F(BeforeAClass, AQuestionThatNobodyCanReadIsNotAnswered) {
  constexpr int kRight = 262, kDown = 264, kSpace = 32, kK = 75;
  start();
  run("lesson-stop 3");
  const auto hide = [&] {
    app.lesson->pages.count = 3;
    app.lesson->pages.question = 2;
    app.lesson->pages.shown = 0;
  };
  const auto expect_shown = [&](const std::string& by) {
    EXPECT_EQ(app.lesson->pages.shown, 2U) << by;
    EXPECT_TRUE(app.quiz->asking()) << by;
    EXPECT_EQ(app.quiz->chosen(), std::vector<bool>(2, false)) << by;
    EXPECT_EQ(app.session.cursor().layer, 0U) << by;
  };
  for (const int key : {kRight, kDown, kSpace, kK, kEnter}) {
    hide();
    press(key);
    expect_shown("key " + std::to_string(key));
  }
  hide();
  type('1');
  expect_shown("a number");
  for (const char* line : {"step-forward", "play", "scrub 1"}) {
    hide();
    run(line);
    expect_shown(line);
  }
  type('1');
  EXPECT_TRUE(app.quiz->chosen()[0]);
}

// Whatever the panes showed, the numbers that a person gives are written out.
TEST_F(BeforeAClass, OnesOwnNumbersAreShown) {
  int number = 10;
  for (const char* view : {"race", "plots", "code", "findings", "history"}) {
    for (const std::size_t focused : {0U, 1U}) {
      app.panes.set_count(2);
      ASSERT_TRUE(app.panes.set(focused, view));
      ASSERT_TRUE(app.panes.set(1 - focused, "code"));
      app.panes.focused = focused;
      run("keys 9 8 7 6 " + std::to_string(++number));
      run("record");
      app.background.wait(app);
      const std::string_view shown = app.panes.views[app.panes.focused]->id();
      EXPECT_TRUE(shown == "network" || shown == "bars") << view << " gave " << shown;
    }
  }
}

}  // namespace
}  // namespace sortscope
