// test_lesson_player.cpp: walking through lessons, questions, scores and files that change.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/panels/run_status.h"
#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_check.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/quiz.h"
#include "app/state/report.h"
#include "core/recordings/recording.h"
#include "core/scenes/question_marks.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

constexpr int kPageDown = 267;  // GLFW_KEY_PAGE_DOWN
constexpr int kPageUp = 266;
constexpr int kEscape = 256;
constexpr int kEnter = 257;

constexpr std::string_view kLesson = R"(# Two runs
Minutes: 3

## Input
```sortscope
algorithm bitonic
keys 3 7 4 8 6 2 1 5
record
highlight wires 0-3 "half"
```
The input.

```sortscope
play-to 2
```
Two layers on.

## Bars
```sortscope
views 2
view 2 bars
play-to 3
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

## End
```sortscope
play-to 3
```
Done.
)";

std::shared_ptr<const Lesson> lesson_of(std::string_view text) {
  auto lesson = parse_lesson(text, "two.md");
  EXPECT_TRUE(lesson) << lesson.error().text();
  return std::make_shared<const Lesson>(std::move(*lesson));
}

class Player : public testing::Test {
 protected:
  Player() : app(surface) { app.session.open(prepare_run(small_recording())); }
  void run(std::string_view line) {
    const Status status = run_command_line(app, line);
    EXPECT_TRUE(status) << status.error().text();
    app.lesson->settle(app);
    app.session.settle();
    app.quiz->attend(app.session);
  }
  void press(int key) {
    const KeyEvent event{.key = key};
    handle_keys(app, std::span(&event, 1), false);
    app.lesson->settle(app);
    app.session.settle();
    app.quiz->attend(app.session);
  }
  void type(char32_t character) {
    const KeyEvent event{.key = 0, .character = character};
    handle_keys(app, std::span(&event, 1), false);
  }
  void start(std::string_view text = kLesson) {
    app.lesson->start(app, lesson_of(text));
    app.lesson->settle(app);
  }
  [[nodiscard]] std::pair<std::size_t, std::size_t> place() const {
    return {app.lesson->place().stop, app.lesson->place().build};
  }
  // The picture now, of any question.
  [[nodiscard]] std::string picture() const { return describe_picture(app); }

  QuietSurface surface;
  App app;
};

using Place = std::pair<std::size_t, std::size_t>;

TEST_F(Player, TheClickerWalksThroughStepsAndStops) {
  start();
  EXPECT_EQ(place(), Place(0, 0));
  EXPECT_EQ(app.session.recording().network.wires(), 8U);
  EXPECT_EQ(app.session.laid_over.highlights.size(), 1U);
  press(kPageDown);
  EXPECT_EQ(place(), Place(0, 1));
  EXPECT_EQ(app.session.cursor().layer, 2U);
  EXPECT_EQ(app.session.laid_over.highlights.size(), 1U);
  press(kPageDown);
  EXPECT_EQ(place(), Place(1, 0));
  EXPECT_EQ(app.session.cursor().layer, 3U);
  EXPECT_EQ(app.panes.views.size(), 2U);
  EXPECT_TRUE(app.session.laid_over.highlights.empty());
  press(kPageUp);
  EXPECT_EQ(place(), Place(0, 1));
  EXPECT_EQ(app.panes.views.size(), 1U);
  press(kPageUp);
  press(kPageUp);
  EXPECT_EQ(place(), Place(0, 0));
}

TEST_F(Player, OutsideLessonsThePageKeysStep) {
  press(kPageDown);
  EXPECT_EQ(app.session.cursor().layer, 1U);
  press(kPageUp);
  EXPECT_EQ(app.session.cursor().layer, 0U);
}

// Neither while the lesson is open nor after it was left.
TEST_F(Player, BandsDoNotGoToARunThatAPersonOpens) {
  for (const bool left : {false, true}) {
    start();
    ASSERT_EQ(app.session.laid_over.highlights.size(), 1U);
    if (left) {
      ASSERT_TRUE(run_command_line(app, "lesson-leave"));
    }
    ASSERT_TRUE(run_command_line(app, "record-with aks 16"));
    app.background.wait(app);
    EXPECT_EQ(app.session.recording().algorithm->id, "aks");
    EXPECT_TRUE(app.session.laid_over.highlights.empty()) << left;
    ASSERT_TRUE(run_command_line(app, "lesson-close"));
  }
}

// Forwards, backwards, by number, after meddling: the same picture at the same place.
TEST_F(Player, EveryWayToAPlaceShowsTheSame) {
  start();
  std::vector<std::string> forwards = {picture()};
  while (!app.lesson->at_end()) {
    app.lesson->next(app);
    app.lesson->settle(app);
    forwards.push_back(picture());
  }
  ASSERT_EQ(forwards.size(), 5U);
  for (std::size_t i = forwards.size(); i-- > 0;) {
    EXPECT_EQ(picture(), forwards[i]) << i;
    app.lesson->back(app);
    app.lesson->settle(app);
  }
  const Place places[] = {{0, 0}, {0, 1}, {1, 0}, {2, 0}, {3, 0}};
  for (const std::size_t i : {3U, 0U, 4U, 2U, 1U}) {
    run("lesson-stop " + std::to_string(places[i].first + 1) + " " +
        std::to_string(places[i].second + 1));
    EXPECT_EQ(picture(), forwards[i]) << i;
  }
  run("lesson-stop 1");
  run("views 4");
  run("min-max-row on");
  run("seek 5");
  press(kPageDown);
  EXPECT_EQ(picture(), forwards[1]);
}

TEST_F(Player, EscLeavesAndReturnsToThePlace) {
  start();
  press(kPageDown);
  const std::string before = picture();
  press(kEscape);
  EXPECT_TRUE(app.lesson->away());
  run("step-forward");
  EXPECT_EQ(app.session.cursor().layer, 3U);
  run("keys 9 8 7 6");
  run("record");
  run("select-wire 2");
  press(kEscape);  // lets go of the wire
  EXPECT_TRUE(app.lesson->away());
  press(kEscape);
  EXPECT_TRUE(app.lesson->active());
  EXPECT_EQ(picture(), before);
  run("lesson-close");
  EXPECT_FALSE(app.lesson->open());
}

// What was asked waits while one explores its run: the timeline keeps what comes to itself.
TEST_F(Player, AQuestionWaitsWhileOneExplores) {
  const auto waits = [&] { return app.quiz->waits(app.session.generation()); };
  start("# T\n## S\n```sortscope\nkeys 4 3 2 1\nrecord\nask exchanges\n```\nT\n");
  ASSERT_TRUE(app.quiz->asking());
  EXPECT_FALSE(waits());
  press(kEscape);
  ASSERT_TRUE(app.lesson->away());
  EXPECT_FALSE(app.quiz->open());
  EXPECT_TRUE(waits());
  run("step-forward");
  EXPECT_TRUE(waits()) << "the layers after it may be asked for too";
  // Another run is not asked about.
  run("record-with pairwise");
  app.background.wait(app);
  EXPECT_FALSE(waits());
  run("lesson-return");
  app.lesson->settle(app);
  EXPECT_TRUE(app.quiz->asking());
  EXPECT_FALSE(waits());
  // An answered one has told all there is.
  run("answer-skip");
  press(kEscape);
  EXPECT_FALSE(waits());
  run("lesson-return");
  app.lesson->settle(app);
  press(kEscape);
  EXPECT_TRUE(waits());
  run("lesson-close");
  EXPECT_FALSE(waits());
}

TEST_F(Player, EscEndsEditingBeforeItLeaves) {
  start();
  run("edit-network on");
  ASSERT_TRUE(app.network_desk->editor);
  press(kEscape);
  EXPECT_FALSE(app.network_desk->editor);
  EXPECT_TRUE(app.lesson->active());
  press(kEscape);
  EXPECT_TRUE(app.lesson->away());
  run("edit-network on");
  press(kEscape);
  EXPECT_FALSE(app.network_desk->editor);
  EXPECT_TRUE(app.lesson->away());
  press(kEscape);
  EXPECT_TRUE(app.lesson->active());
}

TEST_F(Player, ARunOfOnesOwnLeavesTheLesson) {
  for (const std::vector<std::string_view>& lines :
       std::vector<std::vector<std::string_view>>{{"keys 9 8 7 6", "record"},
                                                  {"record-with pairwise"},
                                                  {"preset mistake-loops"},
                                                  {"new-network 4"}}) {
    start();
    EXPECT_TRUE(app.lesson->active());
    for (const std::string_view line : lines) {
      run(line);
      app.background.wait(app);
    }
    EXPECT_TRUE(app.lesson->away()) << lines.back();
    run("edit-network off");
    run("lesson-return");
    EXPECT_TRUE(app.lesson->active()) << lines.back();
    EXPECT_EQ(app.session.recording().network.wires(), 8U) << lines.back();
  }
}

std::vector<std::string> views_of(const App& app) {
  std::vector<std::string> ids;
  for (const auto& view : app.panes.views) ids.emplace_back(view->id());
  return ids;
}

TEST_F(Player, AfterALessonOnesOwnPanesComeBack) {
  using Views = std::vector<std::string>;
  const std::string lesson =
      "# T\n## S\n```sortscope\nalgorithm adaptive\nkeys 4 3 2 1\nrecord\nviews 2\n"
      "view 1 tree\nview 2 code\n```\nT\n";
  for (const std::string_view then : {"", "lesson-leave", "lesson-close"}) {
    run("views 2");
    run("view 1 network");
    run("view 2 schedule");
    start(lesson);
    ASSERT_EQ(views_of(app), Views({"tree", "code"})) << then;
    if (!then.empty()) run(then);
    run("record-with bitonic");
    app.background.wait(app);
    EXPECT_EQ(views_of(app), Views({"network", "schedule"})) << then;
    run("back");
    if (app.lesson->open()) run("lesson-close");
  }
  // An adaptive sort opens in what explains it.
  run("view 1 network");
  run("view 2 bars");
  start("# T\n## S\n```sortscope\nalgorithm adaptive\nkeys 4 3 2 1\nrecord\nview 1 bars\n```\nT\n");
  ASSERT_EQ(views_of(app), Views({"bars"}));
  run("keys 5 3 2 1");
  run("record");
  app.background.wait(app);
  EXPECT_EQ(views_of(app), Views({"tree", "bars"}));
  // What one has chosen since is kept.
  run("lesson-return");
  run("lesson-leave");
  run("view 1 schedule");
  run("record");
  app.background.wait(app);
  EXPECT_EQ(views_of(app), Views({"schedule"}));
}

