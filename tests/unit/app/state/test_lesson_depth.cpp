// test_lesson_depth.cpp: how many layers a run has may be the answer of a question in words: no
// caption says it, and where it is asked no view draws the layers that are to come.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "core/lessons/lesson.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/lesson_windows.h"
#include "tests/unit/app/pane_pictures.h"

namespace sortscope {
namespace {

class LessonDepth : public LessonWindows {
 protected:
  // "layer 1 of 4", "parallel step 11 of 19".
  void expect_untold(const std::string& where, std::uint32_t depth) {
    const std::vector<Pane> places = panes();
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto picture =
          picture_of(app, app.panes.views[i]->id(), places[i].width, places[i].height);
      if (!picture) continue;
      for (const Label& label : picture->labels) {
        for (const std::string_view unit : {"layer", "step"}) {
          for (std::uint32_t at = 0; at <= depth; ++at) {
            EXPECT_EQ(label.text.find(fmt::format("{} {} of {}", unit, at, depth)),
                      std::string::npos)
                << where << ": " << label.text;
          }
        }
      }
    }
  }
};

TEST_P(LessonDepth, IsToldByNoPictureWhereItMayBeAskedFor) {
  run("lesson " + std::string(GetParam()));
  const auto& stops = app.lesson->lesson().stops;
  for (std::size_t stop = 0; stop < stops.size(); ++stop) {
    for (std::size_t build = 0; build < stops[stop].builds.size(); ++build) {
      app.lesson->go_to(app, {stop, build});
      app.lesson->settle(app);
      if (!app.quiz->asking() || app.quiz->question().kind != QuestionKind::kChoice) continue;
      const Question& question = app.quiz->question();
      const std::uint32_t depth = app.session.recording().network.depth();
      const std::string where = fmt::format("{}, stop {}", GetParam(), stop + 1);
      for (const bool projector : {false, true}) {
        surface.wide = 1920;
        surface.high = 1080;
        run(projector ? "projector on" : "projector off");
        expect_untold(where, depth);
      }
      if (question.text.find("layers") == std::string::npos) continue;
      for (std::size_t i = 0; i < question.answers.size(); ++i) {
        if (!question.right[i] ||
            question.answers[i] != fmt::to_string(depth - question.asked.layer)) {
          continue;
        }
        for (const auto& view : app.panes.views) EXPECT_NE(view->id(), "network") << where;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, LessonDepth, testing::Values("1", "2", "3", "4", "5", "6", "7", "8"),
                         [](const auto& each) { return "lesson" + std::string(each.param); });

}  // namespace
}  // namespace sortscope
