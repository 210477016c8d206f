// parse_number.h: one number from text, without building messages: the fast part of every reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/types.h"

namespace sortscope {

/// Why a text is not a key of a type.
enum class NumberFault : std::uint8_t { kNone, kNotANumber, kNotAnInteger, kOutOfRange };

/// Parses the whole of `text` as a number of `type` into its bit pattern `raw` (untouched on a
/// fault). Decimal only; a leading '+' is accepted; floats may be "nan", "inf" or "infinity" in any
/// case and with a sign, and are rounded to the nearest, to zero where they are too small.
NumberFault parse_number(KeyType type, std::string_view text, std::uint64_t& raw);

/// Whether `raw`, which parse_number() made of `text`, is that number: the one that the shortest
/// text of the key names, or a whole number that it holds exactly.
bool keeps_number(KeyType type, std::string_view text, std::uint64_t raw);

/// The whole of `text` as digits, without a sign; nothing where it is no such number, or over
/// `most`.
std::optional<std::uint64_t> parse_whole(std::string_view text,
                                         std::uint64_t most = ~std::uint64_t{0});
/// The same; also a power of two, "2^20".
std::optional<std::uint64_t> parse_whole_or_power(std::string_view text,
                                                  std::uint64_t most = ~std::uint64_t{0});
/// The digits that `text` begins with, which are taken off it; nothing, and nothing taken off,
/// where there are none or they are over `most`.
std::optional<std::uint64_t> take_whole(std::string_view& text,
                                        std::uint64_t most = ~std::uint64_t{0});

}  // namespace sortscope
