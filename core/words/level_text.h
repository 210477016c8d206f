// level_text.h: what the names of merge levels and layers mean, in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sortscope {

struct Recording;

/// "Merge level: it ends with sorted runs of 8 keys." for "k = 8"; "" for names that say all. O(1).
std::string level_help(std::string_view name);
/// The same of the level of `layer`, and of its distance: "... j = 4: it compares wires 4 apart."
/// O(log levels).
std::string layer_help(const Recording& recording, std::uint32_t layer);

}  // namespace sortscope
