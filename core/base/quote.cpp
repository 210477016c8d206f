// quote.cpp: foreign text inside a message.
#include "core/base/quote.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace sortscope {

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
