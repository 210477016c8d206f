// quote.h: foreign text inside a message.
#pragma once

#include <string>
#include <string_view>

namespace sortscope {

/// `text` in single quotes for a message: shortened after `max_characters`, control characters and
/// bytes that are not UTF-8 written as \xNN. Always valid UTF-8 on one line.
std::string quoted(std::string_view text, std::size_t max_characters = 40);

/// `text` as a terminal may be given it: control characters other than line breaks and tabs, and
/// bytes that are not UTF-8, are written as \xNN. Nothing in it is then a command to the terminal.
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
