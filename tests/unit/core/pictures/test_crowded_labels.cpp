// test_crowded_labels.cpp: words give way on a page that is too small for all of them.
#include "core/pictures/crowded_labels.h"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

Label word(float x, float y, std::string text, float rank = -1) {
  Label label{x, y, std::move(text), 12, Face::kSans, Anchor::kStart, Role::kText};
  label.on_rank = rank;
  return label;
}

std::vector<std::string> texts(const Picture& picture) {
  std::vector<std::string> all;
  for (const Label& label : picture.labels) all.push_back(label.text);
  return all;
}

TEST(CrowdedLabels, TheFirstStaysAndKeysBeforeAll) {
  Picture picture;
  picture.width = 400;
  picture.height = 200;
  picture.labels = {word(20, 30, "a caption"), word(24, 33, "over it"), word(20, 80, "a name"),
                    word(22, 82, "42", 0.5F), word(20, 120, "apart")};
  leave_out_crowded(picture);
  EXPECT_EQ(texts(picture), (std::vector<std::string>{"a caption", "42", "apart"}));
}

TEST(CrowdedLabels, WhatLeavesThePageIsShortenedOrLeftOut) {
  Picture picture;
  picture.width = 150;
  picture.height = 100;
  picture.labels = {word(20, 30, "Stage by stage: 10 parallel steps"), word(20, 99, "half below"),
                    word(140, 60, "no room")};
  leave_out_crowded(picture);
  ASSERT_EQ(picture.labels.size(), 1U);
  EXPECT_TRUE(picture.labels[0].text.ends_with("…")) << picture.labels[0].text;
  EXPECT_EQ(picture.labels[0].whole, "Stage by stage: 10 parallel steps");
}

TEST(CrowdedLabels, APageWithRoomStaysAsItIs) {
  Picture picture;
  picture.width = 640;
  picture.height = 360;
  picture.labels = {word(20, 30, "one"), word(120, 30, "two"), word(20, 60, "three")};
  leave_out_crowded(picture);
  EXPECT_EQ(texts(picture), (std::vector<std::string>{"one", "two", "three"}));
}

}  // namespace
}  // namespace sortscope