TEST_F(Player, WhatIsKeptIsSaidInAFewWordsUntilOneIsBack) {
  run("seek 2");
  start();
  const auto offers = [&] {
    return std::ranges::count_if(app.notices.shown,
                                 [](const Notice& each) { return each.command == "back"; });
  };
  ASSERT_EQ(offers(), 1);
  EXPECT_LE(app.notices.shown.back().text.size(), 24U);
  run("back");
  EXPECT_EQ(app.session.cursor().layer, 2U);
  EXPECT_EQ(offers(), 0);
}

TEST_F(Player, BehindTheLastPageTheNextLessonBegins) {
  const auto last = std::shared_ptr<const Lesson>(std::shared_ptr<void>(), *find_lesson("1"));
  app.lesson->start(app, last, last->stops.size() - 1);
  for (int i = 0; i < 100 && app.lesson->lesson().name == last->name; ++i) press(kPageDown);
  EXPECT_EQ(app.lesson->lesson().name, (*find_lesson("2"))->name);
  EXPECT_EQ(place(), Place(0, 0));
  // Behind the last one there is none.
  const Lesson& end = shipped_lessons().back();
  app.lesson->start(app, std::shared_ptr<const Lesson>(std::shared_ptr<void>(), &end),
                    end.stops.size() - 1);
  for (int i = 0; i < 20; ++i) press(kPageDown);
  EXPECT_EQ(app.lesson->lesson().name, end.name);
}

