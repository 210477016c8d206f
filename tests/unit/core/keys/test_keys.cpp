// test_keys.cpp: key texts, order-preserving words, and padding.
#include "core/base/progress.h"
#include "core/keys/keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "core/algorithms/algorithm.h"

namespace sortscope {
namespace {

constexpr KeyType kTypes[] = {KeyType::kInt32,  KeyType::kUint32,  KeyType::kInt64,
                              KeyType::kUint64, KeyType::kFloat32, KeyType::kFloat64};

Keys float_keys(const std::vector<double>& values) {
  return keys_from(std::span<const double>(values));
}

Keys uint_keys(const std::vector<std::uint32_t>& values) {
  return keys_from(std::span<const std::uint32_t>(values));
}

// Runs the network of `algorithm` on (word, is padding) pairs; the places of the output.
std::vector<std::uint32_t> run(const Algorithm& algorithm, const Keys& keys, Order order) {
  const auto n = static_cast<std::uint32_t>(keys.size());
  const Network network = algorithm.build(n);
  PreparedKeys p = prepare_keys(keys, order, network.wires(), algorithm.needs_bitonic_input);
  std::vector<std::pair<std::uint64_t, bool>> wire(network.wires());
  for (std::uint32_t w = 0; w < network.wires(); ++w) {
    wire[w] = {p.words.at(w), p.places[w] >= n};
  }
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      const Comparator c = network.comparator(layer, i);
      if (wire[c.min_wire] > wire[c.max_wire]) {
        std::swap(wire[c.min_wire], wire[c.max_wire]);
        std::swap(p.places[c.min_wire], p.places[c.max_wire]);
      }
    }
  }
  return p.places;
}

TEST(KeyNames, GoThereAndBack) {
  for (const KeyType type : kTypes) EXPECT_EQ(key_type_of(name_of(type)), type);
  EXPECT_EQ(name_of(KeyType::kFloat32), "float32");
  EXPECT_FALSE(key_type_of("int"));
  EXPECT_EQ(name_of(Order::kDescending), "descending");
}

// Wires beyond the keys carry padding: what is asked of it is never read behind the keys.
TEST(Keys, BeyondThemIsNothing) {
  for (const KeyType type : kTypes) {
    Keys keys = make_keys(type, 4);
    for (std::size_t i = 0; i < 4; ++i) keys.raw.set(i, *parse_key(type, "9"));
    keys.raw.resize(3);  // the fourth is still in memory
    for (const std::size_t i : {std::size_t{3}, std::size_t{8}, ~std::size_t{0}}) {
      EXPECT_EQ(keys.text(i), "null") << name_of(type) << " " << i;
      EXPECT_TRUE(std::isnan(keys.value(i))) << name_of(type) << " " << i;
    }
    EXPECT_EQ(keys.text(2), "9");
    EXPECT_EQ(keys.value(2), 9);
  }
}

TEST(OrderedWord, OrdersFloatsAsTheirValues) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double ordered[] = {-inf,  -1e30, -3.5, -1.0, -1e-40, -0.0, 0.0,
                            1e-40, 1.0,   1.5,  1e10, 1e30,   inf};
  for (const Order order : {Order::kAscending, Order::kDescending}) {
    for (const KeyType type : {KeyType::kFloat32, KeyType::kFloat64}) {
      const auto word = [&](double value) {
        const std::uint64_t raw = type == KeyType::kFloat64
                                      ? std::bit_cast<std::uint64_t>(value)
                                      : std::bit_cast<std::uint32_t>(static_cast<float>(value));
        return ordered_word(type, order, raw);
      };
      const std::uint64_t all = type == KeyType::kFloat64 ? ~std::uint64_t{0} : 0xffffffffU;
      for (std::size_t i = 0; i + 1 < std::size(ordered); ++i) {
        const bool before = word(ordered[i]) < word(ordered[i + 1]);
        const bool after = word(ordered[i]) > word(ordered[i + 1]);
        EXPECT_EQ(before, order == Order::kAscending) << ordered[i];
        EXPECT_EQ(after, order == Order::kDescending) << ordered[i];
        EXPECT_LT(word(ordered[i]), all);
      }
      EXPECT_EQ(word(nan), all);
      EXPECT_EQ(word(-nan), all);
    }
  }
}

