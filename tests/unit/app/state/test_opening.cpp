// test_opening.cpp: a run is shown with the parts that it changes, where there is no program.
#include "app/state/opening.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "app/state/app.h"
#include "app/state/history.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/quiz.h"
#include "app/surface/blank.h"
#include "core/keys/inputs.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> sorted(std::string_view keys) {
  RunRequest request;
  request.keys = *read_numbers(keys, "test", KeyType::kInt32, 8);
  return *record(request, *make_cpu_engine());
}

TEST(Opening, ShowsARunWithThePartsThatItChanges) {
  BlankSurface surface;
  Session session;
  Look look(surface);
  Panes panes(session);
  const FrameClock clock;
  Notices notices(clock);
  DrawnRun drawn;
  NextRun next;
  NetworkDesk desk;
  LessonPlayer lesson;
  const Quiz quiz;
  const LineSource person;
  History history({{session, panes, look, lesson}, next, desk, quiz}, notices);
  const StageParts stage{.session = session,
                         .panes = panes,
                         .drawn = drawn,
                         .next = next,
                         .network_desk = desk,
                         .history = history,
                         .lesson = lesson,
                         .source = person,
                         .notices = notices,
                         .surface = surface};

  adopt(stage, prepare_run(sorted("4 3 2 1")));
  EXPECT_EQ(session.recording().real_keys(), 4U);
  EXPECT_EQ(next.run_keys, 4U);
  EXPECT_FALSE(history.can_go_back());

  adopt(stage, prepare_run(sorted("8 7 6 5 4 3 2 1")));
  EXPECT_EQ(session.recording().real_keys(), 8U);
  EXPECT_EQ(next.run_keys, 8U);
  EXPECT_EQ(history.back_title(), "Bitonic, XOR form · 4 keys");

  adopt(stage, prepare_run(sorted("2 1")), Before::kDropped);
  EXPECT_EQ(history.kept(), 1U);
  EXPECT_TRUE(notices.shown.empty());
}

// A file whose outcomes are not of its keys is shown at once; the sentence comes when the run was
// made again. Where no person looks, both come together.
TEST(Opening, WhatIsDoubtfulIsShownBeforeItIsDoubted) {
  Recording wrong = *sorted("8 7 6 5 4 3 2 1");
  wrong.bits[0] ^= 1U;
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("doubted-{}.h5", ::getpid())).string();
  ASSERT_TRUE(write_recording(wrong, path).ok());
  const auto doubts = [](const App& app) {
    return std::ranges::count_if(app.notices.shown, [](const Notice& notice) {
      return notice.text.find("its outcome bits are not those of its keys") != std::string::npos;
    });
  };
  for (const bool watched : {true, false}) {
    SCOPED_TRACE(watched);
    BlankSurface surface{true};
    App app(surface);
    app.background.watched = watched;
    ASSERT_TRUE(open_path(app, path).ok());
    app.background.work->result.wait();
    app.background.collect(app);
    ASSERT_TRUE(app.session.loaded());
    EXPECT_EQ(app.background.looks_on(), watched);
    EXPECT_EQ(doubts(app), watched ? 0 : 1);
    app.background.wait(app);
    EXPECT_EQ(doubts(app), 1);
  }
  std::filesystem::remove(path);
}

// The keys of the run that is shown are there once, and the next run has them all the same.
TEST(Opening, SharesTheKeysOfTheRun) {
  BlankSurface surface;
  App app(surface);
  adopt(app, prepare_run(sorted("4 3 2 1")));
  const Recording& shown = app.session.recording();
  EXPECT_EQ(&app.next.keys(), &shown.request.keys);
  EXPECT_EQ(app.next.run.keys.size(), 0U);
  EXPECT_EQ(app.next.run.keys.type, KeyType::kInt32);
  EXPECT_EQ(next_run_keys(app.next), 4U);
  // To be recorded again they are copied where they are used.
  auto planned = next_run(app.next, {});
  ASSERT_TRUE(planned.ok());
  EXPECT_EQ(planned->keys(), 4U);
  EXPECT_EQ(planned->request.keys.size(), 0U);
  ASSERT_TRUE(make_planned_keys(*planned, nullptr).ok());
  EXPECT_EQ(planned->request.keys, shown.request.keys);
  // As another type, and others in their place.
  ASSERT_TRUE(set_key_type(app.next, app.notices, KeyType::kFloat64).ok());
  EXPECT_EQ(app.next.keys().text(0), "4");
  EXPECT_EQ(app.next.keys().type, KeyType::kFloat64);
  EXPECT_EQ(shown.request.keys.type, KeyType::kInt32);
  ASSERT_TRUE(set_own_keys(app.next, app.notices, "9, 8").ok());
  EXPECT_EQ(next_run_keys(app.next), 2U);
  EXPECT_EQ(next_run(app.next, {})->keys(), 2U);
}

TEST(Opening, TellsTheSameKeysByTheirChecksums) {
  const auto one = sorted("4 3 2 1");
  EXPECT_TRUE(same_keys(*one, *sorted("4 3 2 1")));
  EXPECT_TRUE(same_run(*one, *one));
  for (const char* other : {"4 3 2 2", "3 4 2 1", "4 3 2", "4 3 2 1 0", "5 3 2 1"}) {
    EXPECT_FALSE(same_keys(*one, *sorted(other))) << other;
  }
  RunRequest request = one->request;
  request.keys.type = KeyType::kUint32;
  EXPECT_FALSE(same_keys(*one, **record(request, *make_cpu_engine())));
  // A copy whose keys are changed is not told to be the same.
  const auto copy = std::make_unique<const Recording>(*one);
  EXPECT_EQ(copy->keys_checksum(), one->keys_checksum());
  Recording again = *one;
  again.request.keys.raw.set(1, 77);
  EXPECT_FALSE(same_keys(*one, again));
}

// A field that is added has to be copied, too: this no longer compiles then.
TEST(Opening, ARequestWithoutItsKeysHasAllTheRest) {
  RunRequest request = sorted("4 3 2 1")->request;
  request.algorithm = "aks";
  request.order = Order::kDescending;
  request.kernel = "fast";
  request.input = "jagged";
  request.source = "numbers.txt";
  request.seed = 17;
  request.any_input = true;
  request.keyframes_only = true;
  request.pairs = true;
  request.parameters.set(AksParameters{});
  const RunRequest rest = without_keys(request);
  const auto& [algorithm, order, kernel, input, source, seed, any_input, parameters, keyframes_only,
               keys, pairs] = rest;
  EXPECT_EQ(algorithm, request.algorithm);
  EXPECT_EQ(order, request.order);
  EXPECT_EQ(kernel, request.kernel);
  EXPECT_EQ(input, request.input);
  EXPECT_EQ(source, request.source);
  EXPECT_EQ(seed, request.seed);
  EXPECT_EQ(any_input, request.any_input);
  EXPECT_TRUE(parameters == request.parameters);
  EXPECT_EQ(keyframes_only, request.keyframes_only);
  EXPECT_EQ(keys.size(), 0U);
  EXPECT_EQ(keys.type, request.keys.type);
  EXPECT_EQ(pairs, request.pairs);
}

}  // namespace
}  // namespace sortscope
