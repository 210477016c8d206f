// keys.h: keys of six types, and the order-preserving words that engines sort.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/types.h"

namespace sortscope {

struct Progress;

/// All of them, in the order of their values.
inline constexpr std::array kKeyTypes = {KeyType::kInt32,  KeyType::kUint32,  KeyType::kInt64,
                                         KeyType::kUint64, KeyType::kFloat32, KeyType::kFloat64};
/// "int32", "uint32", "int64", "uint64", "float32", "float64".
std::string_view name_of(KeyType type);
std::optional<KeyType> key_type_of(std::string_view name);
/// The same. Errors: kBadUsage with all names.
Result<KeyType> find_key_type(std::string_view name);
/// "int32, uint32, int64, uint64, float32 or float64".
std::string key_type_names();
/// "ascending", "descending".
std::string_view name_of(Order order);
/// 32 or 64.
constexpr unsigned bits_of(KeyType type) {
  return type == KeyType::kInt32 || type == KeyType::kUint32 || type == KeyType::kFloat32 ? 32 : 64;
}

/// A vector of 32-bit or of 64-bit words: exactly one of the two is used.
struct Words {
  unsigned bits = 32;  // 32 or 64
  std::vector<std::uint32_t> w32;
  std::vector<std::uint64_t> w64;

  [[nodiscard]] std::size_t size() const { return bits == 32 ? w32.size() : w64.size(); }
  [[nodiscard]] std::uint64_t at(std::size_t i) const { return bits == 32 ? w32[i] : w64[i]; }
  void set(std::size_t i, std::uint64_t word) {
    if (bits == 32) {
      w32[i] = static_cast<std::uint32_t>(word);
    } else {
      w64[i] = word;
    }
  }
  void resize(std::size_t n) { bits == 32 ? w32.resize(n) : w64.resize(n); }
  friend bool operator==(const Words&, const Words&) = default;
};

/// Keys as the person gave them: the bit patterns of their type, in input order.
struct Keys {
  KeyType type = KeyType::kInt32;
  Words raw;
  std::uint64_t inexact = 0;  // of keys that were read: numbers that `type` does not hold exactly

  [[nodiscard]] std::size_t size() const { return raw.size(); }
  /// The shortest decimal text that reads back as key `i`; "nan", "inf", "-inf"; "null" beyond.
  [[nodiscard]] std::string text(std::size_t i) const;
  /// The value as a double (64-bit integers may round), for bars. NaN stays NaN, and is beyond.
  [[nodiscard]] double value(std::size_t i) const;
  friend bool operator==(const Keys& a, const Keys& b) {
    return a.type == b.type && a.raw == b.raw;
  }
};

/// An empty Keys of `n` zeros.
Keys make_keys(KeyType type, std::size_t n);

/// Builds Keys from values of the C++ type T that matches `type` (int32_t ... double).
template <typename T>
Keys keys_from(std::span<const T> values);

/// The word of a raw bit pattern: an unsigned integer whose order is the order asked for.
/// Integers by value; floats by value with -0 before +0, NaN last in both orders.
std::uint64_t ordered_word(KeyType type, Order order, std::uint64_t raw);

/// Parses one number of `type` ("nan", "inf", "+inf", "-inf" for floats, any case; hexadecimal is
/// refused). The error says whether it is no number or out of range.
Result<std::uint64_t> parse_key(KeyType type, std::string_view text);

/// What an engine is given: the words and places of all wires, padding included.
struct PreparedKeys {
  Words words;  // one a wire, order-preserving; padding: all bits set
  std::vector<std::uint32_t>
      places;  // original place of the key on each wire; >= real_keys: padding
  std::uint32_t real_keys = 0;
  std::uint32_t padding_at = 0;  // first wire of the padding
  // Secondary keys where they are not the places: before an adaptive merge of a bitonic input,
  // whose equal keys must stay bitonic. Empty: the places.
  std::vector<std::uint32_t> ties;
  bool ambiguous_padding = false;  // a real key has the padding's word: engines must carry places
};

/// Orders and pads `keys` to `wires` wires. Padding stands at the end, except before a bitonic
/// merger (`bitonic_input`), where it stands next to a last key so that the sequence stays bitonic.
/// Unfinished where `progress` is cancelled. O(wires).
PreparedKeys prepare_keys(const Keys& keys, Order order, std::uint32_t wires, bool bitonic_input,
                          const Progress* progress = nullptr);

/// Secondary keys that make a bitonic sequence of words with equal keys strictly bitonic: they rise
/// along its rising arc and fall along its falling arc; padding's are the largest. One a wire, all
/// different. Without meaning where the words are not bitonic. O(n).
std::vector<std::uint32_t> bitonic_ties(const PreparedKeys& start);

}  // namespace sortscope
