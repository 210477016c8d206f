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

}  // namespace
}  // namespace sortscope
