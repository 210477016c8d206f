// test_bitonic_input.cpp: bitonic sequences told from others, against rotations tried one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "core/keys/inputs.h"
#include "core/recordings/bitonic_input.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

// Definition 1 of Zachmann 2011: rises then falls, or can be rotated to do so.
bool is_bitonic(std::vector<std::int32_t> keys) {
  for (std::size_t turn = 0; turn <= keys.size(); ++turn) {
    const auto peak = std::is_sorted_until(keys.begin(), keys.end());
    if (std::is_sorted(peak, keys.end(), std::greater<>())) return true;
    if (!keys.empty()) std::rotate(keys.begin(), keys.begin() + 1, keys.end());
  }
  return false;
}

TEST(BitonicInput, TheFirstBreakIsTheFirstPrefixThatIsNotBitonic) {
  // All sequences of up to 7 keys over 4 values.
  for (std::uint32_t n = 0; n <= 7; ++n) {
    for (std::uint32_t code = 0; code < 1U << (2 * n); ++code) {
      std::vector<std::int32_t> keys;
      for (std::uint32_t i = 0; i < n; ++i) {
        keys.push_back(static_cast<std::int32_t>(code >> (2 * i) & 3));
      }
      std::optional<std::uint32_t> expected;
      for (std::uint32_t length = 1; length <= n && !expected; ++length) {
        if (!is_bitonic({keys.begin(), keys.begin() + length})) expected = length - 1;
      }
      for (const Order order : {Order::kAscending, Order::kDescending}) {
        const auto found = first_break(keys_from<std::int32_t>(keys), order);
        ASSERT_EQ(found.has_value(), expected.has_value()) << ::testing::PrintToString(keys);
        if (expected) {
          ASSERT_EQ(found->at, *expected) << ::testing::PrintToString(keys);
        }
      }
    }
  }
}

TEST(BitonicInput, TheMessageNamesPlaceValueAndCure) {
  RunRequest request;
  request.algorithm = "adaptive-merger";
  request.keys = keys_from<std::int32_t>(std::vector<std::int32_t>{1, 4, 9, 6, 2, -3, 0, 5});
  const auto engine = make_cpu_engine();
  auto run = record(request, *engine);
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.error().code, ErrorCode::kNotBitonic);
  EXPECT_EQ(run.error().exit_code(), 2);
  EXPECT_EQ(run.error().message,
            "the keys are not bitonic: key 8 of 8, which is 5, breaks the rule: after two turns "
            "they rise beyond the first key, 1.");
  EXPECT_NE(run.error().hint.find("--algorithm adaptive."), std::string::npos);
  request.any_input = true;
  run = record(request, *engine);
  ASSERT_TRUE(run.ok());
  request.algorithm = "adaptive";
  request.any_input = false;
  EXPECT_TRUE((*record(request, *engine))->sorted);
}

TEST(BitonicInput, GeneratedKeysAreBitonic) {
  std::mt19937 random(4);
  for (const Order order : {Order::kAscending, Order::kDescending}) {
    for (const std::uint32_t n : {1U, 2U, 17U, 1000U}) {
      for (const char* algorithm : {"bitonic-merger", "adaptive-merger"}) {
        RunRequest request;
        request.algorithm = algorithm;
        request.order = order;
        request.keys = *generate_keys("bitonic", KeyType::kFloat32, n, random(),
                                      **find_algorithm(algorithm), order);
        EXPECT_TRUE(check_bitonic(request, **find_algorithm(algorithm)).ok()) << n;
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
