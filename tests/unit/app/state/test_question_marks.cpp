// test_question_marks.cpp: a question about comparators or wires stands in a picture that is shown:
// what it asks about is marked, and what one chooses as well.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/pane_pictures.h"

namespace sortscope {
namespace {

constexpr float kWidth = 900;
constexpr float kHeight = 640;

class QuestionMarksShown : public testing::Test {
 protected:
  QuestionMarksShown() : app(surface) {
    app.next.engine_id = "cpu";
    app.session.open(prepare_run(small_recording()));
  }

  Picture picture(std::string_view view) { return *picture_of(app, view, kWidth, kHeight, true); }

  // The comparators or the wire that is asked about are marked.
  static bool marks_asked(const Picture& picture, const Question& question, std::string_view view) {
    if (question.kind != QuestionKind::kExchanges) {
      return std::ranges::any_of(picture.labels, [](const Label& label) {
        return label.text == "?" && label.role == Role::kAccent;
      });
    }
    if (view == "tree") {  // a ring about both nodes of a pair
      return std::ranges::count_if(picture.chips, [](const Box& chip) {
               return chip.role == Role::kAccent && !chip.filled;
             }) >= 2;
    }
    return std::ranges::any_of(picture.boxes,
                               [](const Box& box) { return box.role == Role::kAccentBand; });
  }

  static std::size_t accents(const Picture& picture) {
    const auto of = [](const auto& boxes) {
      return static_cast<std::size_t>(
          std::ranges::count_if(boxes, [](const Box& box) { return box.role == Role::kAccent; }));
    };
    return of(picture.boxes) + of(picture.chips);
  }

  void expect_marked(const std::string& where) {
    const Question question = app.quiz->question();
    const auto ids = app.quiz->answered_in(app.session.recording());
    if (ids.empty()) {  // answers in words
      EXPECT_FALSE(question.answers.empty()) << where;
      return;
    }
    ++marked;
    bool shown = false;
    for (const auto& view : app.panes.views) {
      if (std::ranges::find(ids, view->id()) == ids.end()) continue;
      shown = true;
      const Picture before = picture(view->id());
      EXPECT_TRUE(marks_asked(before, question, view->id())) << where << ", " << view->id();
      std::size_t option = 0;
      while (question.leaves_out(option)) ++option;
      app.quiz->choose(app.session, option);
      EXPECT_GT(accents(picture(view->id())), accents(before)) << where << ", " << view->id();
      app.quiz->choose(app.session, option);
    }
    EXPECT_TRUE(shown) << where << ": no picture to click in";
  }

  int marked = 0;
  SizedSurface surface;
  App app;
};

TEST_F(QuestionMarksShown, OfEveryLesson) {
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        if (app.quiz->asking()) expect_marked(fmt::format("{}, stop {}", lesson.name, stop + 1));
      }
    }
  }
  EXPECT_GE(marked, 5);
}

TEST_F(QuestionMarksShown, OfTheQuizForEveryAlgorithm) {
  for (const Algorithm& algorithm : algorithms()) {
    ASSERT_TRUE(run_command_line(app, fmt::format("record-with {} 16", algorithm.id)));
    app.background.wait(app);
    const std::uint32_t depth = app.session.recording().network.depth();
    for (std::uint32_t layer = 0; layer < depth; layer += std::max(depth / 12, 1U)) {
      app.quiz->on = false;
      app.quiz->leave(app.session, false);
      app.session.seek({layer, 0});
      app.session.settle();
      app.quiz->on = true;
      ASSERT_TRUE(run_command_line(app, "step-forward"));
      if (app.quiz->asking()) expect_marked(fmt::format("{}, layer {}", algorithm.id, layer + 1));
    }
    app.quiz->on = false;
    app.quiz->leave(app.session, false);
  }
  EXPECT_GT(marked, 40);
}

// Nothing of the code can be clicked.
TEST_F(QuestionMarksShown, WhereOnlyTheCodeIsShownAPictureIsOpened) {
  for (const auto& [algorithm, view] : {std::pair{"bitonic", "network"}, {"adaptive", "tree"}}) {
    ASSERT_TRUE(run_command_line(app, fmt::format("record-with {} 16", algorithm)));
    app.background.wait(app);
    app.session.seek({0, 0});
    app.panes.set_count(1);
    ASSERT_TRUE(app.panes.set(0, "code"));
    ASSERT_TRUE(run_command_line(app, "ask exchanges"));
    EXPECT_EQ(app.panes.views[0]->id(), view);
    expect_marked(algorithm);
    // The view that explains the run stays where there is another.
    app.panes.set_count(2);
    ASSERT_TRUE(app.panes.set(0, algorithm == std::string_view("adaptive") ? "tree" : "code"));
    ASSERT_TRUE(app.panes.set(1, "code"));
    ASSERT_TRUE(run_command_line(app, "ask wire 2"));
    expect_marked(algorithm);
    if (algorithm == std::string_view("adaptive")) {
      EXPECT_EQ(app.panes.views[0]->id(), "tree");
    }
    app.quiz->leave(app.session, false);
  }
}

}  // namespace
}  // namespace sortscope
