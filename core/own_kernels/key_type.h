// key_type.h: files that say `int` or `float` where keys are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {

/// A file with its keys' declarations turned to `Key`, and the lines where that was done.
struct KeyTyped {
  std::string text;
  std::vector<std::uint32_t> lines;
};

/// Turns `type` ("int", "unsigned", "float" …) to Key where a declaration holds keys: pointers and
/// shared arrays of the type, references to it, and variables that are read from such an array,
/// written to one or compared with its keys. Arrays that atomicAdd() counts in stay. O(bytes).
KeyTyped with_key_type(std::string_view text, std::string_view type);

}  // namespace sortscope
