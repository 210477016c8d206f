// test_presenter_text.cpp: the lecturer reads each question, its answers, which is right, and why.
#include "app/window/presenter_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "core/pictures/rich_text.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

// Markdown of the window as it is read, in one line.
std::string read(const std::string& markdown) {
  std::string text = plain_text(parse_rich_text(markdown));
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

std::string all_of(const PresenterText& text) { return text.caption + "\n\n" + text.question; }

// On the page of the question and on those before it, before and after the answer.
TEST(PresenterText, HasEveryQuestionOfTheLessons) {
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  int questions = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        if (!app.quiz->asking()) continue;
        ++questions;
        const Question& question = app.quiz->question();
        for (const bool paged : {false, true}) {
          app.lesson->pages.count = paged ? 3 : 1;
          app.lesson->pages.text = "";
          const std::string text = read(all_of(presenter_text(*app.lesson, *app.quiz)));
          const std::string where = fmt::format("{}, stop {}: {}", lesson.name, stop + 1, text);
          EXPECT_NE(text.find(question.text), std::string::npos) << where;
          EXPECT_NE(text.find(question.explanation), std::string::npos) << where;
          for (std::size_t i = 0; i < question.answers.size(); ++i) {
            const std::string answer = fmt::format("{}. {}", i + 1, question.answers[i]);
            EXPECT_NE(text.find(answer), std::string::npos) << where;
            const bool marked = text.find(answer + " ✓") != std::string::npos;
            EXPECT_EQ(marked, bool{question.right[i]}) << where;
          }
        }
        app.quiz->skip(app.session);
        const std::string text = read(all_of(presenter_text(*app.lesson, *app.quiz)));
        EXPECT_NE(text.find(question.explanation), std::string::npos) << text;
      }
    }
  }
  EXPECT_GT(questions, 30);
}

}  // namespace
}  // namespace sortscope
