// keys.cpp: keys of six types as text, values and order-preserving words.
#include "core/keys/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/choice.h"
#include "core/base/parse_number.h"
#include "core/base/pieces.h"
#include "core/base/quote.h"

namespace sortscope {

namespace {

constexpr std::array<std::string_view, kKeyTypes.size()> kTypeNames = {
    "int32", "uint32", "int64", "uint64", "float32", "float64"};

std::int32_t as_int32(std::uint64_t raw) {
  return std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(raw));
}
float as_float32(std::uint64_t raw) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(raw));
}

template <typename T>
std::string float_text(T value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // The shortest text of 2^31 as float32 is 2147483600, which nobody gave.
  constexpr auto kMostInFull = static_cast<T>(1e16);
  if (std::abs(value) < kMostInFull && std::trunc(value) == value) {
    return fmt::to_string(static_cast<double>(value));
  }
  return fmt::to_string(value);
}

template <typename T>
std::string range_text() {
  return fmt::format("{} to {}", std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

// The values of a type, in words.
std::string range_of(KeyType type) {
  switch (type) {
    case KeyType::kInt32:
      return range_text<std::int32_t>();
    case KeyType::kUint32:
      return range_text<std::uint32_t>();
    case KeyType::kInt64:
      return range_text<std::int64_t>();
    case KeyType::kUint64:
      return range_text<std::uint64_t>();
    case KeyType::kFloat32:
      return "-3.4028235e+38 to 3.4028235e+38";
    case KeyType::kFloat64:
      return "-1.7976931348623157e+308 to 1.7976931348623157e+308";
  }
  return {};
}

// What to do about a number that a type cannot hold.
std::string_view wider_than(KeyType type) {
  switch (type) {
    case KeyType::kInt32:
    case KeyType::kUint32:
      return "Choose int64, or float64.";
    case KeyType::kInt64:
    case KeyType::kUint64:
    case KeyType::kFloat32:
      return "Choose float64.";
    case KeyType::kFloat64:
      break;
  }
  return "No type reaches further; write inf for infinity.";
}

// Where padding stands so that a bitonic sequence stays one: at the end if a last key
// is at either end (the sequence is cyclic), else behind the last of the last keys. A sequence that
// is not bitonic is padded at the end.
std::uint32_t padding_place(const Words& words, std::uint32_t n) {
  // Cyclically bitonic: going round, the direction turns at most twice.
  int turns = 0;
  int direction = 0;
  int first_direction = 0;
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint64_t here = words.at(i);
    const std::uint64_t next = words.at(i + 1 == n ? 0 : i + 1);
    if (here >= words.at(last)) last = i;
    if (here == next) continue;
    const int step = next > here ? 1 : -1;
    if (direction != 0 && step != direction) ++turns;
    if (first_direction == 0) first_direction = step;
    direction = step;
  }
  if (direction != first_direction) ++turns;
  const bool bitonic = turns <= 2;
  return !bitonic || words.at(0) == words.at(last) ? n : last + 1;
}

}  // namespace

std::string_view name_of(KeyType type) { return kTypeNames[static_cast<std::size_t>(type)]; }

std::optional<KeyType> key_type_of(std::string_view name) {
  for (const KeyType type : kKeyTypes) {
    if (name_of(type) == name) return type;
  }
  return std::nullopt;
}

Result<KeyType> find_key_type(std::string_view name) {
  if (const auto type = key_type_of(name)) return *type;
  return Error{ErrorCode::kBadUsage, fmt::format("there is no key type {}.", quoted(name)),
               choose_one_of(kTypeNames)};
}

std::string key_type_names() {
  return fmt::format("{} or {}", with_commas(std::span(kTypeNames).first(kTypeNames.size() - 1)),
                     kTypeNames.back());
}

std::string_view name_of(Order order) {
  return order == Order::kAscending ? "ascending" : "descending";
}

