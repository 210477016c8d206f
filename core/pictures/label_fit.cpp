// label_fit.cpp: how wide text is, near enough to lay it out without a font.
#include "core/pictures/label_fit.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "core/pictures/line_break.h"

namespace sortscope {

namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

float character_width(float size, Face face) { return size * (face == Face::kSans ? 0.56F : 0.6F); }

// As much of `text` as has room with an ellipsis.
std::string shortened(std::string_view text, float size, Face face, float room) {
  const auto fits = static_cast<std::ptrdiff_t>(room / character_width(size, face)) - 1;
  if (fits < 1) return {};
  std::ptrdiff_t characters = 0;
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    if (!continues_character(text[bytes]) && ++characters > fits) break;
    ++bytes;
  }
  std::string_view kept = text.substr(0, bytes);
  while (!kept.empty() && kept.back() == ' ') kept.remove_suffix(1);
  return std::string(kept) + "…";
}

}  // namespace

float estimated_width(std::string_view text, float size, Face face) {
  std::size_t characters = 0;
  for (const char c : text) characters += continues_character(c) ? 0 : 1;
  return static_cast<float>(characters) * character_width(size, face);
}

LabelArea area_of(const Label& label) {
  const float width = estimated_width(label.text, label.size, label.face);
  const float left = label.anchor == Anchor::kStart    ? label.x
                     : label.anchor == Anchor::kMiddle ? label.x - width / 2
                                                       : label.x - width;
  return {left, label.y - label.size / 2, left + width, label.y + label.size / 2};
}

bool overlap(const LabelArea& a, const LabelArea& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

Label fitted(Label label, const std::vector<std::string>& texts, float room) {
  for (const std::string& text : texts) {
    label.text = text;
    if (estimated_width(text, label.size, label.face) <= room) return label;
  }
  label.text = shortened(label.text, label.size, label.face, room);
  label.whole = texts.front();
  return label;
}

Label fitted(Label label, float room) {
  const std::vector<std::string> texts{label.text};
  return fitted(std::move(label), texts, room);
}

std::string first_fitting(std::initializer_list<std::string> texts, float size, Face face,
                          float room) {
  for (const std::string& text : texts) {
    if (estimated_width(text, size, face) <= room) return text;
  }
  return {};
}

std::vector<std::string> wrapped(std::string_view text, float size, Face face, float room) {
  // In characters, each looked at once.
  const auto fits =
      static_cast<std::size_t>(std::max(room / character_width(size, face) + 1e-3F, 1.0F));
  const auto length_of = [](std::string_view words) {
    return static_cast<std::size_t>(
        std::ranges::count_if(words, [](char c) { return !continues_character(c); }));
  };
  std::vector<std::string> lines(1);
  std::size_t characters = 0;  // of the last line
  std::size_t held = 0;        // where the words end that stay in a line with those before
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (at >= held) {
      held = end;
      while (held < text.size() &&
             stays_together(text.substr(at, held - at), text.substr(held + 1))) {
        const std::size_t next = std::min(text.find(' ', held + 1), text.size());
        if (length_of(text.substr(at, next - at)) > fits) break;
        held = next;
      }
      const std::size_t length = length_of(text.substr(at, held - at));
      if (!lines.back().empty() && characters + 1 + length > fits) {
        lines.emplace_back();
        characters = 0;
      }
    }
    if (!lines.back().empty()) {
      lines.back() += ' ';
      ++characters;
    }
    // A word that is longer than a line is broken.
    for (const char c : word) {
      if (!continues_character(c) && characters == fits) {
        lines.emplace_back();
        characters = 0;
      }
      characters += continues_character(c) ? 0 : 1;
      lines.back() += c;
    }
    at = end + 1;
  }
  return lines;
}

float type_size(float at_most) {
  for (const float size : {24.0F, 18.0F, 15.0F, 13.0F}) {
    if (size <= at_most) return size;
  }
  return 12.0F;
}

}  // namespace sortscope
