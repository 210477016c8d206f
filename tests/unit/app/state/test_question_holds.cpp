// test_question_holds.cpp: nothing that moves the step goes beyond an open question, whatever it
// is.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <set>

#include "app/commands/examples.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/parts/nothing_chosen.h"
#include "app/state/parts/notices.h"
#include "app/state/quiz.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

constexpr Cursor kAsked{2, 0};

class QuestionHolds : public testing::Test {
 protected:
  QuestionHolds() : app(surface) {
    ImGui::CreateContext();  // a clipboard
    ImGui::GetIO().IniFilename = nullptr;
    ask();
  }
  ~QuestionHolds() override { ImGui::DestroyContext(); }

  void ask() {
    app.next.engine_id = "cpu";
    app.session.open(prepare_run(small_recording()));
    app.session.set_reduced_motion(true);
    const Cursor end = app.session.recording().network.end();
    for (const Cursor at : {Cursor{1, 0}, Cursor{1, 2}, Cursor{2, 1}, Cursor{4, 0}, end}) {
      app.session.add_bookmark(at);
    }
    app.session.set_loop(std::pair{Cursor{4, 0}, Cursor{5, 0}});
    app.session.seek(kAsked);
    run("ask exchanges");
    ASSERT_TRUE(app.quiz->asking());
    ASSERT_EQ(app.quiz->question().asked, kAsked);
  }
  void run(const std::string& line) {
    const Status status = run_command_line(app, line);
    EXPECT_TRUE(status) << line << ": " << (status ? "" : status.error().text());
    app.quiz->attend(app.session);
  }
  void expect_held(const std::string& where) {
    ASSERT_TRUE(app.quiz->asking()) << where;
    EXPECT_LE(app.session.bound_for(), kAsked) << where;
    const Scene scene = app.session.scene();
    EXPECT_LE(scene.cursor, kAsked) << where;
    EXPECT_FALSE(scene.cursor == kAsked && scene.fraction > 0) << where;
    EXPECT_EQ(app.quiz->score().asked(), 0U) << where;
  }

  QuietSurface surface;
  App app;
};

TEST_F(QuestionHolds, EveryJumpEndsAtIt) {
  for (const char* from : {"seek 0", "seek 1", "seek 1 2", "seek 2"}) {
    for (const char* line :
         {"end", "seek 2 1", "seek 3", "seek 6", "seek 5 1", "bookmark-next", "scrub 0.5",
          "scrub 9", "play-to 6", "play-to 4 8", "advance 100", "settle", "loop 3 5"}) {
      run(from);
      run(line);
      expect_held(fmt::format("{}, {}", from, line));
      run("advance 100");
      run("settle");
      expect_held(fmt::format("{}, {}, then", from, line));
    }
  }
}

// From further back steps and playing are free up to the question, and no further.
TEST_F(QuestionHolds, StepsAndPlayingComeUpToIt) {
  for (const bool reduced : {true, false}) {
    app.session.set_reduced_motion(reduced);
    for (const char* unit : {"comparator", "layer", "level"}) {
      app.session.set_loop(std::nullopt);
      run("start");
      run(fmt::format("play-unit {}", unit));
      run("play");
      ASSERT_TRUE(app.session.playing()) << unit;
      for (int i = 0; i < 400; ++i) {
        run("advance 0.25");
        expect_held(unit);
      }
      EXPECT_FALSE(app.session.playing()) << unit;
      EXPECT_EQ(app.session.cursor(), kAsked) << unit;
    }
    for (const char* step : {"step-forward", "step-comparator-forward", "step-level-forward"}) {
      run("start");
      while (app.session.cursor() < kAsked) {
        run(step);
        expect_held(step);
      }
    }
  }
}

// Why it went no further is said as long as the question is open.
TEST_F(QuestionHolds, WhyIsSaidUntilItIsAnswered) {
  const auto said = [&] {
    forget_nothing_chosen(*app.quiz, app.notices);
    return std::ranges::any_of(app.notices.shown,
                               [](const Notice& each) { return each.text == kQuestionHolds; });
  };
  for (const char* line : {"end", "seek 5", "scrub 3", "bookmark-next", "step-forward",
                           "step-comparator-forward", "step-level-forward", "play", "play-pause"}) {
    app.notices.shown.clear();
    run("seek 2");
    run(line);
    EXPECT_TRUE(said()) << line;
    run("seek 1");
    EXPECT_TRUE(said()) << line;
  }
  run("answer-check");
  EXPECT_FALSE(said());
}

// Looking back does not end the question, nor give a second chance.
TEST_F(QuestionHolds, GoingBackKeepsItOpen) {
  for (const char* line : {"start", "step-back", "seek 1", "bookmark-previous", "scrub -0.5",
                           "step-comparator-back", "step-level-back"}) {
    run("seek 2");
    run(line);
    EXPECT_LT(app.session.cursor(), kAsked) << line;
    expect_held(line);
  }
  run("start");
  run("answer-check");
  app.session.settle();
  EXPECT_TRUE(app.quiz->answered());
  EXPECT_EQ(app.session.cursor(), app.quiz->question().plays_to);
}

