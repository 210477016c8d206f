// test_label_stride.cpp: labels of a row of marks have room, or there is one.
#include "core/pictures/label_stride.h"

#include <gtest/gtest.h>

#include <limits>

namespace sortscope {
namespace {

TEST(LabelStride, IsTheLeastPowerOfTwoWithRoom) {
  EXPECT_EQ(label_stride(14, 14, 16), 1U);
  EXPECT_EQ(label_stride(13.9F, 14, 16), 2U);
  EXPECT_EQ(label_stride(4, 14, 16), 4U);
  EXPECT_EQ(label_stride(1, 14, 1000), 16U);
}

TEST(LabelStride, WithoutRoomTheFirstMarkAloneIsLabelled) {
  for (const float pitch : {0.0F, -3.0F, 1e-20F, std::numeric_limits<float>::quiet_NaN(),
                            -std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(label_stride(pitch, 14, 16), 16U) << pitch;
    EXPECT_GE(label_stride(pitch, 14, 1000), 1000U) << pitch;
    EXPECT_EQ(label_stride(pitch, 14, 0), 1U) << pitch;
    EXPECT_EQ(label_stride(pitch, 14, 0xFFFFFFFFU), 0x80000000U) << pitch;
  }
}

}  // namespace
}  // namespace sortscope
