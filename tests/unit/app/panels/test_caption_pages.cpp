// test_caption_pages.cpp: a column of text becomes pages that fit.
#include "app/panels/caption_pages.h"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

TEST(CaptionPages, WhatFitsIsOnePage) {
  EXPECT_EQ(page_tops({}, {}, 100, 100), std::vector<float>{0});
  const PageBreak breaks[] = {{20, false}, {40, true}};
  EXPECT_EQ(page_tops(breaks, {}, 60, 60), std::vector<float>{0});
}

TEST(CaptionPages, PagesEndBetweenParagraphsWhereThatLeavesThemHalfFull) {
  // Lines of 20, paragraphs of three.
  std::vector<PageBreak> breaks;
  for (int i = 1; i < 12; ++i) breaks.push_back({20.0F * static_cast<float>(i), i % 3 == 0});
  EXPECT_EQ(page_tops(breaks, {}, 240, 100), (std::vector<float>{0, 60, 120, 180}));
  EXPECT_EQ(page_tops(breaks, {}, 240, 130), (std::vector<float>{0, 120}));
  // No paragraph ends in the second half: a line does.
  const PageBreak long_paragraph[] = {{20, true}, {40, false}, {60, false}, {80, false}};
  EXPECT_EQ(page_tops(long_paragraph, {}, 100, 70), (std::vector<float>{0, 60}));
}

TEST(CaptionPages, EveryPageFitsAndNothingIsLost) {
  for (int count = 1; count < 40; ++count) {
    std::vector<PageBreak> breaks;
    float height = 0;
    for (int i = 0; i < count; ++i) {
      if (i > 0) breaks.push_back({height, i % 4 == 1});
      height += 12.0F + static_cast<float>(i * 7 % 11);
    }
    for (const float room : {24.0F, 50.0F, 111.0F}) {
      const std::vector<float> tops = page_tops(breaks, {}, height, room);
      EXPECT_EQ(tops.front(), 0);
      for (std::size_t i = 0; i < tops.size(); ++i) {
        const float end = i + 1 < tops.size() ? tops[i + 1] : height;
        EXPECT_GT(end, tops[i]);
        EXPECT_LE(end - tops[i], room) << count << " lines, room " << room;
      }
    }
  }
}

// A question of 90 that may not be divided stands on a page of its own.
TEST(CaptionPages, AQuestionIsNotDivided) {
  const PageBreak breaks[] = {{20, false}, {40, false}, {60, true}};
  EXPECT_EQ(page_tops(breaks, {}, 150, 100), (std::vector<float>{0, 60}));
}

// A question stands with what it is about.
TEST(CaptionPages, AQuestionTakesParagraphsAlong) {
  const std::vector<PageBreak> breaks = {{20, false}, {40, true}, {70, true}, {100, true}};
  std::vector<float> tops = page_tops(breaks, {}, 160, 100);
  ASSERT_EQ(tops, (std::vector<float>{0, 100}));
  take_along(tops, breaks, 100, 160, 100);
  EXPECT_EQ(tops, (std::vector<float>{0, 70}));
  // Its page has no room for more.
  tops = {0, 100};
  take_along(tops, breaks, 100, 190, 100);
  EXPECT_EQ(tops, (std::vector<float>{0, 100}));
  // The page before would be left with next to nothing.
  const std::vector<PageBreak> early = {{20, true}, {100, true}};
  tops = {0, 100};
  take_along(tops, early, 100, 110, 100);
  EXPECT_EQ(tops, (std::vector<float>{0, 100}));
  // It is no page's first.
  tops = {0, 70};
  take_along(tops, breaks, 100, 160, 100);
  EXPECT_EQ(tops, (std::vector<float>{0, 70}));
}

}  // namespace
}  // namespace sortscope
