// test_label_fit.cpp: text in lines that fit.
#include "core/pictures/label_fit.h"

#include <gtest/gtest.h>

#include <numeric>

namespace sortscope {
namespace {

TEST(WrappedText, FitsItsRoomWhateverItsWords) {
  const float room = estimated_width("0123456789", 10, Face::kSans);
  const auto lines = [&](std::string_view text) { return wrapped(text, 10, Face::kSans, room); };
  EXPECT_EQ(lines("one two six ten"), (std::vector<std::string>{"one two", "six ten"}));
  EXPECT_EQ(lines("0123456789 a"), (std::vector<std::string>{"0123456789", "a"}));
  EXPECT_EQ(lines(""), std::vector<std::string>{""});
  EXPECT_EQ(lines("ab 0123456789012 cd"), (std::vector<std::string>{"ab", "0123456789", "012 cd"}));
  EXPECT_EQ(lines("ööööööööööö"), (std::vector<std::string>{"öööööööööö", "ö"}));
  // A word of four million characters is broken; one character stands where no room is.
  const auto broken = lines(std::string(4'000'000, 'x'));
  EXPECT_EQ(broken.size(), 400'000U);
  EXPECT_EQ(wrapped("abc", 10, Face::kSans, 0).size(), 3U);
}

}  // namespace
}  // namespace sortscope