TEST_F(Player, AnOpenQuestionIsNotAnsweredByTheStatus) {
  const auto neutral = [&](const RunStatus& status) {
    return status.parts[0] == "CPU" && status.dot == Role::kMuted &&
           status.story.find("order") == std::string::npos &&
           status.story.find("ort") == std::string::npos;
  };
  const auto status = [&] { return run_status(app.session, app.background, app.drawn, ""); };
  for (const std::string_view network : {"0:1,2:3", "0:1,2:3;0:2,1:3;1:2"}) {
    const bool fails = network.size() < 10;
    run("listed-network 4 " + std::string(network));
    run("keys 4 3 2 1");
    run("record");
    app.background.wait(app);
    ASSERT_EQ(app.session.recording().sorted, !fails);
    EXPECT_EQ(status().parts[0], fails ? "not sorted" : "CPU");
    run("ask sorted");
    EXPECT_TRUE(neutral(status())) << network << status().story;
    run("answer-skip");
    EXPECT_EQ(status().dot, fails ? Role::kExchanged : Role::kGood);
    run("quiz off");
  }
}

TEST_F(Player, MotionRunsForwardsOnly) {
  start();
  ASSERT_TRUE(run_command_line(app, "lesson-next"));
  EXPECT_TRUE(app.session.playing_to());
  // Half a second a layer at most: after ten it is there.
  for (int i = 0; i < 100; ++i) app.session.advance(0.1);
  EXPECT_EQ(app.session.cursor().layer, 2U);
  EXPECT_FALSE(app.session.playing());
  ASSERT_TRUE(run_command_line(app, "lesson-stop 2"));
  EXPECT_FALSE(app.session.playing_to());
  EXPECT_EQ(app.session.cursor().layer, 3U);
}

