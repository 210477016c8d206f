// command_arguments.cpp: the words of a command line, and what they mean.
#include "app/state/command_arguments.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/choice.h"
#include "core/base/parse_number.h"
#include "core/base/quote.h"

namespace sortscope {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool is_blank(char c) { return kBlanks.find(c) != std::string_view::npos; }

// A word stays on its line: what breaks lines and ends texts is written as a letter.
constexpr std::string_view kMeant("\n\r\0\"\\", 5);
constexpr std::string_view kLetters = "nr0\"\\";

char escape_of(char c) {
  const std::size_t at = kMeant.find(c);
  return at == std::string_view::npos ? '\0' : kLetters[at];
}
char meant_by_escape(char letter) {
  const std::size_t at = kLetters.find(letter);
  return at == std::string_view::npos ? letter : kMeant[at];
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

// The byte that "xNN" at the start of `text` means; nothing where it is none.
std::optional<char> escaped_byte(std::string_view text) {
  if (text.size() < 3 || text[0] != 'x') return {};
  const int high = hex_digit(text[1]);
  const int low = hex_digit(text[2]);
  if (high < 0 || low < 0) return {};
  return static_cast<char>(16 * high + low);
}

template <typename T>
Result<T> number_between(std::string_view name, const std::string& text, T least, T most) {
  T value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec == std::errc{} && read.ptr == end && std::isfinite(value) && value >= least &&
      value <= most) {
    return value;
  }
  return Error{ErrorCode::kBadUsage,
               fmt::format("{} {} is not a number from {} to {}.", name, quoted(text), least, most),
               ""};
}

}  // namespace

Result<std::vector<std::string>> split_command_line(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  std::size_t quote_at = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else if (c == '\\' && quote == '"' && i + 1 < line.size()) {
        const auto byte = escaped_byte(line.substr(i + 1));
        word += byte ? *byte : meant_by_escape(line[i + 1]);
        i += byte ? 3 : 1;
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      quote_at = i;
      in_word = true;
    } else if (is_blank(c)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("the quote at column {} is not closed.", quote_at + 1),
                 "Close it, or leave it out."};
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::string quoted_word(std::string_view word) {
  constexpr std::string_view kSpecial(" \t\r\n'\"\0", 7);
  const bool plain = !word.empty() && word.find_first_of(kSpecial) == std::string_view::npos &&
                     one_line(word) == word;
  if (plain) return std::string(word);
  std::string text = "\"";
  while (!word.empty()) {
    if (const char letter = escape_of(word[0]); letter != 0) {
      text += {'\\', letter};
      word.remove_prefix(1);
      continue;
    }
    std::string_view rest = word;
    std::string shown;
    take_printable(rest, shown, "");
    const std::string_view character = word.substr(0, word.size() - rest.size());
    if (shown == character) {
      text += character;
    } else {
      for (const char c : character) {
        text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      }
    }
    word = rest;
  }
  return text + "\"";
}

ArgumentCount argument_count(std::string_view usage) {
  ArgumentCount count;
  std::size_t at = 0;
  while ((at = usage.find_first_not_of(' ', at)) != std::string_view::npos) {
    const std::size_t end = std::min(usage.find(' ', at), usage.size());
    const std::string_view word = usage.substr(at, end - at);
    if (!word.starts_with('[')) ++count.least;
    if (word.find("...") != std::string_view::npos) {
      count.most = static_cast<std::size_t>(-1);
    } else if (count.most != static_cast<std::size_t>(-1)) {
      ++count.most;
    }
    at = end;
  }
  return count;
}

Result<std::uint64_t> whole_argument(std::string_view name, const std::string& text,
                                     std::uint64_t least, std::uint64_t most) {
  const auto value = parse_whole_or_power(text, most);
  if (value && *value >= least) return *value;
  return Error{
      ErrorCode::kBadUsage,
      fmt::format("{} {} is not a whole number from {} to {}.", name, quoted(text), least, most),
      ""};
}

Result<float> number_argument(std::string_view name, const std::string& text, float least,
                              float most) {
  return number_between(name, text, least, most);
}

Result<double> precise_argument(std::string_view name, const std::string& text, double least,
                                double most) {
  return number_between(name, text, least, most);
}

Result<std::size_t> choice_argument(std::string_view name, const std::string& text,
                                    std::span<const std::string_view> choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == text) return i;
  }
  return Error{ErrorCode::kBadUsage, fmt::format("{} {} is unknown.", name, quoted(text)),
               choose_one_of(choices)};
}

Result<bool> switch_argument(std::span<const std::string> arguments, bool now) {
  if (arguments.empty()) return !now;
  static constexpr std::array<std::string_view, 2> kChoices = {"off", "on"};
  const auto choice = choice_argument("switch", arguments[0], kChoices);
  if (!choice) return choice.error();
  return *choice == 1;
}

Result<std::uint32_t> parse_count(const std::string& option, const std::string& text) {
  const Error error{ErrorCode::kBadUsage,
                    fmt::format("{} '{}' is not a whole number from 1 to {}.", option, text,
                                std::numeric_limits<std::uint32_t>::max()),
                    fmt::format("Write it as {} 1000 or {} 2^20.", option, option)};
  const auto value = parse_whole_or_power(text, std::numeric_limits<std::uint32_t>::max());
  if (!value || *value < 1) return error;
  return static_cast<std::uint32_t>(*value);
}

}  // namespace sortscope
