// test_key_labels.cpp: how long short texts of keys can be.
#include "core/scenes/key_labels.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <random>

#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

// Values whose texts are long, and any others.
Keys long_keys(KeyType type, std::uint32_t n) {
  Keys keys = make_keys(type, n);
  std::mt19937_64 random(1);
  for (std::uint32_t i = 0; i < n; ++i) keys.raw.set(i, random());
  const auto put32 = [&](std::uint32_t at, float x) {
    if (type == KeyType::kFloat32) keys.raw.set(at, std::bit_cast<std::uint32_t>(x));
  };
  const auto put64 = [&](std::uint32_t at, double x) {
    if (type == KeyType::kFloat64) keys.raw.set(at, std::bit_cast<std::uint64_t>(x));
  };
  put32(0, -std::numeric_limits<float>::denorm_min());
  put32(1, std::numeric_limits<float>::lowest());
  put32(2, -std::numeric_limits<float>::infinity());
  put64(0, -std::numeric_limits<double>::denorm_min());
  put64(1, std::numeric_limits<double>::lowest());
  put64(2, -1.2345678e-205);
  keys.raw.set(3, std::uint64_t{1} << (keys.raw.bits - 1));  // the least integer
  keys.raw.set(4, ~std::uint64_t{0} >> (64 - keys.raw.bits));
  keys.raw.set(5, (~std::uint64_t{0} >> (64 - keys.raw.bits)) >> 1);
  return keys;
}

std::size_t longest_found(const Recording& recording) {
  std::size_t longest = 0;
  for (std::uint32_t place = 0; place < recording.real_keys(); ++place) {
    longest = std::max(longest, display_length(short_key_text(recording, place)));
  }
  return longest;
}

TEST(KeyLabels, OfManyKeysNoneIsLongerThanTheTypeAllows) {
  for (const KeyType type : kKeyTypes) {
    const RunView few("bitonic", long_keys(type, kMostMeasuredKeys));
    EXPECT_EQ(longest_key_text(few.recording()), longest_found(few.recording())) << name_of(type);
    const RunView many("bitonic", long_keys(type, 16 * kMostMeasuredKeys));
    EXPECT_EQ(longest_key_text(many.recording()), longest_found(many.recording())) << name_of(type);
  }
}

TEST(KeyLabels, OfFewKeysTheLongestCounts) {
  EXPECT_EQ(longest_key_text(RunView("bitonic", mixed_keys(4)).recording()),
            longest_found(RunView("bitonic", mixed_keys(4)).recording()));
}

}  // namespace
}  // namespace sortscope
