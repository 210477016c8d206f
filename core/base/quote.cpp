// quote.cpp: characters of UTF-8 text; foreign text inside a message.
#include "core/base/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sortscope {

namespace {

// Characters that people do not see, or that change how others are seen.
struct Span {
  char32_t first;
  char32_t last;
};
constexpr std::array kUnseen = {
    Span{0x0080, 0x009F},    // commands to a terminal, as ESC and a letter are
    Span{0x00AD, 0x00AD},    // a hyphen that may be none
    Span{0x034F, 0x034F},    // joins nothing
    Span{0x061C, 0x061C},    // turns the direction
    Span{0x180E, 0x180E},    // no width, as all that follow
    Span{0x200B, 0x200B},    //
    Span{0x200E, 0x200F},    // turn the direction
    Span{0x2028, 0x202E},    // break lines; show text in another order than it is in
    Span{0x2060, 0x206F},    // the same, and no width
    Span{0xFEFF, 0xFEFF},    //
    Span{0xFFF9, 0xFFFB},    // hide what they enclose
    Span{0xE0000, 0xE0FFF},  // tags: letters that are not shown
};

// `character`: one of UTF-8.
bool steers(std::string_view character) {
  char32_t code = static_cast<unsigned char>(character[0]);
  if (character.size() > 1) code &= 0x7FU >> character.size();
  for (const char c : character.substr(1)) {
    code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  }
  return std::any_of(kUnseen.begin(), kUnseen.end(),
                     [code](const Span& span) { return span.first <= code && code <= span.last; });
}

}  // namespace

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
  if (length > 2) {
    const unsigned second = byte(1);
    if (first == 0xe0 && second < 0xa0) return 0;
    if (first == 0xed && second >= 0xa0) return 0;
    if (first == 0xf0 && second < 0x90) return 0;
    if (first == 0xf4 && second >= 0x90) return 0;
  }
  return length;
}

void take_printable(std::string_view& text, std::string& out, std::string_view kept) {
  const auto first = static_cast<unsigned char>(text[0]);
  const bool control =
      (first < 0x20 || first == 0x7f) && kept.find(text[0]) == std::string_view::npos;
  const std::size_t length = std::max<std::size_t>(character_length(text), 1);
  const std::string_view character = text.substr(0, length);
  if (!control && character_length(text) > 0 && !steers(character)) {
    out += character;
  } else if (length == 2 && first == 0xc2) {
    // A control character, by its number.
    out += fmt::format("\\x{:02x}", static_cast<unsigned char>(character[1]));
  } else {
    for (const char c : character) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  text.remove_prefix(length);
}

std::string one_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) take_printable(text, out, "");
  return out;
}

namespace {

// U+EF80 to U+EFFF at the start of `text`.
bool stands_for_byte(std::string_view text) {
  return text.size() >= 3 && text[0] == '\xee' && (text[1] == '\xbe' || text[1] == '\xbf') &&
         (static_cast<unsigned char>(text[2]) & 0xc0) == 0x80;
}

}  // namespace

std::string quoted(std::string_view text, std::size_t max_characters) {
  std::string out = "'";
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == max_characters) {
      out += "…";
      break;
    }
    take_printable(text, out, "");
  }
  return out + "'";
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) take_printable(text, out, "\n\t");
  return out;
}

std::string inert_cell(std::string_view text) {
  constexpr std::string_view kFormula = "=+-@\t\r";
  const bool formula = !text.empty() && kFormula.find(text[0]) != std::string_view::npos;
  return (formula ? "'" : "") + std::string(text);
}

std::string as_utf8(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    std::size_t length = character_length(bytes);
    // Those characters themselves are written byte by byte: so every text comes back.
    if (length == 3 && stands_for_byte(bytes)) length = 0;
    if (length > 0) {
      out += bytes.substr(0, length);
    } else {
      const auto byte = static_cast<unsigned char>(bytes[0]);
      out += '\xee';
      out += byte < 0xc0 ? '\xbe' : '\xbf';
      out += static_cast<char>(0x80 | (byte & 0x3f));
    }
    bytes.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string original_bytes(std::string_view utf8) {
  std::string out;
  while (!utf8.empty()) {
    if (stands_for_byte(utf8)) {
      const unsigned last = static_cast<unsigned char>(utf8[2]) & 0x3fU;
      out += static_cast<char>((utf8[1] == '\xbe' ? 0x80U : 0xc0U) | last);
      utf8.remove_prefix(3);
    } else {
      out += utf8[0];
      utf8.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace sortscope
