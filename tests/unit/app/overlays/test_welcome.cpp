// test_welcome.cpp: where the first screen sends one, and what it offers.
#include <gtest/gtest.h>

#include <map>

#include "app/overlays/welcome_groups.h"
#include "app/overlays/welcome_numbers.h"
#include "app/overlays/welcome_picture.h"
#include "app/overlays/welcome_rows.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/next_run.h"
#include "app/state/parts/trust.h"
#include "core/algorithms/algorithm.h"
#include "core/lessons/lesson.h"
#include "core/pictures/palette.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(Welcome, EveryAlgorithmIsInOneFamily) {
  std::map<std::string_view, int> offered;
  for (const AlgorithmGroup& group : algorithm_groups()) {
    bool pictured = false;
    for (const auto& [id, name] : group.algorithms) {
      EXPECT_TRUE(find_algorithm(id)) << id;
      EXPECT_FALSE(name.empty());
      pictured = pictured || id == group.pictured;
      ++offered[id];
    }
    EXPECT_TRUE(find_layout(group.view)) << group.view;
    EXPECT_TRUE(pictured) << group.title;
  }
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_EQ(offered[algorithm.id], algorithm.family == Family::kListed ? 0 : 1) << algorithm.id;
  }
}

// The card is laid out for all of the film: nothing of a later moment is cut, and nothing jumps.
TEST(Welcome, EveryMomentOfAFamilysFilmIsInsideItsCard) {
  const Palette& palette = **find_palette("dark");
  for (const AlgorithmGroup& group : algorithm_groups()) {
    const GroupPicture film(group);
    ASSERT_GT(film.depth(), 0U) << group.title;
    const Area card = film.extent(palette);
    for (std::uint32_t layer = 0; layer <= film.depth(); ++layer) {
      for (const float fraction : {0.0F, 0.3F, 0.8F}) {
        const auto picture = film.picture_at(palette, {layer, 0}, fraction);
        ASSERT_TRUE(picture) << group.title;
        const Area marks = extent_of(*picture);
        constexpr float kUnits = 3;
        EXPECT_GE(marks.x, card.x - kUnits) << group.title << ", layer " << layer;
        EXPECT_GE(marks.y, card.y - kUnits) << group.title << ", layer " << layer;
        EXPECT_LE(marks.right(), card.right() + kUnits) << group.title << ", layer " << layer;
        EXPECT_LE(marks.bottom(), card.bottom() + kUnits) << group.title << ", layer " << layer;
      }
    }
  }
}

TEST(Welcome, FamiliesHaveDifferentPictures) {
  std::map<std::pair<std::string_view, std::string_view>, int> pictures;
  for (const AlgorithmGroup& group : algorithm_groups()) {
    EXPECT_EQ(++pictures[std::pair(group.view, group.pictured)], 1) << group.title;
  }
}

// A network with a least size takes enough keys of its own; others keep those there are.
TEST(Welcome, NoAlgorithmOpensWithMostlyPadding) {
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_EQ(keys_without_padding(algorithm, 16), algorithm.family == Family::kAks ? 256U : 16U)
        << algorithm.id;
  }
  EXPECT_EQ(keys_without_padding(**find_algorithm("aks"), 200), 200U);
}

// Whatever is the algorithm of the next run, one's own numbers are sorted, by the one that is
// named.
TEST(Welcome, OwnNumbersAreSortedByWhatIsNamed) {
  int fell_back = 0;
  for (const Algorithm& algorithm : algorithms()) {
    for (std::uint32_t n = 1; n <= 17; ++n) {
      QuietSurface surface;
      App app(surface);
      app.next.engine_id = "cpu";
      ASSERT_TRUE(run_command_line(app, "listed-network 4 0:1,2:3;0:2,1:3;1:2 five-gates"));
      ASSERT_TRUE(set_algorithm(app.next, algorithm.id));
      std::string text;
      for (std::uint32_t i = 0; i < n; ++i) text += std::to_string((i * 5 + 3) % 11) + " ";
      const std::string said = counted_numbers(app.next, text);
      const Status taken = take_numbers(app.next, app.notices, text);
      ASSERT_TRUE(taken) << algorithm.id << " " << n << ": " << taken.error().text();
      ASSERT_TRUE(run_command_line(app, "record")) << algorithm.id << " " << n;
      app.background.wait(app);
      ASSERT_TRUE(app.session.loaded()) << algorithm.id << " " << n;
      const Recording& run = app.session.recording();
      EXPECT_EQ(run.real_keys(), n) << algorithm.id;
      EXPECT_TRUE(run.sorted) << algorithm.id << " " << n;
      EXPECT_NE(said.find(": " + run.title() + "."), std::string::npos) << said << run.title();
      EXPECT_TRUE(said.starts_with(std::to_string(n) + " number")) << said;
      fell_back += run.request.algorithm == algorithm.id ? 0 : 1;
      if (algorithm.family == Family::kListed) {
        EXPECT_EQ(run.title(), n == 4 ? "five-gates" : (*find_algorithm("bitonic"))->title) << n;
      }
    }
  }
  EXPECT_GT(fell_back, 30);
  QuietSurface surface;
  App app(surface);
  const std::string before = app.next.run.algorithm;
  EXPECT_EQ(counted_numbers(app.next, "3 x"), "");
  EXPECT_FALSE(take_numbers(app.next, app.notices, "3 x"));
  EXPECT_EQ(app.next.run.algorithm, before);
}

