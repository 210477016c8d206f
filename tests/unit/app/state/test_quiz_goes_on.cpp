// test_quiz_goes_on.cpp: what follows an answer, whose score it is, and refusals in one sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_player.h"
#include "app/state/parts/nothing_chosen.h"
#include "app/state/quiz.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

constexpr int kEnter = 257;     // GLFW_KEY_ENTER
constexpr int kEscape = 256;    // GLFW_KEY_ESCAPE
constexpr int kPageDown = 267;  // GLFW_KEY_PAGE_DOWN

constexpr std::string_view kLesson = R"(# One question

## Asked
```sortscope
keys 4 3 2 1
record
ask choice "Sorted?" "yes" "*no"
```
Well?

## Then
```sortscope
seek 1
```
Done.
)";

class QuizGoesOn : public testing::Test {
 protected:
  QuizGoesOn() : app(surface) { app.session.open(prepare_run(small_recording())); }
  void settle() {
    app.lesson->settle(app);
    app.session.settle();
    app.quiz->attend(app.session);
  }
  void start_lesson() {
    auto lesson = parse_lesson(kLesson, "one.md");
    ASSERT_TRUE(lesson);
    app.lesson->start(app, std::make_shared<const Lesson>(std::move(*lesson)));
    settle();
  }
  void run(std::string_view line) {
    const Status status = run_command_line(app, line);
    EXPECT_TRUE(status) << line << ": " << (status ? "" : status.error().text());
    settle();
  }
  void press(const KeyEvent& event) {
    handle_keys(app, std::span(&event, 1), false);
    settle();
  }

  QuietSurface surface;
  App app;
};

TEST_F(QuizGoesOn, EnterAfterTheAnswerAsksTheNextQuestion) {
  run("quiz on");
  ASSERT_TRUE(app.quiz->asking());
  const Cursor first = app.quiz->question().asked;
  run("answer-skip");
  ASSERT_TRUE(app.quiz->answered());
  app.notices.shown.clear();
  press({.key = kEnter});
  ASSERT_TRUE(app.quiz->asking());
  EXPECT_GT(app.quiz->question().asked, first);
  EXPECT_TRUE(app.notices.shown.empty());
}

// "Esc ends it" stands above the question.
TEST_F(QuizGoesOn, EscEndsItThoughAMessageStands) {
  run("quiz on");
  ASSERT_TRUE(app.quiz->asking());
  app.notices.notify("that did not work.", true);
  press({.key = kEscape});
  EXPECT_FALSE(app.quiz->on);
  EXPECT_FALSE(app.quiz->open());
  EXPECT_TRUE(app.notices.shown.empty()) << app.notices.shown[0].text;
}

TEST_F(QuizGoesOn, ToTheEndOfTheRunAndNoFurther) {
  run("quiz on");
  for (int i = 0; i < 50 && app.quiz->open(); ++i) {
    if (app.quiz->asking()) run("answer-skip");
    press({.key = kEnter});
  }
  EXPECT_FALSE(app.quiz->open());
  EXPECT_EQ(app.session.cursor(), app.session.recording().network.end());
}

TEST_F(QuizGoesOn, WithNothingChosenItSaysHowToChoose) {
  run("ask choice \"Which?\" \"this\" \"*that\"");
  const Status words = app.quiz->check(app.session);
  ASSERT_FALSE(words);
  EXPECT_NE(words.error().hint.find("number"), std::string::npos) << words.error().hint;
  EXPECT_EQ(words.error().hint.find("picture"), std::string::npos) << words.error().hint;
  run("seek 0");
  run("ask wire 1");
  const Status wires = app.quiz->check(app.session);
  ASSERT_FALSE(wires);
  EXPECT_NE(wires.error().hint.find("picture"), std::string::npos) << wires.error().hint;
}

TEST_F(QuizGoesOn, ThatNothingIsChosenIsSaidWhileItIsAsked) {
  const auto said = [&] {
    forget_nothing_chosen(*app.quiz, app.notices);
    return std::ranges::any_of(app.notices.shown, [](const Notice& notice) {
      return notice.text.starts_with("nothing is chosen yet.");
    });
  };
  run("ask choice \"Which?\" \"this\" \"*that\"");
  press({.key = kEnter});
  EXPECT_TRUE(said());
  run("answer-skip");
  EXPECT_FALSE(said());
}

TEST_F(QuizGoesOn, WhatALessonAsksWaitsWithIt) {
  start_lesson();
  ASSERT_TRUE(app.quiz->asking());
  press({.key = 256});
  EXPECT_TRUE(app.lesson->away());
  EXPECT_FALSE(app.quiz->open());
  EXPECT_EQ(app.quiz->score().asked(), 0U);
  run("lesson-return");
  EXPECT_TRUE(app.quiz->asking());
}

TEST_F(QuizGoesOn, EnterGoesOnInALesson) {
  start_lesson();
  run("answer 2");
  press({.key = kEnter});
  ASSERT_TRUE(app.quiz->answered());
  EXPECT_EQ(app.lesson->place().stop, 0U);
  press({.key = kEnter});
  EXPECT_EQ(app.lesson->place().stop, 1U);
}

TEST_F(QuizGoesOn, ALessonsScoreAndTheQuizsAreApart) {
  start_lesson();
  run("answer 2");
  run("answer-check");
  run("lesson-close");
  run("quiz on");
  run("answer-skip");
  EXPECT_EQ(app.quiz->score_of("one").asked(), 1U);
  EXPECT_EQ(app.quiz->score_of("one").right, 1U);
  EXPECT_EQ(app.quiz->score_of("").asked(), 1U);
  EXPECT_EQ(app.quiz->score_of("").skipped, 1U);
  run("score");
  const std::string text = app.notices.shown.back().text;
  EXPECT_NE(text.find("Lesson one: 1 of 1 right."), std::string::npos) << text;
  EXPECT_NE(text.find("Quiz: 0 of 1 right, 1 not answered."), std::string::npos) << text;
}

