// wrap_words.h: typed words in lines.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace sortscope {

/// Sets `text` in lines of at most `columns` characters where a blank allows it: a blank where a
/// line ends becomes a line break, any other line break a blank. No character comes or goes, so a
/// caret stays where it is. True where something changed.
bool wrap_words(std::span<char> text, std::size_t columns);
/// Lines of `text`.
std::size_t count_lines(std::string_view text);

}  // namespace sortscope
