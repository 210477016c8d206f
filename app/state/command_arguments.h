// command_arguments.h: the words of a command line, and what they mean.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// Splits at blanks; single or double quotes hold blanks together, a backslash inside double quotes
/// takes the next character as it is, but n, r, 0 (what breaks a line or ends a text) and xNN, the
/// byte NN. Errors: kBadUsage (a quote that is not closed).
Result<std::vector<std::string>> split_command_line(std::string_view line);
/// `word` as split_command_line() reads it back: quoted where it needs to be. What nobody sees, and
/// what is no UTF-8, is written byte by byte.
std::string quoted_word(std::string_view word);

/// How many arguments a command takes, from its usage: "LAYER [COMPARATOR]" takes 1 or 2, "LIST..."
/// 1 or more.
struct ArgumentCount {
  std::size_t least = 0;
  std::size_t most = 0;
};
ArgumentCount argument_count(std::string_view usage);

/// A whole number from `least` to `most`, also written as a power, "2^20". Errors: kBadUsage.
Result<std::uint64_t> whole_argument(std::string_view name, const std::string& text,
                                     std::uint64_t least, std::uint64_t most);
/// A count from 1 to 2^32 - 1 for a command-line option, also as a power of two: "1000", "2^20".
/// Errors: kBadUsage.
Result<std::uint32_t> parse_count(const std::string& option, const std::string& text);
/// A number from `least` to `most`, with a decimal point. Errors: kBadUsage.
Result<float> number_argument(std::string_view name, const std::string& text, float least,
                              float most);
/// The same in double precision.
Result<double> precise_argument(std::string_view name, const std::string& text, double least,
                                double most);
/// Index of `text` among `choices`. Errors: kBadUsage with the choices.
Result<std::size_t> choice_argument(std::string_view name, const std::string& text,
                                    std::span<const std::string_view> choices);
/// "on" or "off"; no argument at all turns `now` around. Errors: kBadUsage.
Result<bool> switch_argument(std::span<const std::string> arguments, bool now);

}  // namespace sortscope
