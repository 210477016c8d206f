// quote.cpp: foreign text inside a message.
#include "core/base/quote.h"

#include <fmt/format.h>

namespace sortscope {

namespace {

// Length of the UTF-8 character at the start of `text`, 0 if there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xc2 && first < 0xe0 ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and numbers beyond U+10FFFF.
  if (length > 2) {
    const unsigned second = byte(1);
    if (first == 0xe0 && second < 0xa0) return 0;
    if (first == 0xed && second >= 0xa0) return 0;
    if (first == 0xf0 && second < 0x90) return 0;
    if (first == 0xf4 && second >= 0x90) return 0;
  }
  return length;
}

}  // namespace

std::string quoted(std::string_view text, std::size_t max_characters) {
  std::string out = "'";
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == max_characters) {
      out += "…";
      break;
    }
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t length = first < 0x20 || first == 0x7f ? 0 : character_length(text);
    if (length == 0) {
      out += fmt::format("\\x{:02x}", first);
      text.remove_prefix(1);
    } else {
      out += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return out + "'";
}

}  // namespace sortscope
