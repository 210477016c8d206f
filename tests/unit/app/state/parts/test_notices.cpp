// test_notices.cpp: what is said, and what is said to have failed.
#include "app/state/parts/notices.h"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

TEST(Notices, TheSameTwiceIsSaidOnceAsTheNewest) {
  FrameClock clock;
  Notices notices(clock);
  notices.notify("Saved.");
  clock.time_s = 3;
  notices.notify("Saved.");
  ASSERT_EQ(notices.shown.size(), 1U);
  EXPECT_EQ(notices.shown[0].shown_s, 3);
  notices.notify("Opened.");
  notices.notify("Saved.");
  ASSERT_EQ(notices.shown.size(), 2U);
  EXPECT_EQ(notices.shown.back().text, "Saved.");
}

TEST(Notices, FourAreShownAndTheOldestGoes) {
  const FrameClock clock;
  Notices notices(clock);
  for (const char* text : {"1", "2", "3", "4", "5"}) notices.notify(text);
  ASSERT_EQ(notices.shown.size(), 4U);
  EXPECT_EQ(notices.shown.front().text, "2");
}

TEST(Notices, ACancelIsSaidButIsNoFailure) {
  const FrameClock clock;
  Notices notices(clock);
  notices.fail({ErrorCode::kCancelled, "stopped.", ""});
  EXPECT_FALSE(notices.shown.back().error);
  EXPECT_FALSE(notices.failure.has_value());
  notices.fail({ErrorCode::kIo, "the disk is full.", ""});
  EXPECT_TRUE(notices.shown.back().error);
  ASSERT_TRUE(notices.failure.has_value());
  EXPECT_EQ(notices.failure->code, ErrorCode::kIo);
}

TEST(Notices, AnOfferHasAButtonWithACommand) {
  const FrameClock clock;
  Notices notices(clock);
  notices.offer("Not bitonic.", "Sort them instead", "sort-instead");
  EXPECT_EQ(notices.shown.back().action, "Sort them instead");
  EXPECT_EQ(notices.shown.back().command, "sort-instead");
}

}  // namespace
}  // namespace sortscope