TEST(OrderedWord, OrdersIntegersAsTheirValues) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint64_t a = random();
    const std::uint64_t b = trial % 4 == 0 ? a : random();
    const auto check = [&](KeyType type, auto x, auto y) {
      const auto up =
          ordered_word(type, Order::kAscending, a) <=> ordered_word(type, Order::kAscending, b);
      const auto down =
          ordered_word(type, Order::kDescending, a) <=> ordered_word(type, Order::kDescending, b);
      EXPECT_EQ(up < 0, x < y);
      EXPECT_EQ(down<0, x> y);
      EXPECT_EQ(up == 0, x == y);
      EXPECT_EQ(down == 0, x == y);
    };
    check(KeyType::kInt32, static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
    check(KeyType::kUint32, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
    check(KeyType::kInt64, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
    check(KeyType::kUint64, a, b);
  }
}

TEST(KeyText, IsTheShortestThatReadsBack) {
  const double inf = std::numeric_limits<double>::infinity();
  const Keys keys = float_keys({0.1, -0.0, 1e300, inf, -inf, -std::nan(""), 3});
  const char* expected[] = {"0.1", "-0", "1e+300", "inf", "-inf", "nan", "3"};
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(keys.text(i), expected[i]);
  const float floats[] = {0.1f, 16777216.0f};
  EXPECT_EQ(keys_from(std::span<const float>(floats)).text(0), "0.1");
  EXPECT_EQ(keys_from(std::span<const float>(floats)).value(1), 16777216.0);
  // Whole numbers are written as they are, not as what rounds to them.
  const float whole[] = {2147483648.0f, -4294967296.0f, 9007199254740992.0f, 16777216.0f, -0.0f};
  const Keys full = keys_from(std::span<const float>(whole));
  const char* texts[] = {"2147483648", "-4294967296", "9007199254740992", "16777216", "-0"};
  for (std::size_t i = 0; i < std::size(texts); ++i) EXPECT_EQ(full.text(i), texts[i]);
  const std::int64_t least[] = {std::numeric_limits<std::int64_t>::min()};
  EXPECT_EQ(keys_from(std::span<const std::int64_t>(least)).text(0), "-9223372036854775808");
}

TEST(KeyText, ReadsBackForEveryType) {
  std::mt19937_64 random(11);
  for (const KeyType type : kTypes) {
    Keys keys = make_keys(type, 3000);
    for (std::size_t i = 0; i < keys.size(); ++i) keys.raw.set(i, random());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto back = parse_key(type, keys.text(i));
      ASSERT_TRUE(back.ok()) << keys.text(i);
      if (std::isnan(keys.value(i))) {
        EXPECT_EQ(keys.text(i), "nan");
      } else {
        EXPECT_EQ(*back, keys.raw.at(i)) << keys.text(i);
      }
    }
  }
}