TEST(Welcome, OneStartsWithTheFirstLesson) {
  const Remembered fresh;
  const Start start = start_of(fresh);
  EXPECT_EQ(start.heading, "Start here");
  EXPECT_EQ(start.line, "lesson 1-comparators");
  EXPECT_TRUE(start.title.starts_with("1. "));
}

TEST(Welcome, OneGoesOnWhereOneStopped) {
  Remembered remembered;
  remembered.add_stop("1-comparators", 11, true);
  remembered.add_stop("2-bitonic-sequences", 4, false);
  remembered.add_stop("2-bitonic-sequences", 2, false);  // looked back
  const Start start = start_of(remembered);
  EXPECT_EQ(start.heading, "Go on here");
  EXPECT_EQ(start.line, "lesson 2-bitonic-sequences 4");
  const auto rows = learn_rows(remembered);
  EXPECT_TRUE(rows[0].finished);
  EXPECT_EQ(rows[0].lesson, 1U);
  EXPECT_EQ(rows[1].note.substr(0, 10), "stop 4 of ");
  EXPECT_EQ(rows[8].lesson, 9U);
  EXPECT_EQ(rows[9].lesson, 0U);  // worked examples
}

TEST(Welcome, TheLessonUsedLastComesFirst) {
  Remembered remembered;
  remembered.add_stop("1-comparators", 11, true);
  remembered.add_stop("2-bitonic-sequences", 11, true);
  remembered.add_stop("4-adaptive-merging", 10, false);
  // Lesson 3 was never opened.
  EXPECT_EQ(start_of(remembered).line, "lesson 4-adaptive-merging 10");
  remembered.add_stop("6-kernels", 3, false);
  EXPECT_EQ(start_of(remembered, "4-adaptive-merging").line, "lesson 4-adaptive-merging 10");
  const auto lessons = shipped_lessons();
  for (const Lesson& lesson : lessons) {
    Remembered each;
    each.add_stop(lessons[0].name, 2, false);
    each.add_stop(lesson.name, 3, false);
    EXPECT_EQ(start_of(each, lesson.name).line, "lesson " + lesson.name + " 3");
    // Once it is finished, what was begun goes on.
    each.add_stop(lesson.name, 4, true);
    if (lesson.name == lessons[0].name) continue;
    EXPECT_EQ(start_of(each, lesson.name).line, "lesson " + lessons[0].name + " 2");
  }
}

TEST(Welcome, WithAllLessonsFinishedOneDraws) {
  Remembered remembered;
  for (const Lesson& lesson : shipped_lessons()) {
    remembered.add_stop(lesson.name, lesson.stops.size(), true);
  }
  EXPECT_EQ(start_of(remembered).line, "new-network 8");
}

TEST(Welcome, WhatIsShownOfALessonIsRemembered) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  const auto lesson = std::shared_ptr<const Lesson>(std::shared_ptr<void>(), *find_lesson("2"));
  app.lesson->start(app, lesson, 2);
  app.lesson->settle(app);
  EXPECT_EQ(app.remembered.progress("2-bitonic-sequences").stop, 3U);
  EXPECT_FALSE(app.remembered.progress("2-bitonic-sequences").finished);
  EXPECT_EQ(app.lesson->last_shipped(), "2-bitonic-sequences");
  ASSERT_TRUE(run_command_line(app, "lesson-close"));
  EXPECT_EQ(app.lesson->last_shipped(), "2-bitonic-sequences");
  app.lesson->start(app, lesson, lesson->stops.size() - 1);
  app.lesson->settle(app);
  EXPECT_TRUE(app.remembered.progress("2-bitonic-sequences").finished);
}

}  // namespace
}  // namespace sortscope
