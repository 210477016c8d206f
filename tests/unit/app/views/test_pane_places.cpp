// test_pane_places.cpp: windows of every size keep a pane that shows something, inside the window.
#include "app/views/pane_places.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/panels/panels.h"
#include "app/state/parts/least_pane.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class SizedSurface final : public QuietSurface {
 public:
  int wide = 1280, high = 720;
  float scale = 1;

  [[nodiscard]] int width() const override { return wide; }
  [[nodiscard]] int height() const override { return high; }
  [[nodiscard]] float display_scale() const override { return scale; }
};

std::vector<std::size_t> views_of(const std::vector<PlacedPane>& shown) {
  std::vector<std::size_t> views;
  for (const PlacedPane& each : shown) views.push_back(each.view);
  return views;
}

TEST(PanePlaces, PanelsLeaveAPaneInEveryWindow) {
  SizedSurface surface;
  Look look(surface);
  for (surface.scale = 0.5F; surface.scale <= 4; surface.scale += 0.5F) {
    for (surface.wide = 1; surface.wide <= 3000; surface.wide += surface.wide < 700 ? 3 : 97) {
      for (const int high : {1, 60, 150, 400, 720, 1440}) {
        surface.high = high;
        for (const bool in_lesson : {false, true}) {
          for (const bool projector : {false, true}) {
            look.projector = projector;
            const PanelSizes sizes = panel_sizes(look, in_lesson);
            const float width = (look.width() - sizes.side_panel) / look.scale();
            const float height = (look.height() - sizes.top_bar - sizes.timeline) / look.scale();
            const std::string where =
                fmt::format("{} x {} at {}", surface.wide, high, surface.scale);
            for (const float size : {sizes.top_bar, sizes.side_panel, sizes.timeline}) {
              ASSERT_GE(size, 0) << where;
            }
            const float slack = 0.01F;
            ASSERT_GE(width + slack, std::min(kLeastPaneWidth, look.width() / look.scale()))
                << where;
            ASSERT_GE(height + slack, std::min(kLeastPaneHeight, look.height() / look.scale()))
                << where;
          }
        }
      }
    }
  }
}

TEST(PanePlaces, PanesAreShownOnlyWhereEachHasRoom) {
  for (float scale = 0.5F; scale <= 4; scale += 0.5F) {
    for (float width = 1; width <= 3000; width += 13) {
      for (const float height : {1.0F, 90.0F, 300.0F, 900.0F}) {
        for (const std::size_t count : {1U, 2U, 4U}) {
          for (std::size_t focused = 0; focused < count; ++focused) {
            std::vector<bool> low(count, false);
            low[count - 1] = true;
            const auto shown = shown_panes(low, focused, {10, 20, width, height}, 1, scale);
            ASSERT_FALSE(shown.empty());
            ASSERT_LE(shown.size(), count);
            bool any_focused = false;
            for (const PlacedPane& each : shown) {
              any_focused = any_focused || each.view == focused;
              ASSERT_GE(each.pane.x, 10);
              ASSERT_LE(each.pane.x + each.pane.width, 10 + width + 0.01F);
              ASSERT_LE(each.pane.y + each.pane.height, 20 + height + 0.01F);
              if (shown.size() == 1) continue;
              ASSERT_GE(each.pane.width, kLeastPaneWidth * scale);
              ASSERT_GE(each.pane.height, kLeastPaneHeight * scale);
            }
            ASSERT_TRUE(any_focused);
          }
        }
      }
    }
  }
}

TEST(PanePlaces, WhatFoldsAwayIsWhatHasNotTheFocus) {
  const std::vector<bool> four(4, false);
  const auto views = [&](std::size_t focused, float width, float height) {
    return views_of(shown_panes(four, focused, {0, 0, width, height}, 1, 1));
  };
  EXPECT_EQ(views(3, 1000, 500), (std::vector<std::size_t>{0, 1, 2, 3}));
  // Rows of 49 are too low: the row with the focus.
  EXPECT_EQ(views(1, 1000, 100), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(views(2, 1000, 100), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(views(2, 300, 100), (std::vector<std::size_t>{2}));
  EXPECT_EQ(views(0, 1, 1), (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace sortscope