// Keys 4 3 2 1: both comparators of the first layer exchange.
TEST_F(Player, AnAnswerIsCheckedCountedAndPlayed) {
  start();
  run("lesson-stop 3");
  ASSERT_TRUE(app.quiz->asking());
  EXPECT_TRUE(app.session.laid_over.question->veiled);
  ASSERT_EQ(app.quiz->question().options(), 2U);
  type('1');
  EXPECT_EQ(app.quiz->chosen(), (std::vector<bool>{true, false}));
  // A click chooses too.
  app.session.selected = {{}, {}, ComparatorId{0, 1}};
  app.quiz->attend(app.session);
  EXPECT_EQ(app.quiz->chosen(), (std::vector<bool>{true, true}));
  EXPECT_EQ(app.session.selected, Selection{});
  press(kEnter);
  EXPECT_TRUE(app.quiz->answered());
  EXPECT_DOUBLE_EQ(app.quiz->share(), 1);
  EXPECT_EQ(app.session.cursor().layer, 1U);
  EXPECT_EQ(app.quiz->score().right, 1U);
  press(kPageDown);
  EXPECT_EQ(place(), Place(3, 0));
  EXPECT_FALSE(app.quiz->open());
  // Once more earns nothing more.
  run("lesson-stop 3");
  press(kEnter);
  EXPECT_EQ(app.quiz->score().asked(), 1U);
  EXPECT_DOUBLE_EQ(app.quiz->score().points, 1);
}

