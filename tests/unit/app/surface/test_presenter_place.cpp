// test_presenter_place.cpp: the notes never stand over the slide.
#include "app/surface/presenter_place.h"

#include <gtest/gtest.h>

#include "app/surface/presenter_window.h"

namespace sortscope {
namespace {

Display display(DesktopArea room) { return {"", room.width, room.height, room}; }

bool inside(const DesktopArea& area, const DesktopArea& room) {
  return area.x >= room.x && area.y >= room.y && area.x + area.width <= room.x + room.width &&
         area.y + area.height <= room.y + room.height;
}

constexpr DesktopArea kLaptop{0, 0, 1920, 1200};
constexpr DesktopArea kProjector{1920, 0, 1280, 720};

TEST(PresenterPlace, TakesTheDisplayWithoutTheSlide) {
  const Display two[] = {display(kLaptop), display(kProjector)};
  const auto beside_projector = presenter_place(two, kProjector);
  ASSERT_TRUE(beside_projector);
  EXPECT_TRUE(inside(*beside_projector, kLaptop));
  const auto beside_laptop = presenter_place(two, kLaptop);
  ASSERT_TRUE(beside_laptop);
  EXPECT_TRUE(inside(*beside_laptop, kProjector));
}

TEST(PresenterPlace, OneDisplayLeavesAStripBesideTheSlide) {
  const Display one[] = {display(kLaptop)};
  for (const DesktopArea slide : {DesktopArea{0, 0, 1280, 800}, DesktopArea{640, 100, 1280, 800},
                                  DesktopArea{0, 0, 1920, 720}, DesktopArea{0, 480, 1920, 720},
                                  DesktopArea{500, 300, 1420, 900}}) {
    const auto place = presenter_place(one, slide);
    ASSERT_TRUE(place) << slide.x << " " << slide.y;
    EXPECT_TRUE(inside(*place, kLaptop));
    EXPECT_FALSE(overlap(*place, slide));
    EXPECT_GE(place->width, 440);
    EXPECT_GE(place->height, 280);
  }
}

TEST(PresenterPlace, ThereIsNoneOnASlideThatFillsAllDisplays) {
  const Display one[] = {display(kLaptop)};
  EXPECT_FALSE(presenter_place(one, kLaptop));
  // A copy of the first display shows the same.
  const Display mirrored[] = {display(kLaptop), display({0, 0, 1280, 720})};
  EXPECT_FALSE(presenter_place(mirrored, kLaptop));
  EXPECT_FALSE(presenter_place({}, kLaptop));
  const auto corner = presenter_corner(one, {0, 0, 1900, 1190});
  ASSERT_TRUE(corner);
  // With its title, wherever the system puts that.
  constexpr int kTitleBar = 30;
  EXPECT_TRUE(inside(
      {corner->x, corner->y - kTitleBar, corner->width, corner->height + 2 * kTitleBar}, kLaptop));
  EXPECT_GE(corner->width, 600);
  EXPECT_GE(corner->height, 400);
}

TEST(PresenterPlace, AWindowAsLargeAsItsDisplayFillsIt) {
  const Display one[] = {display(kLaptop)};
  EXPECT_TRUE(fills_display(one, kLaptop));
  // Maximized, with a title of 37 above.
  EXPECT_TRUE(fills_display(one, {0, 37, 1920, 1163}));
  EXPECT_FALSE(fills_display(one, {0, 0, 1280, 800}));
  EXPECT_FALSE(fills_display(one, {320, 100, 1500, 1000}));
  const Display two[] = {display(kLaptop), display(kProjector)};
  EXPECT_TRUE(fills_display(two, kProjector));
  EXPECT_FALSE(fills_display({}, kLaptop));
}

TEST(PresenterPlace, WhatIsFoundNeverTouchesTheSlide) {
  const Display two[] = {display(kLaptop), display({1920, 300, 1024, 768})};
  int found = 0;
  for (int x = -400; x < 3000; x += 170) {
    for (int y = -300; y < 1300; y += 130) {
      for (const auto& [width, height] : {std::pair{640, 400}, {1280, 720}, {2000, 1300}}) {
        const DesktopArea slide{x, y, width, height};
        const auto place = presenter_place(two, slide);
        if (!place) continue;
        ++found;
        EXPECT_FALSE(overlap(*place, slide)) << x << " " << y << " " << width;
        EXPECT_TRUE(inside(*place, two[0].room) || inside(*place, two[1].room));
      }
    }
  }
  EXPECT_GT(found, 300);
}

// Notes of 20 units: what grows in either way gets larger letters, and no window tiny ones.
TEST(PresenterPlace, LettersGrowWithTheWindow) {
  EXPECT_FLOAT_EQ(presenter_scale(960, 600), 1);
  EXPECT_FLOAT_EQ(presenter_scale(1920, 1200), 2);
  EXPECT_GE(20 * presenter_scale(470, 900), 16);
  EXPECT_GT(presenter_scale(470, 900), presenter_scale(470, 450));
  EXPECT_GE(20 * presenter_scale(640, 432), 13);
}

}  // namespace
}  // namespace sortscope
