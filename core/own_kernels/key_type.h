// key_type.h: files that say `int` or `float` where keys are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/own_kernels/log/entries.h"

namespace sortscope {

/// A file with its keys' declarations turned to `Key`, and the lines where that was done.
struct KeyTyped {
  std::string text;
  std::vector<std::uint32_t> lines;
};

/// The type of keys in a file that does not say Key: what the function that launches, or else the
/// first kernel, points to; "" where it says Key, or no type that keys may have. O(bytes).
std::string found_key_type(std::string_view text);

/// What `type` stands for in the file, where that is another name of a type. O(bytes).
std::string plain_key_type(std::string_view text, std::string_view type);

/// Whether a type of whole numbers may have this word: "unsigned", "long" ...
bool is_type_word(std::string_view word);

/// The text with uint64_t and int64_t for what says so in several words (unsigned long long), on as
/// many lines. O(bytes).
std::string with_plain_wide_types(std::string_view text);

/// How numbers of a type compare ("int", "std::uint32_t" …); those of one that is not known, or of
/// Key itself, as unsigned ones.
sortscope_log::KeyNumbers key_numbers(std::string_view type);

/// Turns `type` ("int", "unsigned", "float" …) to Key where a declaration holds keys: pointers and
/// shared arrays of the type, references to it, and variables that are read from such an array,
/// written to one or compared with its keys. Arrays that atomicAdd() counts in stay, and what
/// points to one number, as a flag. O(bytes).
KeyTyped with_key_type(std::string_view text, std::string_view type);

}  // namespace sortscope
