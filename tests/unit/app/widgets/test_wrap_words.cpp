// test_wrap_words.cpp: what is typed into a field of several lines.
#include "app/widgets/wrap_words.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace sortscope {
namespace {

std::string wrapped(std::string text, std::size_t columns) {
  wrap_words(text, columns);
  return text;
}

TEST(WrapWords, BlanksBecomeLineBreaks) {
  EXPECT_EQ(wrapped("45 12 83", 8), "45 12 83");
  EXPECT_EQ(wrapped("45 12 83", 7), "45 12\n83");
  EXPECT_EQ(wrapped("45\n12 83", 8), "45 12 83") << "a break that is not needed goes";
  EXPECT_EQ(wrapped("1234567890", 4), "1234567890") << "a word is whole";
}

// Sixteen numbers of two digits, however they are apart, stand in a field of the first screen.
TEST(WrapWords, NoLineIsLongerAndNothingIsLost) {
  for (const std::string between : {" ", ", ", "  "}) {
    std::string text;
    for (int i = 10; i < 26; ++i) text += (text.empty() ? "" : between) + std::to_string(i);
    for (std::size_t columns = 6; columns < 60; ++columns) {
      const std::string lines = wrapped(text, columns);
      std::string back = lines;
      for (char& each : back) each = each == '\n' ? ' ' : each;
      EXPECT_EQ(back, text);
      std::istringstream stream(lines);
      for (std::string line; std::getline(stream, line);) EXPECT_LE(line.size(), columns) << lines;
      EXPECT_EQ(wrapped(lines, columns), lines);
      if (columns >= 32) {
        EXPECT_LE(count_lines(lines), 3U);
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