TEST_F(Player, SkippingEarnsNothingForGood) {
  start();
  run("lesson-stop 3");
  press(kPageDown);  // shows the answer
  EXPECT_EQ(place(), Place(2, 0));
  EXPECT_TRUE(app.quiz->skipped());
  EXPECT_EQ(app.quiz->score().skipped, 1U);
  run("lesson-stop 3");
  type('1');
  type('2');
  press(kEnter);
  EXPECT_DOUBLE_EQ(app.quiz->share(), 1);
  EXPECT_DOUBLE_EQ(app.quiz->score().points, 0);
  // Who only passes by may still answer.
  run("score-clear");
  run("lesson-stop 3");
  run("lesson-stop 4");
  EXPECT_EQ(app.quiz->score().skipped, 1U);
  run("lesson-stop 3");
  type('1');
  type('2');
  press(kEnter);
  EXPECT_DOUBLE_EQ(app.quiz->score().points, 1);
  EXPECT_EQ(app.quiz->score().asked(), 1U);
}

TEST_F(Player, ScoresAreWritten) {
  start();
  run("lesson-stop 3");
  type('1');
  press(kEnter);
  EXPECT_DOUBLE_EQ(app.quiz->score().points, 0.5);
  const std::string stem = testing::TempDir() + "score";
  run("score " + stem + ".csv");
  run("score " + stem + ".json");
  std::ifstream csv(stem + ".csv");
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "where,question,result,points");
  std::getline(csv, line);
  EXPECT_NE(line.find("\"two, stop 3\""), std::string::npos) << line;
  EXPECT_NE(line.find("partly,0.500"), std::string::npos) << line;
  EXPECT_FALSE(run_command_line(app, "score " + stem + ".txt"));
}

TEST_F(Player, AQuizAsksBeforeEveryStep) {
  run("quiz on");
  ASSERT_TRUE(app.quiz->asking());
  const std::uint32_t depth = app.session.recording().network.depth();
  for (std::uint32_t layer = 0; layer < depth; ++layer) {
    ASSERT_TRUE(app.quiz->asking()) << layer;
    EXPECT_EQ(app.session.cursor().layer, layer);
    run("answer-skip");
    EXPECT_GE(app.session.cursor().layer, layer + 1);
    if (app.session.cursor().layer == depth) break;
    run("step-forward");
  }
  EXPECT_GE(app.quiz->score().skipped, 2U);
  EXPECT_DOUBLE_EQ(app.quiz->score().points, 0);
  run("quiz off");
  EXPECT_FALSE(app.quiz->open());
}

TEST_F(Player, ErrorsOfLinesNameFileAndLine) {
  const auto unknown = check_command_lines(*lesson_of("# T\n## S\n```sortscope\nrecrod\n```\n"));
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_EQ(unknown[0].message, "two.md:4: there is no command 'recrod'.");
  EXPECT_NE(unknown[0].hint.find("'record'"), std::string::npos);
  for (const char* line :
       {"seek 99", "view 1 nonsense", "highlight wires 5-2", "highlight wires 0-99", "ask wire 99",
        "ask choice x y", "lesson 1", "play-to 99", "keys x"}) {
    const auto errors = run_through(
        *app.lesson, app,
        lesson_of(std::string("# T\n## S\n```sortscope\nkeys 2 1\nrecord\n") + line + "\n```\n"));
    ASSERT_EQ(errors.size(), 1U) << line;
    EXPECT_TRUE(errors[0].message.starts_with("two.md:6:")) << errors[0].message;
  }
  EXPECT_TRUE(run_through(*app.lesson, app, lesson_of(kLesson)).empty());
}