std::string Keys::text(std::size_t i) const {
  if (i >= size()) return "null";
  const std::uint64_t word = raw.at(i);
  switch (type) {
    case KeyType::kInt32:
      return fmt::to_string(as_int32(word));
    case KeyType::kInt64:
      return fmt::to_string(std::bit_cast<std::int64_t>(word));
    case KeyType::kFloat32:
      return float_text(as_float32(word));
    case KeyType::kFloat64:
      return float_text(std::bit_cast<double>(word));
    case KeyType::kUint32:
    case KeyType::kUint64:
      break;
  }
  return fmt::to_string(word);
}

double Keys::value(std::size_t i) const {
  if (i >= size()) return std::numeric_limits<double>::quiet_NaN();
  const std::uint64_t word = raw.at(i);
  switch (type) {
    case KeyType::kInt32:
      return as_int32(word);
    case KeyType::kInt64:
      return static_cast<double>(std::bit_cast<std::int64_t>(word));
    case KeyType::kFloat32:
      return static_cast<double>(as_float32(word));
    case KeyType::kFloat64:
      return std::bit_cast<double>(word);
    case KeyType::kUint32:
    case KeyType::kUint64:
      break;
  }
  return static_cast<double>(word);
}

Keys make_keys(KeyType type, std::size_t n) {
  Keys keys;
  keys.type = type;
  keys.raw.bits = bits_of(type);
  keys.raw.bits == 32 ? reserve_at_once(keys.raw.w32, n) : reserve_at_once(keys.raw.w64, n);
  keys.raw.resize(n);
  return keys;
}

template <typename T>
Keys keys_from(std::span<const T> values) {
  constexpr bool kFloat = std::is_floating_point_v<T>;
  constexpr bool kSigned = std::is_signed_v<T>;
  constexpr KeyType kType = sizeof(T) == 4 ? (kFloat    ? KeyType::kFloat32
                                              : kSigned ? KeyType::kInt32
                                                        : KeyType::kUint32)
                                           : (kFloat    ? KeyType::kFloat64
                                              : kSigned ? KeyType::kInt64
                                                        : KeyType::kUint64);
  Keys keys = make_keys(kType, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if constexpr (sizeof(T) == 4) {
      keys.raw.w32[i] = std::bit_cast<std::uint32_t>(values[i]);
    } else {
      keys.raw.w64[i] = std::bit_cast<std::uint64_t>(values[i]);
    }
  }
  return keys;
}

template Keys keys_from(std::span<const std::int32_t>);
template Keys keys_from(std::span<const std::uint32_t>);
template Keys keys_from(std::span<const std::int64_t>);
template Keys keys_from(std::span<const std::uint64_t>);
template Keys keys_from(std::span<const float>);
template Keys keys_from(std::span<const double>);

std::uint64_t ordered_word(KeyType type, Order order, std::uint64_t raw) {
  const unsigned bits = bits_of(type);
  const std::uint64_t all = bits == 32 ? 0xffffffffU : ~std::uint64_t{0};
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  std::uint64_t word = raw & all;
  switch (type) {
    case KeyType::kInt32:
    case KeyType::kInt64:
      word ^= sign;
      break;
    case KeyType::kFloat32:
    case KeyType::kFloat64: {
      const std::uint64_t infinity = bits == 32 ? 0x7f800000U : 0x7ff0000000000000U;
      if ((word & ~sign) > infinity) return all;  // NaN
      // Sign and magnitude to two's order: negative numbers run backwards.
      word = (word & sign) != 0 ? ~word & all : word | sign;
      break;
    }
    case KeyType::kUint32:
    case KeyType::kUint64:
      break;
  }
  return order == Order::kAscending ? word : ~word & all;
}

Result<std::uint64_t> parse_key(KeyType type, std::string_view text) {
  std::uint64_t raw = 0;
  const std::string_view name = name_of(type);
  switch (parse_number(type, text, raw)) {
    case NumberFault::kNone:
      return raw;
    case NumberFault::kNotANumber:
      return Error{ErrorCode::kBadInput, fmt::format("{} is not a number.", quoted(text)),
                   fmt::format("Expected a decimal number of type {}.", name)};
    case NumberFault::kNotAnInteger:
      return Error{
          ErrorCode::kBadInput,
          fmt::format("{} is not an integer, but keys of type {} are.", quoted(text), name),
          "Choose float32 or float64 for numbers with fractions or exponents."};
    case NumberFault::kOutOfRange:
      break;
  }
  return Error{ErrorCode::kBadInput,
               fmt::format("{} is out of range for {} ({}).", quoted(text), name, range_of(type)),
               std::string(wider_than(type))};
}

