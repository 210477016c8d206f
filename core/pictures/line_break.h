// line_break.h: where lines of words must not end.
#pragma once

#include <string_view>

namespace sortscope {

/// Words stay in one line, where it has room for them: those of a formula ("µ = 411", "1.0 · 10³⁵",
/// "n + 1", "105 log n", "i xor j", "50 %") and of a key ("Ctrl N"). `before` ends with the one
/// word, `after` begins with the other; what stands around them does not count. O(length of the two
/// words).
bool stays_together(std::string_view before, std::string_view after);

}  // namespace sortscope
