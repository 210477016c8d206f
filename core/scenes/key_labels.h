// key_labels.h: short texts and colours of keys, shared by the layouts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace sortscope {

struct Recording;

/// The key's text in at most 7 characters (rounded where it is longer); "–" for padding.
std::string short_key_text(const Recording& recording, std::uint32_t place);

/// Characters of the longest short_key_text() of a real key, at least 1; of more than
/// kMostMeasuredKeys the most that a key of their type can have, so that it is O(1).
std::size_t longest_key_text(const Recording& recording);
inline constexpr std::uint32_t kMostMeasuredKeys = 1024;

/// Number of characters that a UTF-8 text shows.
std::size_t display_length(const std::string& text);

/// `rank` (of ranks_by_place) as a fraction of all real keys, 0 to 1.
float rank_fraction(const Recording& recording, std::uint32_t rank);

}  // namespace sortscope
