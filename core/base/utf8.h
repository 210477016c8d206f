// utf8.h: characters of text that a file brought: strictly UTF-8, and such that they can be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sortscope {

/// Bytes of the character at the start of `text`, which is not empty; 0 where there is none:
/// overlong forms, surrogates and numbers beyond U+10FFFF are no characters.
std::size_t character_length(std::string_view text);

/// Moves the first character of `text` to `out`. Controls (but for `kept`), marks that turn the
/// direction of text and bytes that are no UTF-8 are written as \xNN for each byte.
void take_printable(std::string_view& text, std::string& out, std::string_view kept);

/// `text`, a value of a file, on one line of valid UTF-8: all of the above, and line breaks and
/// tabs, as \xNN. Other text stays as it is.
std::string one_line(std::string_view text);

}  // namespace sortscope
