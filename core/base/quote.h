// quote.h: foreign text inside a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sortscope {

/// Bytes of the character at the start of `text`, which is not empty; 0 where there is none:
/// overlong forms, surrogates and numbers beyond U+10FFFF are no characters.
std::size_t character_length(std::string_view text);

/// Moves the first character of `text` to `out`. Controls (but for `kept`), characters of no width,
/// marks that turn the direction of text and bytes that are no UTF-8 are written as \xNN for each
/// byte.
void take_printable(std::string_view& text, std::string& out, std::string_view kept);

/// `text`, a value of a file, on one line of valid UTF-8: all of the above, and line breaks and
/// tabs, as \xNN. Other text stays as it is.
std::string one_line(std::string_view text);

/// `text` in single quotes for a message: shortened after `max_characters`, control characters and
/// bytes that are not UTF-8 written as \xNN. Always valid UTF-8 on one line.
std::string quoted(std::string_view text, std::size_t max_characters = 40);

/// `text` as a terminal may be given it: what take_printable() does not let pass, other than line
/// breaks and tabs, is written as \xNN. Nothing in it is then a command to the terminal.
std::string printable(std::string_view text);

/// `text` as a cell that spreadsheets show and do not compute: with ' before it where it begins
/// like a formula. Quotes are the caller's.
std::string inert_cell(std::string_view text);

/// `bytes`, a file's name for example, as UTF-8 from which original_bytes() makes them again: what
/// is UTF-8 stays; a byte that is not becomes one of the characters U+EF80 to U+EFFF, which nobody
/// uses.
std::string as_utf8(std::string_view bytes);
std::string original_bytes(std::string_view utf8);

}  // namespace sortscope
