// field_limit.h: how much text a field takes, and which.
#pragma once

#include <cstddef>
#include <string>

namespace sortscope {

/// Bytes. What would make the text longer changes nothing: all of it is looked at once a frame, and
/// in the palette beside each command.
inline constexpr std::size_t kMostTextBytes = std::size_t{1} << 16;
/// Once, after that has happened: the words for it; else "".
std::string take_refused_text();
/// Whether a field takes this character, by its number in Unicode, typed or pasted: not one that
/// nobody sees, a control, a mark of no width or one that turns the direction of text. Line breaks
/// and tabs become what the field makes of them.
bool field_takes(unsigned int character);

}  // namespace sortscope
