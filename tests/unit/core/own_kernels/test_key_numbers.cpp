// Bytes and numbers where keys stand, against the arithmetic of the types themselves.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "core/own_kernels/key_type.h"

namespace sortscope {
namespace {

using namespace sortscope_log;

// What cudaMemset() with a byte makes, and words around where types change.
std::vector<std::uint32_t> words() {
  std::vector<std::uint32_t> all;
  for (std::uint32_t byte = 0; byte < 256; ++byte) all.push_back(byte * 0x01010101u);
  for (const std::uint32_t word :
       {0x3f800000u, 0x4effffffu, 0x4f000000u, 0x4f000001u, 0x7f7fffffu, 0x7f800000u, 0x7f800001u,
        0x7fffffffu, 0x80000001u, 0xff800000u, 0xfffffffeu, 41u, 0x42280000u}) {
    all.push_back(word);
  }
  return all;
}

// Every word beside every key: as the type compares them. Keys are whole, from 0 on.
template <typename T, typename Make>
void expect_order(KeyNumbers type, const std::vector<T>& keys, Make make) {
  for (const std::uint32_t word : words()) {
    const T number = std::bit_cast<T>(word);
    const std::uint64_t value = value_of_word(word, type);
    for (const T key : keys) {
      const int order = order_of_values(make(key), value);
      // Below all keys it may count as the least of them, and between two as the one below.
      if (number < 0) {
        EXPECT_NE(order, -1) << word << " beside " << key;
        EXPECT_EQ(value, 0u) << word;
        continue;
      }
      if (number > key && number < key + 1) {
        EXPECT_NE(order, 1) << word << " beside " << key;
        continue;
      }
      EXPECT_EQ(order == -1, key < number) << word << " beside " << key;
      EXPECT_EQ(order == 1, key > number) << word << " beside " << key;
      EXPECT_EQ(order == 0, key == number) << word << " beside " << key;
    }
  }
}

TEST(OwnKernelKeyNumbers, WordsCompareAsTheirTypeDoes) {
  expect_order<std::int32_t>(KeyNumbers::kSigned, {0, 1, 41, 0x7f7f7f7f, 0x7ffffffe, 0x7fffffff},
                             [](std::int32_t k) { return static_cast<std::uint64_t>(k); });
  // That no key may have the largest value: it sorts behind all of them.
  expect_order<std::uint32_t>(KeyNumbers::kUnsigned, {0, 1, 41, 0x7f7f7f80, 0xfffffffe},
                              [](std::uint32_t k) { return std::uint64_t{k}; });
  const std::vector<float> floats{0, 1, 41, 42, 65536, 2147483648.0F, 3.3e38F, 3.4e38F};
  expect_order<float>(KeyNumbers::kFloat, floats, [](float k) {
    return k < 2147483648.0F ? static_cast<std::uint64_t>(k)
                             : value_of_float(std::bit_cast<std::uint32_t>(k));
  });
}

TEST(OwnKernelKeyNumbers, OfTheBytesThatBooksPadWith) {
  EXPECT_EQ(value_of_word(0xffffffffu, KeyNumbers::kUnsigned), kHighestValue);
  EXPECT_EQ(value_of_word(0xffffffffu, KeyNumbers::kSigned), 0u);
  EXPECT_TRUE(std::isnan(std::bit_cast<float>(0xffffffffu)));
  EXPECT_EQ(value_of_word(0xffffffffu, KeyNumbers::kFloat), kNotANumber);
  EXPECT_EQ(value_of_word(0xffffffffu, KeyNumbers::kDouble), kNotANumber);
  EXPECT_LT(value_of_word(0x7f7f7f7fu, KeyNumbers::kFloat), largest_value(KeyNumbers::kFloat));
  EXPECT_LT(value_of_word(0x7f7f7f7fu, KeyNumbers::kSigned), largest_value(KeyNumbers::kSigned));
  EXPECT_LT(value_of_word(0x7f7f7f7fu, KeyNumbers::kUnsigned64), 0xffffffffu);
}

TEST(OwnKernelKeyNumbers, AreThoseOfTheNameOfTheType) {
  for (const auto& [name, numbers] : std::vector<std::pair<const char*, KeyNumbers>>{
           {"int", KeyNumbers::kSigned},
           {"std::int32_t", KeyNumbers::kSigned},
           {"unsigned", KeyNumbers::kUnsigned},
           {"unsigned int", KeyNumbers::kUnsigned},
           {"uint", KeyNumbers::kUnsigned},
           {"uint32_t", KeyNumbers::kUnsigned},
           {"", KeyNumbers::kUnsigned},
           {"float", KeyNumbers::kFloat},
           {"double", KeyNumbers::kDouble},
           {"long long", KeyNumbers::kSigned64},
           {"int64_t", KeyNumbers::kSigned64},
           {"unsigned long long int", KeyNumbers::kUnsigned64},
           {"uint64_t", KeyNumbers::kUnsigned64}}) {
    EXPECT_EQ(key_numbers(name), numbers) << name;
  }
}

}  // namespace
}  // namespace sortscope
