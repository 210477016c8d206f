// argument_choices.h: what a command asks for, argument by argument: names, limits, values to
// choose.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/command_table.h"

namespace sortscope {

struct ArgumentChoice {
  std::string value;  // as it is typed: "odd-even-merge"
  std::string title;  // "Odd–even mergesort"; "" where the value says it all
};

/// One argument, as one asks a person for it.
struct ArgumentQuestion {
  std::string name;   // "LAYER"
  std::string wants;  // "a whole number from 0 to 10"; "" where the choices say it all
  bool optional = false;
  bool repeats = false;  // more of the same may follow
  std::vector<ArgumentChoice> choices;
};

/// What `command` asks for after the arguments `before`, in the present state of the window;
/// nothing where it takes no more. O(choices).
std::optional<ArgumentQuestion> ask_argument(const App& app, const Command& command,
                                             std::span<const std::string> before);

}  // namespace sortscope
