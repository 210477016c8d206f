// key_bindings.h: from keys and characters to commands.
#pragma once

#include <span>
#include <string>

#include "app/state/command_table.h"
#include "app/state/parts/command_runner.h"
#include "app/surface/surface.h"

namespace sortscope {

class Look;
class Notices;
struct OverlayState;

/// The parts that keys reach: the open overlay, or the commands.
struct KeyParts {
  OverlayState& overlay;
  Notices& notices;
  const Look& look;  // its tooltips go
  CommandGuide guide;
  CommandRunner commands;
};

// Chords for the rows of the command table. `glfw_key` names letters by what the layout prints.
KeyChord key(int glfw_key);
KeyChord ctrl(int glfw_key);
KeyChord shift(int glfw_key);
KeyChord ctrl_shift(int glfw_key);
KeyChord alt(int glfw_key);
KeyChord typed(char32_t character, std::string_view arguments = {});

/// True where both chords answer to the same press.
[[nodiscard]] bool same_press(const KeyChord& a, const KeyChord& b);

/// The command that `event` stands for, and its arguments; null: none. Commands whose keys count
/// only at times (Command::keys_count) do so where `guide` is given, and then go before others.
struct Binding {
  const Command* command = nullptr;
  std::string_view arguments;
};
Binding find_binding(const KeyEvent& event, const CommandGuide* guide = nullptr);

/// Sends keys to the open overlay or runs their commands. `typing`: a text field has the keyboard,
/// so only keys with Ctrl, function keys and Esc count.
void handle_keys(const KeyParts& parts, std::span<const KeyEvent> events, bool typing);

}  // namespace sortscope
