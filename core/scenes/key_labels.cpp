// key_labels.cpp: short texts of keys.
#include "core/scenes/key_labels.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/recordings/recording.h"

namespace sortscope {

std::string short_key_text(const Recording& recording, std::uint32_t place) {
  if (recording.is_padding(place)) return "–";
  std::string text = recording.request.keys.text(place);
  if (text.size() <= 7) return text;
  const double value = recording.request.keys.value(place);
  for (const int digits : {5, 4, 3, 2}) {
    text = fmt::format("{:.{}g}", value, digits);
    if (text.size() <= 7) break;
  }
  return text;
}

namespace {

// "1.2e+09" of any unsigned integer; a sign more; a third digit of the exponent more.
std::size_t most_characters(KeyType type) {
  switch (type) {
    case KeyType::kUint32:
    case KeyType::kUint64:
      return 7;
    case KeyType::kInt32:
    case KeyType::kInt64:
    case KeyType::kFloat32:
      return 8;
    case KeyType::kFloat64:
      return 9;
  }
  return 9;
}

}  // namespace

std::size_t longest_key_text(const Recording& recording) {
  if (recording.real_keys() > kMostMeasuredKeys) {
    return most_characters(recording.request.keys.type);
  }
  std::size_t longest = 1;
  for (std::uint32_t place = 0; place < recording.real_keys(); ++place) {
    longest = std::max(longest, display_length(short_key_text(recording, place)));
  }
  return longest;
}

std::size_t display_length(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

float rank_fraction(const Recording& recording, std::uint32_t rank) {
  const std::uint32_t n = recording.real_keys();
  return n <= 1 ? 0.5F : std::min(static_cast<float>(rank) / static_cast<float>(n - 1), 1.0F);
}

}  // namespace sortscope
