// test_opening.cpp: a run is shown with the parts that it changes, where there is no program.
#include "app/state/opening.h"

#include <gtest/gtest.h>

#include "app/state/history.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/surface/blank.h"
#include "core/keys/inputs.h"
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
  const LineSource person;
  History history({{session, panes, look, lesson}, next, desk}, notices);
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

}  // namespace
}  // namespace sortscope
