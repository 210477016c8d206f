// Times and bytes: three and two digits, the next unit where rounding reaches it.
#include <gtest/gtest.h>

#include "core/base/number_text.h"

namespace sortscope {
namespace {

TEST(NumberText, Groups) {
  EXPECT_EQ(grouped_number(0), "0");
  EXPECT_EQ(grouped_number(999), "999");
  EXPECT_EQ(grouped_number(1000), "1,000");
  EXPECT_EQ(grouped_number(110100480), "110,100,480");
}

TEST(NumberText, TimesHaveThreeDigits) {
  EXPECT_EQ(time_text(0), "0 ns");
  EXPECT_EQ(time_text(980), "980 ns");
  EXPECT_EQ(time_text(999.4), "999 ns");
  EXPECT_EQ(time_text(999.9), "1.00 µs");
  EXPECT_EQ(time_text(1230), "1.23 µs");
  EXPECT_EQ(time_text(9996), "10.0 µs");
  EXPECT_EQ(time_text(12340), "12.3 µs");
  EXPECT_EQ(time_text(99960), "100 µs");
  EXPECT_EQ(time_text(123400), "123 µs");
  EXPECT_EQ(time_text(999.6e3), "1.00 ms");
  EXPECT_EQ(time_text(2.5e6), "2.50 ms");
  EXPECT_EQ(time_text(7.25e9), "7.25 s");
  EXPECT_EQ(time_text(12345e9), "12345 s");
}

TEST(NumberText, TimesOfTheLabHaveFour) {
  EXPECT_EQ(time_text(980, 4), "980 ns");
  EXPECT_EQ(time_text(1500, 4), "1.500 µs");
  EXPECT_EQ(time_text(9.99951e3, 4), "10.00 µs");
  EXPECT_EQ(time_text(999.94e3, 4), "999.9 µs");
  EXPECT_EQ(time_text(999.96e3, 4), "1.000 ms");
  EXPECT_EQ(time_text(2446e6, 4), "2.446 s");
}

TEST(NumberText, DurationsAreSaidAsPeopleSayThem) {
  EXPECT_EQ(duration_text(0.2), "less than a second");
  EXPECT_EQ(duration_text(12.4), "12 s");
  EXPECT_EQ(duration_text(200), "3 min 20 s");
  EXPECT_EQ(duration_text(7500), "2 h 5 min");
}

TEST(NumberText, BytesCountInThousands) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(999), "999 bytes");
  EXPECT_EQ(bytes_text(1000), "1.0 kB");
  EXPECT_EQ(bytes_text(9949), "9.9 kB");
  EXPECT_EQ(bytes_text(9960), "10 kB");
  EXPECT_EQ(bytes_text(557'056), "557 kB");
  EXPECT_EQ(bytes_text(999'600), "1.0 MB");
  EXPECT_EQ(bytes_text(std::uint64_t{8} << 30), "8.6 GB");
  EXPECT_EQ(bytes_text(std::uint64_t{5000} * 1000 * 1000 * 1000 * 1000), "5000 TB");
  EXPECT_EQ(bytes_text(1'030'000, 3), "1.03 MB");
  EXPECT_EQ(bytes_text(134'217'728, 3), "134 MB");
}

}  // namespace
}  // namespace sortscope