// Of every command with an example: where the question is still open, the step is not behind it;
// and only those that are meant to, end it.
TEST_F(QuestionHolds, EveryCommandKeepsToIt) {
  std::set<std::string_view> ends;
  for (const Command& command : commands()) {
    // They leave the program, or wait for somebody.
    static const std::set<std::string_view> kNotRun = {"quit", "presenter", "fullscreen"};
    if (kNotRun.contains(command.id) || command.effect == Effect::kWrite ||
        command.effect == Effect::kStart) {
      continue;
    }
    app.quiz->clear_score();
    ask();
    const std::uint64_t generation = app.session.generation();
    if (!can_run(command, app)) continue;
    const std::string line(command_example(command.id));
    (void)run_command_line(app, line);
    app.background.wait(app);
    app.quiz->attend(app.session);
    const bool same_run = app.session.generation() == generation;
    if (same_run && app.quiz->asking()) {
      EXPECT_LE(app.session.bound_for(), app.quiz->question().asked) << line;
      EXPECT_EQ(app.session.furthest(), app.quiz->question().asked) << line;
    } else if (same_run) {
      ends.insert(command.id);
    } else {
      EXPECT_EQ(app.session.furthest(), app.session.recording().network.end()) << line;
    }
    if (app.lesson->open())
      app.lesson->close(app.session, *app.quiz, app.next, app.notices, app.panes);
    app.quiz->leave(app.session, false);
    app.quiz->on = false;
  }
  const std::set<std::string_view> may = {"answer-check", "answer-skip"};
  for (const std::string_view id : ends) EXPECT_TRUE(may.contains(id)) << id;
}

// Bookmark, copy and save tell nothing of the steps behind it either.
TEST_F(QuestionHolds, WordsOfStepsBehindAreNotGivenOut) {
  EXPECT_FALSE(run_command_line(app, "log-copy 0 4"));
  EXPECT_FALSE(run_command_line(app, "log-save held.txt"));
  EXPECT_TRUE(run_command_line(app, "log-copy 0 2"));
}

// The lesson's questions: what follows is shown at the same step, however one comes there.
TEST_F(QuestionHolds, AnsweredOrPassedOneStandsAtTheSameStep) {
  app.quiz->leave(app.session, false);
  int questions = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    if (lesson.name.starts_with("7") || lesson.name.starts_with("8")) continue;  // long runs
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        const auto enter = [&] {
          app.lesson->go_to(app, {stop, build});
          app.lesson->settle(app);
        };
        enter();
        if (!app.quiz->asking()) continue;
        ++questions;
        const Cursor to = app.quiz->question().plays_to;
        app.quiz->skip(app.session);
        app.session.settle();
        EXPECT_EQ(app.session.cursor(), to) << lesson.name << stop;
        app.quiz->pass(app.session);
        EXPECT_EQ(app.session.cursor(), to) << lesson.name << stop;
        enter();
        app.quiz->pass(app.session);
        EXPECT_EQ(app.session.cursor(), to) << lesson.name << stop;
      }
    }
  }
  EXPECT_GT(questions, 15);
}

// Who leaves the lesson and steps on has seen the answer, by whatever way; looking back or staying
// shows nothing.
TEST_F(QuestionHolds, WhatWasSeenWhileExploringCountsAsShown) {
  struct Way {
    const char* line;
    bool shows;
  };
  app.quiz->leave(app.session, false);
  for (const Way& way : {Way{"step-forward", true}, Way{"step-comparator-forward", true},
                         Way{"end", true}, Way{"scrub 0.3", true}, Way{"play", true},
                         Way{"start", false}, Way{"step-back", false}, Way{"fit", false}}) {
    app.quiz->clear_score();
    ASSERT_TRUE(run_command_line(app, "lesson 1 4"));
    app.lesson->settle(app);
    ASSERT_TRUE(app.quiz->asking()) << way.line;
    run("lesson-leave");
    run(way.line);
    run("advance 0.5");
    run("seek 0");
    run("lesson-return");
    app.lesson->settle(app);
    ASSERT_TRUE(app.quiz->asking()) << way.line;
    run("answer 2");
    run("answer-check");
    EXPECT_EQ(app.quiz->share(), 1) << way.line;
    EXPECT_EQ(app.quiz->score().right, way.shows ? 0U : 1U) << way.line;
    EXPECT_EQ(app.quiz->score().skipped, way.shows ? 1U : 0U) << way.line;
    EXPECT_EQ(app.quiz->first().has_value(), way.shows) << way.line;
  }
}

// Whoever answers the same question again is told which answer counts.
TEST_F(QuestionHolds, TheFirstAnswerCounts) {
  const auto choose = [&](bool right) {
    run("seek 2");
    app.quiz->ask(app.session, *ask_choice("Which?", {"this", "*that"}, kAsked), "one", "", false);
    run(right ? "answer 2" : "answer 1");
    run("answer-check");
  };
  choose(false);
  EXPECT_FALSE(app.quiz->first());
  EXPECT_EQ(app.quiz->score().wrong, 1U);
  choose(true);
  EXPECT_EQ(app.quiz->share(), 1);
  ASSERT_TRUE(app.quiz->first());
  EXPECT_EQ(app.quiz->first()->share, 0);
  EXPECT_EQ(app.quiz->score().wrong, 1U);
  EXPECT_EQ(app.quiz->score().right, 0U);
}

}  // namespace
}  // namespace sortscope
