// test_popover.cpp: lists open where the window has room for them.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>

#include "app/widgets/widgets.h"

namespace sortscope {
namespace {

const ImVec2 kDisplay{1280, 720};

TEST(Popover, OpensBelowWhereThatHasRoom) {
  const Area anchor{100, 40, 120, 26};
  const Area list = popover_area(anchor, anchor.x, 300, 400, kDisplay, 1);
  EXPECT_GE(list.y, anchor.bottom());
  EXPECT_FLOAT_EQ(list.height, 400);
}

TEST(Popover, OpensUpwardsWhereOnlyThatHasRoom) {
  const Area anchor{1100, 400, 120, 26};
  const Area list = popover_area(anchor, anchor.right() - 300, 300, 350, kDisplay, 1);
  EXPECT_LE(list.bottom(), anchor.y);
  EXPECT_GE(list.y, 0);
  EXPECT_FLOAT_EQ(list.height, 350);
}

// Wherever its anchor is, a list stands in the window, off its anchor, and is as high as wanted
// where either side allows it.
TEST(Popover, StandsInTheWindow) {
  for (const float scale : {1.0F, 2.0F, 3.0F}) {
    for (float y = 0; y < kDisplay.y - 30; y += 17) {
      for (const float height : {80.0F, 340.0F, 1000.0F}) {
        const Area anchor{900, y, 100, 26};
        const Area list = popover_area(anchor, 900, 400, height, kDisplay, scale);
        EXPECT_GE(list.y, 0);
        EXPECT_LE(list.bottom(), kDisplay.y);
        EXPECT_GE(list.x, 0);
        EXPECT_LE(list.right(), kDisplay.x);
        EXPECT_TRUE(list.y >= anchor.bottom() || list.bottom() <= anchor.y) << y;
        const float below = kDisplay.y - anchor.bottom() - 12 * scale;
        const float above = anchor.y - 12 * scale;
        EXPECT_FLOAT_EQ(list.height, std::min(height, std::max(above, below)))
            << y << " " << height;
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
