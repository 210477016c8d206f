// test_label_board.cpp: where labels stand among keys and marks.
#include "core/pictures/label_board.h"

#include <gtest/gtest.h>

#include <array>

namespace sortscope {
namespace {

MovableLabel words(std::vector<std::pair<float, float>> spots, bool masked) {
  return {{0, 0, "words", 12, Face::kSans, Anchor::kMiddle, Role::kText}, std::move(spots), masked};
}

Picture page() {
  Picture picture;
  picture.width = 400;
  picture.height = 100;
  return picture;
}

// A ground goes where it hides no mark, even where an earlier spot is free of words.
TEST(LabelBoard, GroundsLeaveMarksInSight) {
  const std::array marks = {LabelArea{95, 0, 105, 100}};
  Picture picture = page();
  const std::array labels = {words({{100, 50}, {110, 50}, {300, 50}}, true)};
  add_movable_labels(picture, labels, marks);
  ASSERT_EQ(picture.labels.size(), 1U);
  EXPECT_EQ(picture.labels[0].x, 300);
  ASSERT_EQ(picture.chips.size(), 1U);
  EXPECT_GT(picture.chips[0].x, 105);
}

// Words without ground hide nothing; where every spot hides a mark, the first is taken.
TEST(LabelBoard, StandOverMarksOnlyWhereTheyMust) {
  const std::array marks = {LabelArea{0, 40, 400, 60}};
  for (const bool masked : {false, true}) {
    Picture picture = page();
    const std::array labels = {words({{100, 50}, {200, 50}}, masked)};
    add_movable_labels(picture, labels, marks);
    ASSERT_EQ(picture.labels.size(), 1U);
    EXPECT_EQ(picture.labels[0].x, 100);
  }
}

}  // namespace
}  // namespace sortscope