TEST(ParseKey, AcceptsWhatPeopleWrite) {
  const auto float_of = [](std::string_view text) {
    const auto raw = parse_key(KeyType::kFloat64, text);
    return raw.ok() ? std::bit_cast<double>(*raw) : -12345.0;
  };
  EXPECT_EQ(float_of("+1.5"), 1.5);
  EXPECT_EQ(float_of("1e3"), 1000.0);
  EXPECT_EQ(float_of(".5"), 0.5);
  EXPECT_EQ(float_of("5."), 5.0);
  EXPECT_EQ(float_of("+INF"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(float_of("-Infinity"), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(float_of("NaN")));
  EXPECT_TRUE(std::isnan(float_of("-nan")));
  EXPECT_EQ(float_of("1e-999"), 0.0);
  EXPECT_EQ(float_of("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_TRUE(std::signbit(float_of("-0.0000001e-999999999999999999999")));
  EXPECT_EQ(float_of("123456789012345678901234567890"), 123456789012345678901234567890.0);
  EXPECT_EQ(*parse_key(KeyType::kInt32, "+7"), 7U);
  EXPECT_EQ(*parse_key(KeyType::kInt32, "-2147483648"), 0x80000000U);
  EXPECT_EQ(*parse_key(KeyType::kUint32, "-0"), 0U);
  EXPECT_EQ(*parse_key(KeyType::kUint64, "18446744073709551615"), ~std::uint64_t{0});
}

TEST(ParseKey, RefusesAndSaysWhy) {
  for (const KeyType type : kTypes) {
    for (const char* text : {"", "-", "+", "abc", "0x1F", "1_000", "1 ", " 1", "+-1", "--1", "++1",
                             "1e", "nan(1)", "1,5", "infinite", ".", "e5", "-+5"}) {
      const auto result = parse_key(type, text);
      ASSERT_FALSE(result.ok()) << text;
      EXPECT_NE(result.error().message.find("is not a number"), std::string::npos) << text;
      EXPECT_EQ(result.error().exit_code(), 2);
    }
  }
  EXPECT_EQ(parse_key(KeyType::kInt32, "3000000000").error().message,
            "'3000000000' is out of range for int32 (-2147483648 to 2147483647).");
  EXPECT_EQ(parse_key(KeyType::kUint32, "-1").error().message,
            "'-1' is out of range for uint32 (0 to 4294967295).");
  EXPECT_EQ(parse_key(KeyType::kInt64, "3.0").error().message,
            "'3.0' is not an integer, but keys of type int64 are.");
  EXPECT_FALSE(parse_key(KeyType::kInt32, "nan").ok());
  for (const char* text : {"1e400", "9e999999999999999999", "-0.001e9999"}) {
    EXPECT_NE(parse_key(KeyType::kFloat64, text).error().message.find("out of range"),
              std::string::npos);
  }
  EXPECT_NE(parse_key(KeyType::kFloat32, "1e39").error().message.find("out of range"),
            std::string::npos);
}

TEST(PrepareKeys, IsLeftUnfinishedWhereItIsCancelled) {
  Progress progress;
  const Keys keys = uint_keys({3, 1, 2});
  EXPECT_EQ(prepare_keys(keys, Order::kAscending, 65536, false, &progress).words.size(), 65536U);
  progress.cancel = true;
  EXPECT_EQ(prepare_keys(keys, Order::kAscending, 65536, false, &progress).words.size(), 0U);
}

TEST(PrepareKeys, PadsAtTheEndWithTheLargestWord) {
  const PreparedKeys p = prepare_keys(uint_keys({5, 9, 1}), Order::kAscending, 8, false);
  EXPECT_EQ(p.real_keys, 3U);
  EXPECT_EQ(p.padding_at, 3U);
  EXPECT_FALSE(p.ambiguous_padding);
  std::vector<std::uint32_t> places(8);
  std::iota(places.begin(), places.end(), 0U);
  EXPECT_EQ(p.places, places);
  EXPECT_EQ(p.words.w32, (std::vector<std::uint32_t>{5, 9, 1, ~0U, ~0U, ~0U, ~0U, ~0U}));
}

TEST(PrepareKeys, KnowsWhenARealKeyLooksLikePadding) {
  const auto ambiguous = [](const Keys& keys, Order order, std::uint32_t wires) {
    return prepare_keys(keys, order, wires, false).ambiguous_padding;
  };
  const Keys extremes = uint_keys({0, 5, ~0U});
  EXPECT_TRUE(ambiguous(extremes, Order::kAscending, 4));
  EXPECT_TRUE(ambiguous(extremes, Order::kDescending, 4));
  EXPECT_FALSE(ambiguous(extremes, Order::kAscending, 3));
  EXPECT_FALSE(ambiguous(uint_keys({1, 5, 7}), Order::kDescending, 4));
  EXPECT_TRUE(ambiguous(float_keys({1, std::nan(""), 2}), Order::kDescending, 4));
  EXPECT_FALSE(ambiguous(float_keys({1, -std::numeric_limits<double>::infinity(), 2}),
                         Order::kDescending, 4));
}

// Cyclically bitonic by definition: some rotation rises, then falls.
bool is_bitonic(const std::vector<std::uint32_t>& values) {
  for (std::size_t turn = 0; turn < values.size(); ++turn) {
    std::vector<std::uint32_t> turned = values;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(turn), turned.end());
    const auto peak = std::is_sorted_until(turned.begin(), turned.end());
    if (std::is_sorted(peak - 1, turned.end(), std::greater<>())) return true;
  }
  return false;
}

TEST(PrepareKeys, KeepsEveryBitonicSequenceBitonicForTheMerger) {
  const Algorithm& merger = **find_algorithm("bitonic-merger");
  int sequences = 0;
  for (std::uint32_t n = 1; n <= 7; ++n) {
    for (std::uint32_t code = 0; code < 1U << (2 * n); ++code) {
      std::vector<std::uint32_t> values(n);
      for (std::uint32_t i = 0; i < n; ++i) values[i] = code >> (2 * i) & 3;
      if (!is_bitonic(values)) continue;
      ++sequences;
      // The last value also as the type's largest, which the padding's word equals.
      for (const bool largest : {false, true}) {
        std::vector<std::uint32_t> keys = values;
        if (largest) std::replace(keys.begin(), keys.end(), 3U, ~0U);
        for (const Order order : {Order::kAscending, Order::kDescending}) {
          const std::vector<std::uint32_t> out = run(merger, uint_keys(keys), order);
          for (std::uint32_t w = 0; w < out.size(); ++w) {
            ASSERT_EQ(out[w] >= n, w >= n) << "padding is last, n " << n << " code " << code;
          }
          for (std::uint32_t w = 0; w + 1 < n; ++w) {
            const bool in_order = order == Order::kAscending ? keys[out[w]] <= keys[out[w + 1]]
                                                             : keys[out[w]] >= keys[out[w + 1]];
            ASSERT_TRUE(in_order) << "n " << n << " code " << code;
          }
        }
      }
    }
  }
  EXPECT_GT(sequences, 3000);
}

TEST(PrepareKeys, PadsAMergersInputBesideALastKey) {
  const PreparedKeys hill = prepare_keys(uint_keys({1, 4, 6, 3, 2}), Order::kAscending, 8, true);
  EXPECT_EQ(hill.padding_at, 3U);
  EXPECT_EQ(hill.places, (std::vector<std::uint32_t>{0, 1, 2, 5, 6, 7, 3, 4}));
  EXPECT_EQ(prepare_keys(uint_keys({1, 2, 3}), Order::kAscending, 4, true).padding_at, 3U);
  EXPECT_EQ(prepare_keys(uint_keys({9, 2, 3}), Order::kAscending, 4, true).padding_at, 3U);
  // Not bitonic: nothing can be kept.
  EXPECT_EQ(prepare_keys(uint_keys({1, 5, 1, 5, 1}), Order::kAscending, 8, true).padding_at, 5U);
}

}  // namespace
}  // namespace sortscope
