// test_figure_sheet.cpp: pictures in a grid.
#include <gtest/gtest.h>

#include "core/pictures/figure_sheet.h"

namespace sortscope {
namespace {

SheetCell cell(float width, float height, std::string caption) {
  SheetCell made;
  made.picture.width = width;
  made.picture.height = height;
  made.picture.lines.push_back({0, 0, width, height, Role::kWire, 1});
  made.picture.add_shape(std::vector<ShapePoint>{{0, 0}, {width, 0}, {width, height}}, {});
  made.picture.labels.push_back({1, 2, "key", 12, Face::kMono, Anchor::kStart, Role::kText});
  made.caption = std::move(caption);
  return made;
}

const Label* find_label(const Picture& picture, std::string_view text) {
  for (const Label& label : picture.labels) {
    if (label.text == text) return &label;
  }
  return nullptr;
}

TEST(FigureSheet, LettersCountOnBehindZ) {
  EXPECT_EQ(figure_letter(0), "(a)");
  EXPECT_EQ(figure_letter(25), "(z)");
  EXPECT_EQ(figure_letter(26), "(aa)");
  EXPECT_EQ(figure_letter(27), "(ab)");
  EXPECT_EQ(figure_letter(51), "(az)");
  EXPECT_EQ(figure_letter(52), "(ba)");
  EXPECT_EQ(figure_letter(701), "(zz)");
  EXPECT_EQ(figure_letter(702), "(aaa)");
}

TEST(FigureSheet, CellsStandRowByRowAndDoNotOverlap) {
  const std::vector<SheetCell> cells = {cell(100, 50, "one"), cell(80, 60, "two"),
                                        cell(100, 40, "three")};
  SheetForm form;
  form.columns = 2;
  const Picture sheet = compose_sheet(cells, form);
  ASSERT_EQ(sheet.lines.size(), 3U);
  ASSERT_EQ(sheet.shapes.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const Line& line = sheet.lines[i];
    // Size kept, everything of a picture moved alike.
    EXPECT_FLOAT_EQ(line.x1 - line.x0, cells[i].picture.width);
    EXPECT_FLOAT_EQ(line.y1 - line.y0, cells[i].picture.height);
    const auto corners = sheet.points_of(sheet.shapes[i]);
    EXPECT_FLOAT_EQ(corners[0].x, line.x0);
    EXPECT_FLOAT_EQ(corners[2].y, line.y1);
    EXPECT_GE(line.x0, 0);
    EXPECT_LE(line.x1, sheet.width);
    EXPECT_LE(line.y1, sheet.height);
  }
  EXPECT_GT(sheet.lines[1].x0, sheet.lines[0].x1);
  EXPECT_FLOAT_EQ(sheet.lines[0].y1, sheet.lines[1].y1);  // on one foot
  EXPECT_FLOAT_EQ(sheet.lines[2].x0, sheet.lines[0].x0);
  const Label* two = find_label(sheet, "two");
  ASSERT_NE(two, nullptr);
  EXPECT_GT(two->y, sheet.lines[1].y1);
  EXPECT_LT(two->y, sheet.lines[2].y0);
  EXPECT_NE(find_label(sheet, "(c)"), nullptr);
}

TEST(FigureSheet, CaptionsAreWrappedAndLettersCanBeLeftOut) {
  const std::vector<SheetCell> cells = {
      cell(120, 40, "a caption that is much wider than the picture that it is about")};
  SheetForm form;
  form.numbered = false;
  form.columns = 5;
  const Picture sheet = compose_sheet(cells, form);
  EXPECT_EQ(find_label(sheet, "(a)"), nullptr);
  EXPECT_GT(sheet.labels.size(), 3U);
  EXPECT_LT(sheet.width, 200);  // no room for columns that are not there
  for (const Label& label : sheet.labels) EXPECT_LT(label.y, sheet.height);
}

TEST(FigureSheet, StepsAreListsOfRanges) {
  using Steps = std::vector<std::uint32_t>;
  EXPECT_EQ(*parse_steps("0,3,6-8", 10), (Steps{0, 3, 6, 7, 8}));
  EXPECT_EQ(*parse_steps(" 4 , 2-2", 10), (Steps{4, 2}));
  for (const std::string bad :
       {"", ",", "a", "1,", "3-", "-3", "4-2", "11", "1-11", "1.5", "99999999999", "1-2-3"}) {
    EXPECT_FALSE(parse_steps(bad, 10)) << bad;
  }
  EXPECT_FALSE(parse_steps("0-4000000000", 4000000000));
}

}  // namespace
}  // namespace sortscope
