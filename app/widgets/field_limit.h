// field_limit.h: how much text a field takes.
#pragma once

#include <cstddef>
#include <string>

namespace sortscope {

/// Bytes. What would make the text longer changes nothing: all of it is looked at once a frame, and
/// in the palette beside each command.
inline constexpr std::size_t kMostTextBytes = std::size_t{1} << 16;
/// Once, after that has happened: the words for it; else "".
std::string take_refused_text();

}  // namespace sortscope
