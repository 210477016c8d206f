// examples.h: a line for each command, as one would write it in a script.
#pragma once

#include <span>
#include <string_view>

namespace sortscope {

/// Those of commands with arguments, in the order of the command table.
std::span<const std::string_view> command_examples();
/// "seek 5 3" for "seek": a whole line. For a command without arguments its id.
std::string_view command_example(std::string_view id);

}  // namespace sortscope
