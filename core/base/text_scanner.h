// text_scanner.h: text read character by character, with the place of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace sortscope {

/// Line and column of a character, both from 1; columns count characters, not bytes.
struct TextPlace {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// "file.txt:3:7: message"; a line of code text. Error code kBadInput.
Error error_at(std::string_view source, TextPlace place, std::string message, std::string hint);

/// Walks through UTF-8 text. `source` names it in messages; both outlive the scanner.
class TextScanner {
 public:
  TextScanner(std::string_view text, std::string_view source) : text_(text), source_(source) {}

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  /// The next character, '\0' at the end.
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] TextPlace place() const { return place_; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] std::string_view source() const { return source_; }

  /// Goes past `bytes` bytes, at most to the end.
  void advance(std::size_t bytes = 1);
  /// Goes past blanks, tabs and carriage returns; the line break stays.
  void skip_blanks();
  /// The same, past line breaks and comments too ('#' to the end of its line).
  void skip_space();
  /// Goes past `c` and true where it is next.
  bool take(char c);
  /// Goes past `word` and true where it is next.
  bool take(std::string_view word);
  /// A whole number in decimal digits; none where no digit is next. Beyond 2^32 - 1 it is that.
  std::optional<std::uint32_t> take_number();

  /// What is next is not what was expected: "FILE:L:C: found ']' where a wire is expected.", or
  /// "... the text ends where ...".
  [[nodiscard]] Error unexpected(std::string_view expected, std::string_view hint = "") const;

 private:
  std::string_view text_;
  std::string_view source_;
  std::size_t at_ = 0;
  TextPlace place_;
};

}  // namespace sortscope
