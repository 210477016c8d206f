// presenting.cpp: commands for those who stand before a class: a black screen, a red dot.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <utility>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_player.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

// Else B sets a bookmark.
bool presents(const Look& look, const LessonPlayer& lesson) {
  return look.blank || look.projector || lesson.active();
}

Status blank(Look& look, Arguments arguments) {
  const auto on = switch_argument(arguments, look.blank);
  if (!on) return on.error();
  look.blank = *on;
  return {};
}

Status laser(Look& look, Notices& notices, Arguments arguments) {
  const auto on = switch_argument(arguments, look.laser);
  if (!on) return on.error();
  look.laser = *on;
  if (*on && !std::exchange(look.laser_told, true)) {
    notices.notify("Laser pointer: the red dot is the pointer. Shift D ends it.");
  }
  return {};
}

constexpr bool kOnce = false;

}  // namespace

std::span<const Command> presenting_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"blank",
       "Black screen, and back (projector, lessons)",
       "Appearance",
       kShow,
       "B  .",
       "[on|off]",
       {key(GLFW_KEY_B), typed('.')},
       nullptr,
       blank,
       kOnce,
       {},
       presents},
      {"laser",
       "Laser pointer: a red dot where the pointer is",
       "Appearance",
       kShow,
       "Shift+D",
       "[on|off]",
       {shift(GLFW_KEY_D)},
       nullptr,
       laser},
  };
  return kRows;
}

}  // namespace sortscope
