// quote.h: foreign text inside a message.
#pragma once

#include <string>
#include <string_view>

namespace sortscope {

/// `text` in single quotes for a message: shortened after `max_characters`, control characters and
/// bytes that are not UTF-8 written as \xNN. Always valid UTF-8 on one line.
std::string quoted(std::string_view text, std::size_t max_characters = 40);

/// `bytes`, a file's name for example, as UTF-8 from which original_bytes() makes them again: what
/// is UTF-8 stays; a byte that is not becomes one of the characters U+EF80 to U+EFFF, which nobody
/// uses.
std::string as_utf8(std::string_view bytes);
std::string original_bytes(std::string_view utf8);

}  // namespace sortscope