TEST_F(Player, ASavedFileIsReadAgainAtTheSameStop) {
  const std::string path = testing::TempDir() + "live.md";
  const auto write = [&](std::string_view text, int seconds) {
    std::ofstream(path) << text;
    // Times of files are coarse: say that it is newer.
    std::filesystem::last_write_time(
        path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(seconds));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  };
  write(kLesson, 0);
  run("lesson " + path);
  run("lesson-stop 2");
  std::string changed(kLesson);
  changed.replace(changed.find("play-to 3"), 9, "play-to 4");
  write(changed, 10);
  EXPECT_TRUE(app.lesson->reload_if_changed(app));
  app.lesson->settle(app);
  EXPECT_EQ(place(), Place(1, 0));
  EXPECT_EQ(app.session.cursor().layer, 4U);
  EXPECT_FALSE(app.lesson->reload_if_changed(app));
  changed.replace(changed.find("play-to 4"), 9, "play-2 44");
  write(changed, 20);
  EXPECT_TRUE(app.lesson->reload_if_changed(app));
  EXPECT_NE(app.lesson->error().find("live.md:22:"), std::string::npos) << app.lesson->error();
  EXPECT_EQ(app.session.cursor().layer, 4U);
  write(kLesson, 30);
  EXPECT_TRUE(app.lesson->reload_if_changed(app));
  app.lesson->settle(app);
  EXPECT_EQ(app.lesson->error(), "");
  EXPECT_EQ(app.session.cursor().layer, 3U);
}

TEST_F(Player, EveryShippedLessonRunsToItsEnd) {
  for (const Lesson& lesson : shipped_lessons()) {
    for (const Error& error : run_through(
             *app.lesson, app, std::shared_ptr<const Lesson>(std::shared_ptr<void>(), &lesson))) {
      ADD_FAILURE() << error.text();
    }
  }
}

TEST(LessonRunsKept, StayWithinTheirBytesAndThoseUsedLongestAgoGo) {
  const auto run = small_recording();
  LessonRuns measured;
  measured.keep(1, run);
  const std::uint64_t each = measured.bytes();
  ASSERT_GT(each, 0U);
  LessonRuns runs(3 * each);
  for (std::uint32_t line = 1; line <= 3; ++line) runs.keep(line, run);
  EXPECT_NE(runs.find(1), nullptr);
  runs.keep(4, run);
  EXPECT_EQ(runs.find(2), nullptr);
  for (std::uint32_t line = 5; line <= 1000; ++line) {
    runs.keep(line, run);
    EXPECT_NE(runs.find(1), nullptr) << line;
    EXPECT_LE(runs.bytes(), 3 * each);
    EXPECT_EQ(runs.kept(), 3U);
  }
  LessonRuns none(each - 1);
  none.keep(1, run);
  EXPECT_EQ(none.kept(), 0U);
}

TEST_F(Player, CheckingALessonEndsWhereItsRunsTakeTooMuch) {
  std::string text = "# T\n\n## S\n```sortscope\nkeys 4 3 2 1\n";
  for (int i = 0; i < 50; ++i) text += "record\n";
  text += "```\n\n## Next\n```sortscope\nseek 1\n```\n";
  // A bitonic network of 4 wires has 6 comparators.
  EXPECT_TRUE(run_through(*app.lesson, app, lesson_of(text), {6 * 60, 600}).empty());
  for (const LessonBudget& budget : {LessonBudget{6 * 40, 600}, LessonBudget{~0ULL, 0}}) {
    const auto errors = run_through(*app.lesson, app, lesson_of(text), budget);
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_TRUE(errors[0].message.starts_with("two.md:")) << errors[0].message;
    EXPECT_NE(errors[0].message.find("too long to be checked"), std::string::npos);
    EXPECT_TRUE(app.lesson->gave_up());
  }
  // A lesson that is wrong is not one that could not be checked.
  EXPECT_FALSE(run_through(*app.lesson, app, lesson_of("# T\n## S\n```sortscope\nseek 99\n```\n"),
                           {~0ULL, 600})
                   .empty());
  EXPECT_FALSE(app.lesson->gave_up());
  // Where nobody is asked it goes on to its end.
  start(text);
  EXPECT_EQ(app.lesson->error(), "");
  EXPECT_EQ(app.lesson->runs().kept(), 50U);
}

}  // namespace
}  // namespace sortscope
