// Whole numbers from text.
#include <gtest/gtest.h>

#include "core/base/parse_number.h"

namespace sortscope {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

TEST(ParseWhole, TakesAllDigitsOrNothing) {
  EXPECT_EQ(parse_whole("0"), 0U);
  EXPECT_EQ(parse_whole("007"), 7U);
  EXPECT_EQ(parse_whole("18446744073709551615"), kMost);
  for (const char* text :
       {"", " 1", "1 ", "-1", "+1", "1x", "0x10", "2^4", "1.0", "18446744073709551616"}) {
    EXPECT_EQ(parse_whole(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_whole("600", 600), 600U);
  EXPECT_EQ(parse_whole("601", 600), std::nullopt);
}

TEST(ParseWhole, KnowsPowersOfTwo) {
  EXPECT_EQ(parse_whole_or_power("1000"), 1000U);
  EXPECT_EQ(parse_whole_or_power("2^0"), 1U);
  EXPECT_EQ(parse_whole_or_power("2^20"), 1U << 20);
  EXPECT_EQ(parse_whole_or_power("2^63"), std::uint64_t{1} << 63);
  for (const char* text : {"2^64", "2^", "2^-1", "2^4x", "3^2", "2^2^2"}) {
    EXPECT_EQ(parse_whole_or_power(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_whole_or_power("2^31", ~0U), 1U << 31);
  EXPECT_EQ(parse_whole_or_power("2^32", ~0U), std::nullopt);
}

TEST(ParseWhole, TakesWhatATextBeginsWith) {
  std::string_view text = "12:34";
  EXPECT_EQ(take_whole(text), 12U);
  EXPECT_EQ(text, ":34");
  EXPECT_EQ(take_whole(text), std::nullopt);
  EXPECT_EQ(text, ":34");
  text = "300,";
  EXPECT_EQ(take_whole(text, 255), std::nullopt);
  EXPECT_EQ(text, "300,");
}

}  // namespace
}  // namespace sortscope
