// key_labels.h: short texts and colours of keys, shared by the layouts.
#pragma once

#include <cstdint>
#include <string>

namespace sortscope {

struct Recording;

/// The key's text in at most 7 characters (rounded where it is longer); "–" for padding.
std::string short_key_text(const Recording& recording, std::uint32_t place);

/// Number of characters that a UTF-8 text shows.
std::size_t display_length(const std::string& text);

/// `rank` (of ranks_by_place) as a fraction of all real keys, 0 to 1.
float rank_fraction(const Recording& recording, std::uint32_t rank);

}  // namespace sortscope
