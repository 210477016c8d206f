// test_caption_units.cpp: text is divided between pages where a sentence ends.
#include "app/panels/caption_units.h"

#include <gtest/gtest.h>

#include <string>

#include "core/lessons/lesson.h"

namespace sortscope {
namespace {

std::vector<CaptionUnit> units_of(std::string_view text) {
  std::vector<CaptionUnit> units;
  add_units(units, parse_rich_text(text), 0);
  return units;
}

TEST(CaptionUnits, SentencesAreUnits) {
  EXPECT_EQ(units_of("One. Two? **Three** of 0.5! And more.").size(), 4U);
  EXPECT_EQ(units_of("It costs 1.5 ms, i.e. little.").size(), 1U);
  EXPECT_EQ(units_of("First.\n\nSecond. Third.").size(), 3U);
}

// Cut and joined again, every caption of every lesson is what it was.
TEST(CaptionUnits, NothingIsLost) {
  for (const Lesson& lesson : shipped_lessons()) {
    for (const LessonStop& stop : lesson.stops) {
      for (const LessonBuild& build : stop.builds) {
        const auto blocks = parse_rich_text(build.caption);
        std::vector<CaptionUnit> units;
        add_units(units, blocks, 0);
        EXPECT_EQ(plain_text(joined(units)), plain_text(blocks));
      }
    }
  }
}

TEST(CaptionUnits, PagesAreFilledAndBalanced) {
  const auto units = units_of("A one. A two. A three. A four. A five. A six. A seven.");
  ASSERT_EQ(units.size(), 7U);
  const auto height = [](std::size_t from, std::size_t to) {
    return static_cast<float>(to - from);
  };
  EXPECT_EQ(unit_pages(units, 10, height), (std::vector<std::size_t>{0}));
  EXPECT_EQ(unit_pages(units, 4, height), (std::vector<std::size_t>{0, 4}));
  // The seventh would stand alone.
  EXPECT_EQ(unit_pages(units, 6, height), (std::vector<std::size_t>{0, 4}));
  EXPECT_EQ(unit_pages(units, 3, height), (std::vector<std::size_t>{0, 3, 5}));
  // One that finds no room is a page all the same.
  EXPECT_EQ(unit_pages(units, 0.5F, height).size(), 7U);
}

TEST(CaptionUnits, AParagraphIsRatherWhole) {
  const auto units = units_of("A one. A two. A three.\n\nB one. B two. B three.");
  const auto height = [](std::size_t from, std::size_t to) {
    return static_cast<float>(to - from);
  };
  EXPECT_EQ(unit_pages(units, 4, height), (std::vector<std::size_t>{0, 3}));
}

// A list stays on a page with the line that introduces it, where a page has room for them.
TEST(CaptionUnits, AListIsWhole) {
  const auto height = [](std::size_t from, std::size_t to) {
    return static_cast<float>(to - from);
  };
  // Before: a page ended between its third and its fourth item.
  const auto ladder =
      units_of("Times:\n\n- one\n- two\n- three\n- four\n- five\n\nThe same. Only that.");
  ASSERT_EQ(ladder.size(), 8U);
  EXPECT_EQ(unit_pages(ladder, 7, height), (std::vector<std::size_t>{0, 6}));
  EXPECT_EQ(unit_pages(ladder, 6, height), (std::vector<std::size_t>{0, 6}));
  // It begins on the next page.
  const auto later = units_of("A one. A two.\n\nTimes:\n\n- one\n- two\n- three");
  EXPECT_EQ(unit_pages(later, 5, height), (std::vector<std::size_t>{0, 2}));
  // One that is longer than a page is divided between items.
  const auto items = units_of("- one. More.\n- two. More.\n- three. More.\n- four. More.");
  ASSERT_EQ(items.size(), 8U);
  EXPECT_EQ(unit_pages(items, 5, height), (std::vector<std::size_t>{0, 4}));
}

}  // namespace
}  // namespace sortscope
