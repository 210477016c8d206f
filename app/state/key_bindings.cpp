// key_bindings.cpp: from keys and characters to commands.
#include "app/state/key_bindings.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"

namespace sortscope {

namespace {

// GLFW names keys by their place on an American keyboard; people know them by what is printed on
// them. Keys that print no single ASCII letter or sign keep their place.
int printed_key(int glfw_key) {
  if (glfw_key < GLFW_KEY_SPACE + 1 || glfw_key > GLFW_KEY_GRAVE_ACCENT) return glfw_key;
  const char* name = glfwGetKeyName(glfw_key, 0);
  if (name == nullptr || name[0] == 0 || name[1] != 0) return glfw_key;
  const char letter = name[0];
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + GLFW_KEY_A;
  return glfw_key;
}

// With Ctrl no character arrives, so Ctrl and a sign has to be told by what the key prints.
char32_t printed_sign(int glfw_key) {
  if (glfw_key == GLFW_KEY_KP_ADD) return '+';
  if (glfw_key == GLFW_KEY_KP_SUBTRACT) return '-';
  if (glfw_key == GLFW_KEY_KP_0) return '0';
  if (glfw_key < GLFW_KEY_SPACE + 1 || glfw_key > GLFW_KEY_GRAVE_ACCENT) return 0;
  const char* name = glfwGetKeyName(glfw_key, 0);
  if (name != nullptr && name[0] != 0 && name[1] == 0) {
    return static_cast<unsigned char>(name[0]);
  }
  return static_cast<char32_t>(glfw_key);
}

bool matches(const KeyChord& chord, const KeyEvent& event) {
  if (chord.character != 0 && !chord.ctrl) return event.character == chord.character;
  if (event.character != 0 || event.alt != chord.alt || event.ctrl != chord.ctrl) return false;
  if (chord.character != 0) return printed_sign(event.key) == chord.character;
  return event.shift == chord.shift && printed_key(event.key) == chord.key;
}

// Keys that mean the same whether or not a text field has the keyboard.
bool counts_while_typing(const KeyEvent& event) {
  if (event.character != 0) return false;
  if (event.key >= GLFW_KEY_F1 && event.key <= GLFW_KEY_F25) return true;
  if (!event.ctrl) return false;
  // These edit the text.
  const int printed = printed_key(event.key);
  for (const int edit : {GLFW_KEY_A, GLFW_KEY_C, GLFW_KEY_V, GLFW_KEY_X, GLFW_KEY_Y, GLFW_KEY_Z,
                         GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_HOME, GLFW_KEY_END}) {
    if (printed == edit) return false;
  }
  return true;
}

// What the first screen says of itself, and how it looks; letters do nothing else there.
bool counts_on_first_screen(const Binding& binding) {
  if (binding.command == nullptr) return false;
  const std::string_view id = binding.command->id;
  return id == "help" || id == "projector" || id == "palette-toggle";
}

// Closes the list or menu that is open, and those that it opened; true where there was one.
bool close_list() {
  if (ImGui::GetCurrentContext() == nullptr || ImGui::GetCurrentContext()->OpenPopupStack.empty()) {
    return false;
  }
  ImGui::ClosePopupToLevel(0, true);
  return true;
}

// One sentence: "Undo: possible when there is something to undo.", "Record: not possible now,
// 'Saving a.h5' is still running."
std::string refusal_text(const Command& command, const CommandGuide& guide) {
  std::string reason = guide.why_not(command);
  if (reason == command.when) return reason;
  if (reason.starts_with('P') || reason.starts_with('N')) {
    const bool whole = reason.starts_with("Possible") || reason.starts_with("Not possible");
    reason[0] += 'a' - 'A';
    if (whole) return fmt::format("{}: {}", command.title, reason);
  }
  return fmt::format("{}: not possible now, {}", command.title, reason);
}

// A question without a lesson stands under the words "Esc ends it".
bool ends_what_it_says(const Binding& binding) {
  return binding.command != nullptr && binding.command->id == "quiz-end";
}

}  // namespace

KeyChord key(int glfw_key) { return {.key = glfw_key}; }
KeyChord ctrl(int glfw_key) { return {.key = glfw_key, .ctrl = true}; }
KeyChord shift(int glfw_key) { return {.key = glfw_key, .shift = true}; }
KeyChord ctrl_shift(int glfw_key) { return {.key = glfw_key, .ctrl = true, .shift = true}; }
KeyChord alt(int glfw_key) { return {.key = glfw_key, .alt = true}; }
KeyChord typed(char32_t character, std::string_view arguments) {
  return {.character = character, .arguments = arguments};
}

bool same_press(const KeyChord& a, const KeyChord& b) {
  if (a.ctrl != b.ctrl || a.alt != b.alt || a.character != b.character) return false;
  return a.character != 0 || (a.key == b.key && a.shift == b.shift);
}

Binding find_binding(const KeyEvent& event, const CommandGuide* guide) {
  Binding other;
  bool found = false;
  for (const Command& command : commands()) {
    const bool at_times = command.keys_count != nullptr;
    if (at_times && (guide == nullptr || !guide->keys_count(command))) continue;
    if (!at_times && found) continue;
    for (const KeyChord& chord : command.keys) {
      if (!matches(chord, event)) continue;
      Binding binding;
      if (!event.repeat || command.repeats) binding = {&command, chord.arguments};
      if (at_times) return binding;
      other = binding;
      found = true;
      break;
    }
  }
  return other;
}

void handle_keys(const KeyParts& parts, std::span<const KeyEvent> events, bool typing) {
  OverlayState& overlay = parts.overlay;
  for (const KeyEvent& event : events) {
    const bool escape = event.character == 0 && event.key == GLFW_KEY_ESCAPE;
    // Esc closes what is on top, and nothing else.
    if (escape && close_list()) {
      typing = false;
      continue;
    }
    if (overlay.open != Overlay::kNone) {
      if (escape) {
        overlay.open = Overlay::kNone;
        typing = false;
        continue;
      }
      overlay.keys.push_back(event);
      const bool first_screen = overlay.open == Overlay::kWelcome && !typing &&
                                counts_on_first_screen(find_binding(event, &parts.guide));
      if (!counts_while_typing(event) && !first_screen) continue;
    } else if (typing && !escape && !counts_while_typing(event)) {
      continue;
    }
    // A window in the dark shows no way back: Esc is the one that everybody tries.
    if (escape && !typing && parts.look.spotlight.on && !parts.look.blank) {
      if (const Status status = parts.commands.run("spotlight off"); !status) {
        parts.notices.notify(status.error().text(), true);
      }
      continue;
    }
    const Binding binding = find_binding(event, &parts.guide);
    // An error that stays until it is read has been read. Where the panel says what Esc ends, it
    // ends that too.
    if (escape && !typing && !parts.look.blank &&
        std::erase_if(parts.notices.shown, [](const Notice& each) { return each.error; }) > 0 &&
        !ends_what_it_says(binding)) {
      continue;
    }
    if (binding.command == nullptr) continue;
    if (!parts.guide.can_run(*binding.command)) {
      // Esc with nothing to leave is no mistake.
      if (!escape && !event.repeat) {
        parts.notices.refuse(refusal_text(*binding.command, parts.guide));
      }
      continue;
    }
    parts.look.pointer_rest->dismissed = true;
    std::string line(binding.command->id);
    if (!binding.arguments.empty()) line += " " + std::string(binding.arguments);
    if (const Status status = parts.commands.run(line); !status) {
      parts.notices.notify(status.error().text(), true);
    }
  }
}

}  // namespace sortscope
