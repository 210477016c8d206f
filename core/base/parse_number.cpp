// parse_number.cpp: one number from text.
#include "core/base/parse_number.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>

namespace sortscope {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + 32) : text[i];
    if (c != lower[i]) return false;
  }
  return true;
}

// Drops one leading '+'; a sign that nothing but a number may follow.
std::string_view without_plus(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return plus ? text.substr(1) : text;
}

// A decimal number that from_chars called out of range is either huge or tiny: where its first
// digit other than 0 stands, and the exponent, tell which.
bool is_tiny(std::string_view text) {
  long point = -1;
  long first = -1;
  long digits = 0;
  std::size_t i = text[0] == '-' ? 1 : 0;
  for (; i < text.size() && (is_digit(text[i]) || text[i] == '.'); ++i) {
    if (text[i] == '.') {
      point = digits;
      continue;
    }
    if (text[i] != '0' && first < 0) first = digits;
    ++digits;
  }
  if (point < 0) point = digits;
  long exponent = 0;
  if (i < text.size()) {
    std::string_view part = text.substr(i + 1);
    const bool negative = !part.empty() && part[0] == '-';
    if (!part.empty() && (part[0] == '-' || part[0] == '+')) part.remove_prefix(1);
    const auto parsed = std::from_chars(part.data(), part.data() + part.size(), exponent);
    if (parsed.ec != std::errc{}) return negative;
    if (negative) exponent = -exponent;
  }
  return exponent < first - point;
}

// A decimal number without a sign, so that equal ones are equal: 0.d1d2d3.. times 10^exponent.
struct Decimal {
  std::string digits;  // the first and the last are not 0; empty: zero
  long exponent = 0;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

Decimal decimal_of(std::string_view text) {
  Decimal number;
  bool point = false;
  std::size_t i = 0;
  for (; i < text.size() && (is_digit(text[i]) || text[i] == '.'); ++i) {
    if (text[i] == '.') {
      point = true;
      continue;
    }
    if (!number.digits.empty() || text[i] != '0') number.digits += text[i];
    if (!point && !number.digits.empty()) ++number.exponent;
    if (point && number.digits.empty()) --number.exponent;
  }
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  if (number.digits.empty()) return {};
  if (i < text.size()) {
    std::string_view part = text.substr(i + 1);
    if (part.starts_with('+')) part.remove_prefix(1);
    long exponent = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), exponent);
    // Beyond all floats: told apart from each of them by its digits.
    if (read.ec != std::errc{} || std::abs(exponent) > 1'000'000) return {"beyond", 0};
    number.exponent += exponent;
  }
  return number;
}

// The same of at most kMostShortDigits digits: digits times 10^exponent.
struct ShortDecimal {
  std::uint64_t digits = 0;  // the last is not 0; 0: zero
  long exponent = 0;
  friend bool operator==(const ShortDecimal&, const ShortDecimal&) = default;
};
constexpr int kMostShortDigits = 18;

// Decimals below are told apart by the floats nearest to them.
constexpr std::uint64_t kSureOfFloat = 1'000'000;
constexpr std::uint64_t kSureOfDouble = 1'000'000'000'000'000;
static_assert(std::numeric_limits<float>::digits10 == 6 &&
              std::numeric_limits<double>::digits10 == 15);

// Nothing where `text`, a number without a sign, is longer or has a far exponent.
std::optional<ShortDecimal> short_decimal(std::string_view text) {
  ShortDecimal number;
  int count = 0;
  long zeros = 0;  // that ended the digits so far
  long behind = 0;
  bool point = false;
  std::size_t i = 0;
  for (; i < text.size() && (is_digit(text[i]) || text[i] == '.'); ++i) {
    if (text[i] == '.') {
      point = true;
      continue;
    }
    if (count > 0 || text[i] != '0') ++count;
    if (count > kMostShortDigits) return std::nullopt;
    number.digits = 10 * number.digits + static_cast<std::uint64_t>(text[i] - '0');
    if (point) ++behind;
  }
  while (number.digits != 0 && number.digits % 10 == 0) {
    number.digits /= 10;
    ++zeros;
  }
  if (number.digits == 0) return ShortDecimal{};
  number.exponent = zeros - behind;
  if (i < text.size()) {
    std::string_view part = text.substr(i + 1);
    if (part.starts_with('+')) part.remove_prefix(1);
    int exponent = 0;
    const auto read = std::from_chars(part.data(), part.data() + part.size(), exponent);
    if (read.ec != std::errc{}) return std::nullopt;
    number.exponent += exponent;
  }
  return number;
}

template <typename T>
std::optional<ShortDecimal> shortest_decimal(T value) {
  std::array<char, 32> text{};
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific);
  if (written.ec != std::errc{}) return std::nullopt;
  return short_decimal({text.data(), static_cast<std::size_t>(written.ptr - text.data())});
}