// A lesson that was left to explore takes PgDn only where nothing is asked.
TEST_F(QuizGoesOn, PgDnIsTheQuestionsThoughALessonWaits) {
  start_lesson();
  run("record-with bitonic 8");
  app.background.wait(app);
  settle();
  ASSERT_TRUE(app.lesson->away());
  run("quiz on");
  ASSERT_TRUE(app.quiz->asking());
  const std::uint64_t generation = app.session.generation();
  press({.key = kPageDown});
  EXPECT_TRUE(app.lesson->away());
  EXPECT_TRUE(app.quiz->answered());
  EXPECT_TRUE(app.quiz->skipped());
  press({.key = kPageDown});
  EXPECT_TRUE(app.quiz->asking());
  EXPECT_EQ(app.session.generation(), generation);
  // Once the quiz is over, it comes back to the lesson.
  run("quiz off");
  press({.key = kPageDown});
  EXPECT_TRUE(app.lesson->active());
}

// Nobody has answered it, and nobody was told.
TEST_F(QuizGoesOn, AQuestionThatIsLeftDoesNotCountAndComesBack) {
  start_lesson();
  run("record-with bitonic 8");
  app.background.wait(app);
  settle();
  run("quiz on");
  ASSERT_TRUE(app.quiz->asking());
  const Question asked = app.quiz->question();
  run("lesson-next");
  EXPECT_TRUE(app.lesson->active());
  EXPECT_EQ(app.quiz->score_of("").asked(), 0U);
  run("back");
  EXPECT_TRUE(app.quiz->asking());
  EXPECT_EQ(app.quiz->question().text, asked.text);
  EXPECT_EQ(app.quiz->question().right, asked.right);
  run("lesson-close");
  EXPECT_EQ(app.quiz->score_of("").asked(), 0U);
}

// What was passed over is told apart from what was wrong.
TEST(ScoreText, TellsWhatNobodyAnswered) {
  EXPECT_EQ(score_text({.right = 3, .points = 3}), "3 of 3 right");
  EXPECT_EQ(score_text({.right = 2, .wrong = 1, .points = 2}), "2 of 3 right");
  EXPECT_EQ(score_text({.right = 2, .skipped = 1, .points = 2}), "2 of 3 right, 1 not answered");
  EXPECT_EQ(score_text({.right = 2, .partly = 1, .wrong = 1, .skipped = 2, .points = 2.5}),
            "2 of 6 right, 1 partly (2.5 points), 2 not answered");
}

TEST_F(QuizGoesOn, EscEndsTheQuiz) {
  run("quiz on");
  ASSERT_TRUE(app.quiz->asking());
  press({.key = 256});
  EXPECT_FALSE(app.quiz->open());
  EXPECT_FALSE(app.quiz->on);
  // No step is asked about from here on.
  run("step-forward");
  EXPECT_FALSE(app.quiz->open());
}

TEST_F(QuizGoesOn, WhatWasTypedIsNoFile) {
  const Status status = run_command_line(app, "keys 1 2 abc");
  ASSERT_FALSE(status);
  EXPECT_TRUE(status.error().message.starts_with("your keys, character 5: "))
      << status.error().message;
}

TEST_F(QuizGoesOn, ARefusalSaysItsReasonOnce) {
  for (const Command& command : commands()) {
    for (const KeyChord& chord : command.keys) {
      if (chord.character != 0 || chord.key == 256) continue;
      app.notices.shown.clear();
      app.quiz->leave(app.session, false);
      const bool could = can_run(command, app);
      if (could) continue;
      handle_keys(
          app,
          std::array{KeyEvent{
              .key = chord.key, .ctrl = chord.ctrl, .shift = chord.shift, .alt = chord.alt}},
          false);
      for (const Notice& notice : app.notices.shown) {
        // The reason, and perhaps what to do first.
        EXPECT_EQ(notice.text.back(), '.');
        EXPECT_LE(std::ranges::count(notice.text, '.'), 2) << notice.text;
        const std::size_t said = notice.text.find("ossible");
        EXPECT_EQ(notice.text.find("ossible", said + 1), std::string::npos) << notice.text;
      }
    }
  }
}

TEST_F(QuizGoesOn, KeysOfTheEditorAreSilentElsewhere) {
  for (const int key : {kEnter, 261, 259, 67}) {  // Enter, Del, Backspace, C
    app.notices.shown.clear();
    press({.key = key});
    EXPECT_TRUE(app.notices.shown.empty()) << key << app.notices.shown.back().text;
  }
}

// Beside the answer and in the score: hundredths, and no more of them than there are.
TEST(Points, HaveOneForm) {
  const std::pair<double, const char*> known[] = {
      {0, "0"},          {1, "1"},   {0.5, "0.5"},       {0.25, "0.25"}, {1.0 / 3, "0.33"},
      {2.0 / 3, "0.67"}, {10, "10"}, {10.0 / 3, "3.33"}, {12.5, "12.5"}};
  for (const auto& [points, text] : known) EXPECT_EQ(points_text(points), text);
  for (int of = 2; of <= 12; ++of) {
    for (int right = 1; right < of; ++right) {
      const double share = static_cast<double>(right) / of;
      Score score;
      score.partly = 1;
      score.points = share;
      EXPECT_EQ(score_text(score), "0 of 1 right, 1 partly (" + points_text(share) + " points)");
    }
  }
}

}  // namespace
}  // namespace sortscope
