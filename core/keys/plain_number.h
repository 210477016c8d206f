// plain_number.h: numbers as most are written, read quickly from text.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

#include "core/keys/keys.h"

namespace sortscope {

/// What ends a token: separators and the start of a comment.
inline constexpr std::array<bool, 256> kEndsToken = [] {
  std::array<bool, 256> table{};
  for (const char c : {' ', '\t', '\n', '\r', '\v', '\f', ',', ';', '#'}) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();
inline bool ends_token(char c) { return kEndsToken[static_cast<unsigned char>(c)]; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A number written as most are, digits with a point among them or none.
struct PlainNumber {
  std::uint64_t digits = 0;  // without the point
  unsigned count = 0;        // of digits
  unsigned behind = 0;       // of them behind the point
  bool negative = false;
  const char* end = nullptr;  // null: it is none, or goes on with what ends no token
};

/// At most so many digits fit into 64 bits whatever they are.
inline constexpr unsigned kMostPlainDigits = 19;

// Also doubles hold them.
inline constexpr std::array<std::uint64_t, kMostPlainDigits + 1> kPowersOfTen = [] {
  std::array<std::uint64_t, kMostPlainDigits + 1> powers{};
  std::uint64_t power = 1;
  for (std::uint64_t& one : powers) {
    one = power;
    power *= 10;
  }
  return powers;
}();

/// Digits in a row.
struct DigitRun {
  std::uint64_t value = 0;
  std::size_t length = 0;  // over kMostPlainDigits: `value` has wrapped around
};

// The digits that eight characters begin with, without a branch on where they end: lengths of
// numbers are hard to foresee. (The first character in memory is the lowest byte.)
inline DigitRun run_of_eight(std::uint64_t text) {
  // The top bit of the first byte that is no digit, and maybe of some behind it.
  const std::uint64_t others =
      ((text + 0x4646464646464646U) | (text - 0x3030303030303030U)) & 0x8080808080808080U;
  const auto length = static_cast<std::size_t>(std::countr_zero(others)) / 8;
  // Leading zeros in place of what is none; a shift by all 64 bits has to be two.
  text = (text & 0x0f0f0f0f0f0f0f0fU) << (4 * (8 - length)) << (4 * (8 - length));
  text = (text * 10) + (text >> 8);
  const std::uint64_t value = ((text & 0x000000ff000000ffU) * 0x000f424000000064U +
                               ((text >> 16) & 0x000000ff000000ffU) * 0x0000271000000001U) >>
                              32;
  return {value, length};
}

inline DigitRun digit_run(const char* at, const char* end) {
  constexpr std::array<std::uint64_t, 9> kPowers = {1,      10,      100,      1000,     10000,
                                                    100000, 1000000, 10000000, 100000000};
  DigitRun run;
  if (std::endian::native == std::endian::little && end - at >= 16) {
    std::array<std::uint64_t, 2> text{};
    std::memcpy(text.data(), at, sizeof text);
    const DigitRun first = run_of_eight(text[0]);
    const DigitRun second = run_of_eight(text[1]);
    const std::size_t more = first.length == 8 ? second.length : 0;
    run = {first.value * kPowers[more] + (first.length == 8 ? second.value : 0),
           first.length + more};
    if (run.length < 16) return run;
  }
  for (at += run.length; at < end && is_digit(*at); ++at, ++run.length) {
    run.value = 10 * run.value + static_cast<std::uint64_t>(*at - '0');
  }
  return run;
}

inline PlainNumber plain_number(const char* at, const char* end, bool with_point) {
  PlainNumber number;
  if (at == end) return number;
  number.negative = *at == '-';
  at += number.negative ? 1 : 0;
  const DigitRun whole = digit_run(at, end);
  at += whole.length;
  number.digits = whole.value;
  std::size_t count = whole.length;
  if (with_point && count > 0 && at < end && *at == '.') {
    const DigitRun behind = digit_run(at + 1, end);
    if (behind.length == 0 || count + behind.length > kMostPlainDigits) return number;
    at += 1 + behind.length;
    number.digits = whole.value * kPowersOfTen[behind.length] + behind.value;
    number.behind = static_cast<unsigned>(behind.length);
    count += behind.length;
  }
  if (count == 0 || count > kMostPlainDigits || at == end || !ends_token(*at)) return number;
  number.count = static_cast<unsigned>(count);
  number.end = at;
  return number;
}

/// The key of `type` that parse_number() makes of it and keeps_number() finds kept; nothing where
/// that takes more care.
inline std::optional<std::uint64_t> plain_key(KeyType type, const PlainNumber& number, bool infer) {
  const auto signed_key = [&](std::uint64_t largest) -> std::optional<std::uint64_t> {
    if (number.digits > largest + (number.negative ? 1 : 0)) return std::nullopt;
    // Among numbers of a type that is not known yet, "-0" may be that of floats.
    if (number.negative && number.digits == 0 && infer) return std::nullopt;
    return number.negative ? 0 - number.digits : number.digits;
  };
  constexpr std::uint64_t kLargest32 = 0xffffffffU;
  switch (type) {
    case KeyType::kInt32: {
      const auto key = signed_key(kLargest32 >> 1);
      return key ? std::optional<std::uint64_t>(*key & kLargest32) : std::nullopt;
    }
    case KeyType::kInt64:
      return signed_key(~std::uint64_t{0} >> 1);
    case KeyType::kUint32:
    case KeyType::kUint64:
      if (number.negative || (type == KeyType::kUint32 && number.digits > kLargest32)) {
        return std::nullopt;
      }
      return number.digits;
    case KeyType::kFloat32: {
      if (number.count > std::numeric_limits<float>::digits10) return std::nullopt;
      const float size =
          static_cast<float>(number.digits) / static_cast<float>(kPowersOfTen[number.behind]);
      return std::bit_cast<std::uint32_t>(number.negative ? -size : size);
    }
    case KeyType::kFloat64: {
      if (number.count > std::numeric_limits<double>::digits10) return std::nullopt;
      const double size =
          static_cast<double>(number.digits) / static_cast<double>(kPowersOfTen[number.behind]);
      return std::bit_cast<std::uint64_t>(number.negative ? -size : size);
    }
  }
  return std::nullopt;
}

}  // namespace sortscope