template <typename T>
NumberFault parse_float(std::string_view text, T& value) {
  text = without_plus(text);
  const bool negative = !text.empty() && text[0] == '-';
  const std::string_view magnitude = text.substr(negative ? 1 : 0);
  if (magnitude.empty()) return NumberFault::kNotANumber;
  if (!is_digit(magnitude[0]) && magnitude[0] != '.') {
    if (equal_ignoring_case(magnitude, "nan")) {
      value = std::numeric_limits<T>::quiet_NaN();
      return NumberFault::kNone;
    }
    if (!equal_ignoring_case(magnitude, "inf") && !equal_ignoring_case(magnitude, "infinity")) {
      return NumberFault::kNotANumber;
    }
    value = negative ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
    return NumberFault::kNone;
  }
  const char* end = text.data() + text.size();
  T parsed{};
  const auto result = std::from_chars(text.data(), end, parsed);
  if (result.ptr != end || result.ec == std::errc::invalid_argument) {
    return NumberFault::kNotANumber;
  }
  if (result.ec == std::errc::result_out_of_range) {
    if (!is_tiny(text)) return NumberFault::kOutOfRange;
    parsed = negative ? -T{0} : T{0};
  }
  value = parsed;
  return NumberFault::kNone;
}

template <typename T>
NumberFault parse_integer(std::string_view text, T& value) {
  const std::string_view digits = without_plus(text);
  const char* end = digits.data() + digits.size();
  T parsed{};
  const auto result = std::from_chars(digits.data(), end, parsed);
  if (result.ptr == end && result.ec == std::errc{}) {
    value = parsed;
    return NumberFault::kNone;
  }
  if (result.ptr == end && result.ec == std::errc::result_out_of_range) {
    return NumberFault::kOutOfRange;
  }
  // Not plain digits of this type: say whether it is a number at all.
  double number = 0;
  const NumberFault as_float = parse_float(text, number);
  if (as_float == NumberFault::kNotANumber) return as_float;
  if (digits.find_first_not_of("+-0123456789") != std::string_view::npos) {
    return NumberFault::kNotAnInteger;
  }
  if (std::is_unsigned_v<T> && number == 0) {  // "-0"
    value = 0;
    return NumberFault::kNone;
  }
  return NumberFault::kOutOfRange;
}

template <typename T, typename Bits, typename Parse>
NumberFault store(std::string_view text, std::uint64_t& raw, Parse parse) {
  T value{};
  const NumberFault fault = parse(text, value);
  if (fault == NumberFault::kNone) raw = std::bit_cast<Bits>(value);
  return fault;
}

}  // namespace

NumberFault parse_number(KeyType type, std::string_view text, std::uint64_t& raw) {
  switch (type) {
    case KeyType::kInt32:
      return store<std::int32_t, std::uint32_t>(text, raw, parse_integer<std::int32_t>);
    case KeyType::kUint32:
      return store<std::uint32_t, std::uint32_t>(text, raw, parse_integer<std::uint32_t>);
    case KeyType::kInt64:
      return store<std::int64_t, std::uint64_t>(text, raw, parse_integer<std::int64_t>);
    case KeyType::kUint64:
      return store<std::uint64_t, std::uint64_t>(text, raw, parse_integer<std::uint64_t>);
    case KeyType::kFloat32:
      return store<float, std::uint32_t>(text, raw, parse_float<float>);
    case KeyType::kFloat64:
      return store<double, std::uint64_t>(text, raw, parse_float<double>);
  }
  return NumberFault::kNotANumber;
}

bool keeps_number(KeyType type, std::string_view text, std::uint64_t raw) {
  const bool single = type == KeyType::kFloat32;
  if (!single && type != KeyType::kFloat64) return true;
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || (!is_digit(text[0]) && text[0] != '.')) return true;  // nan, inf
  const double value =
      std::abs(single ? double{std::bit_cast<float>(static_cast<std::uint32_t>(raw))}
                      : std::bit_cast<double>(raw));
  const double least =
      single ? double{std::numeric_limits<float>::min()} : std::numeric_limits<double>::min();
  // Nearly all texts are short; those that programs write are the shortest of their keys.
  if (const auto brief = short_decimal(text)) {
    const std::uint64_t limit = single ? kSureOfFloat : kSureOfDouble;
    if (brief->digits == 0 || (brief->digits < limit && value >= least)) return true;
    if (brief == (single ? shortest_decimal(static_cast<float>(value)) : shortest_decimal(value))) {
      return true;
    }
  }
  const Decimal given = decimal_of(text);
  const std::size_t sure =
      single ? std::numeric_limits<float>::digits10 : std::numeric_limits<double>::digits10;
  if (given.digits.empty() || (given.digits.size() <= sure && value >= least)) return true;
  const bool whole = text.find_first_not_of("0123456789") == std::string_view::npos;
  if (whole && given == decimal_of(fmt::format("{:.0f}", value))) return true;
  return given == decimal_of(single ? fmt::format("{}", static_cast<float>(value))
                                    : fmt::format("{}", value));
}

std::optional<std::uint64_t> take_whole(std::string_view& text, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || value > most) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return value;
}

std::optional<std::uint64_t> parse_whole(std::string_view text, std::uint64_t most) {
  const auto value = take_whole(text, most);
  return text.empty() ? value : std::nullopt;
}

std::optional<std::uint64_t> parse_whole_or_power(std::string_view text, std::uint64_t most) {
  if (!text.starts_with("2^")) return parse_whole(text, most);
  const auto exponent = parse_whole(text.substr(2), 63);
  if (!exponent || std::uint64_t{1} << *exponent > most) return std::nullopt;
  return std::uint64_t{1} << *exponent;
}

}  // namespace sortscope
