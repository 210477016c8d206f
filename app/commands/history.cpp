// history.cpp: commands that go back and forward through the runs that were shown.
#define GLFW_INCLUDE_NONE
#include "app/state/history.h"

#include <GLFW/glfw3.h>

#include <vector>

#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/opening.h"
#include "app/state/parts/background.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool can_go_back(const History& history, const Background& background) {
  return history.can_go_back() && background.work == nullptr;
}
bool can_go_forward(const History& history, const Background& background) {
  return history.can_go_forward() && background.work == nullptr;
}

Status back(const SessionParts& parts, Arguments) { return parts.history.back(parts); }
Status forward(const SessionParts& parts, Arguments) { return parts.history.forward(parts); }

}  // namespace

std::span<const Command> history_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {.id = "back",
       .title = "Back to the run before",
       .group = "Run",
       .effect = kOwn,
       .key_text = "Alt+←",
       .arguments = "",
       .keys = {alt(GLFW_KEY_LEFT)},
       .enabled = can_go_back,
       .run = back,
       .when = "Nothing to go back to."},
      {.id = "forward",
       .title = "Forward to the run that one came back from",
       .group = "Run",
       .effect = kOwn,
       .key_text = "Alt+→",
       .arguments = "",
       .keys = {alt(GLFW_KEY_RIGHT)},
       .enabled = can_go_forward,
       .run = forward,
       .when = "Nothing to go forward to."},
  };
  return kRows;
}

}  // namespace sortscope