PreparedKeys prepare_keys(const Keys& keys, Order order, std::uint32_t wires, bool bitonic_input,
                          const Progress* progress) {
  const auto n = static_cast<std::uint32_t>(keys.size());
  const std::uint32_t padding = wires - n;
  PreparedKeys prepared;
  prepared.real_keys = n;
  prepared.words.bits = bits_of(keys.type);
  if (prepared.words.bits == 32) {
    reserve_at_once(prepared.words.w32, wires, progress);
  } else {
    reserve_at_once(prepared.words.w64, wires, progress);
  }
  const auto cancelled = [progress] { return progress != nullptr && progress->cancelled(); };
  if (cancelled()) return prepared;
  prepared.words.resize(wires);
  const auto put_in_order = [&](const auto& raw, auto& words) {
    using Word = typename std::decay_t<decltype(words)>::value_type;
    constexpr std::size_t kLeast = std::size_t{1} << 17;
    const std::size_t pieces = even_pieces(raw.size(), kLeast);
    run_pieces(
        pieces,
        [&](std::size_t piece) {
          const std::size_t end = raw.size() * (piece + 1) / pieces;
          for (std::size_t i = raw.size() * piece / pieces; i < end; ++i) {
            words[i] = static_cast<Word>(ordered_word(keys.type, order, raw[i]));
          }
        },
        progress);
  };
  put_in_order(keys.raw.w32, prepared.words.w32);
  put_in_order(keys.raw.w64, prepared.words.w64);
  if (cancelled()) return prepared;
  reserve_at_once(prepared.places, wires, progress);
  if (cancelled()) return prepared;
  prepared.places.resize(wires);
  std::iota(prepared.places.begin(), prepared.places.end(), 0U);
  prepared.padding_at = n;
  if (padding == 0) return prepared;

  const std::uint64_t all_ones = prepared.words.bits == 32 ? 0xffffffffU : ~std::uint64_t{0};
  for (std::uint32_t i = 0; i < n && !prepared.ambiguous_padding; ++i) {
    prepared.ambiguous_padding = prepared.words.at(i) == all_ones;
  }
  for (std::uint32_t i = n; i < wires; ++i) prepared.words.set(i, all_ones);
  if (bitonic_input && n > 0) prepared.padding_at = padding_place(prepared.words, n);
  const auto move_padding = [&](auto& values) {
    const auto begin = values.begin();
    std::rotate(begin + prepared.padding_at, begin + n, values.end());
  };
  if (prepared.padding_at < n) {
    move_padding(prepared.places);
    prepared.words.bits == 32 ? move_padding(prepared.words.w32) : move_padding(prepared.words.w64);
  }
  return prepared;
}

std::vector<std::uint32_t> bitonic_ties(const PreparedKeys& start) {
  const auto n = static_cast<std::uint32_t>(start.places.size());
  const auto key = [&](std::uint32_t wire) {
    return std::pair(start.words.at(wire), start.places[wire] >= start.real_keys);
  };
  // The rising arc begins after the last descent: the first smallest key that follows a larger one.
  std::uint32_t lowest = 0;
  for (std::uint32_t w = 0; w < n; ++w) {
    const bool smaller = key(w) < key(lowest);
    if (smaller || (key(w) == key(lowest) && key((w + n - 1) % n) > key(w))) lowest = w;
  }
  std::uint32_t rising = 1;
  while (rising < n && !(key((lowest + rising) % n) < key((lowest + rising - 1) % n))) ++rising;
  std::vector<std::uint32_t> ties(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t wire = (lowest + i) % n;
    const std::uint32_t rank = i < rising ? i : rising + (n - 1 - i);
    // Padding and the largest real key may have the same word: padding is last.
    const bool padding = start.places[wire] >= start.real_keys;
    ties[wire] = rank + (padding ? n : 0);
  }
  return ties;
}

}  // namespace sortscope
