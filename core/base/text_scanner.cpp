// text_scanner.cpp: places, numbers and messages of scanned text.
#include "core/base/text_scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/base/quote.h"

namespace sortscope {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// What a person would call the next thing: a number or word, or a sign.
std::string_view next_word(std::string_view rest) {
  const auto in_word = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || (c & 0x80) != 0;
  };
  std::size_t length = rest[0] == '-' || rest[0] == '\\' ? 1 : 0;
  while (length < rest.size() && length < 200 && in_word(rest[length])) ++length;
  return rest.substr(0, std::max<std::size_t>(length, 1));
}

}  // namespace

Error error_at(std::string_view source, TextPlace place, std::string message, std::string hint) {
  return {ErrorCode::kBadInput,
          fmt::format("{}:{}:{}: {}", source, place.line, place.column, message), std::move(hint)};
}

void TextScanner::advance(std::size_t bytes) {
  const std::size_t end = std::min(text_.size(), at_ + bytes);
  for (; at_ < end; ++at_) {
    if (text_[at_] == '\n') {
      ++place_.line;
      place_.column = 1;
    } else if ((text_[at_] & 0xc0) != 0x80) {
      ++place_.column;
    }
  }
}

void TextScanner::skip_blanks() {
  while (!at_end() && is_blank(text_[at_])) advance();
}

void TextScanner::skip_space() {
  while (!at_end()) {
    if (text_[at_] == '#') {
      while (!at_end() && text_[at_] != '\n') advance();
    } else if (is_blank(text_[at_]) || text_[at_] == '\n') {
      advance();
    } else {
      return;
    }
  }
}

bool TextScanner::take(char c) {
  if (at_end() || text_[at_] != c) return false;
  advance();
  return true;
}

bool TextScanner::take(std::string_view word) {
  if (!rest().starts_with(word)) return false;
  advance(word.size());
  return true;
}

std::optional<std::uint32_t> TextScanner::take_number() {
  if (!is_digit(peek())) return std::nullopt;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t value = 0;
  for (; is_digit(peek()); advance()) {
    value = std::min(kMost, value * 10 + static_cast<std::uint64_t>(peek() - '0'));
  }
  return static_cast<std::uint32_t>(value);
}

Error TextScanner::unexpected(std::string_view expected, std::string_view hint) const {
  if (at_end()) {
    return error_at(source_, place_, fmt::format("the text ends where {} is expected.", expected),
                    std::string(hint.empty() ? "It may have been cut off." : hint));
  }
  const std::string found = peek() == '\n' ? "the end of the line" : quoted(next_word(rest()));
  return error_at(source_, place_, fmt::format("found {} where {} is expected.", found, expected),
                  std::string(hint));
}

}  // namespace sortscope
