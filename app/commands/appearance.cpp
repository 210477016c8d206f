// appearance.cpp: commands for how the window looks: projector, spotlight, display,
// palette, size, motion.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_player.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/spotlight.h"
#include "app/state/session.h"
#include "app/surface/desktop_motion.h"
#include "app/surface/surface.h"
#include "core/pictures/palette.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

constexpr float kScales[] = {0.75F, 0.9F, 1, 1.1F, 1.25F, 1.5F, 1.75F, 2, 2.5F, 3, 4};
constexpr bool kRepeats = true;

Status panels(Look& look, Arguments arguments) {
  const auto on = switch_argument(arguments, look.panels_shown);
  if (!on) return on.error();
  look.panels_shown = *on;
  return {};
}

// The next size of the person's own is that of the projector mode, where that is on.
void set_user_scale(Look& look, float scale) {
  look.user_scale = scale;
  if (look.projector) look.projector_scale = std::clamp(scale, kLeastProjected, kMostProjected);
}

void project(Look& look) {
  if (!look.projector) {
    look.before_projector =
        Appearance{look.palette, look.user_scale, look.panels_shown, look.spotlight};
    if (look.palette->dark) look.palette = *find_palette(look.palette->counterpart);
    look.panels_shown = false;
    look.projector = true;
  }
  look.size_for_projector();
}

void stop_projecting(Look& look) {
  if (!look.projector) return;
  look.projector = false;
  if (!look.before_projector) return;
  look.palette = look.before_projector->palette;
  look.user_scale = look.before_projector->user_scale;
  look.panels_shown = look.before_projector->panels_shown;
  look.spotlight = look.before_projector->spotlight;
  look.before_projector.reset();
}

Status projector(Look& look, Notices& notices, Arguments arguments) {
  if (arguments.empty() || arguments[0] == "on" || arguments[0] == "off") {
    const auto on = switch_argument(arguments, look.projector);
    if (!on) return on.error();
    if (*on) {
      if (!look.projector) project(look);
    } else {
      stop_projecting(look);
    }
    return {};
  }
  const auto scale = number_argument("SCALE", arguments[0], kLeastProjected, kMostProjected);
  if (!scale) {
    Error error = scale.error();
    error.hint = "'on' and 'off' switch the projector mode.";
    return error;
  }
  look.projector_scale = *scale;
  project(look);
  if (look.user_scale < *scale) {
    notices.notify(
        fmt::format("This window has room for text {:.2g} times as large; on a larger one "
                    "it will be {:.2g} times.",
                    look.user_scale, *scale));
  }
  return {};
}

// What a clicker's other button asks for: Esc leaves the lesson, F5 goes on with it.
Status present(const LessonParts& parts, LessonPlayer& lesson, Look& look, Arguments) {
  if (!look.projector) project(look);
  if (lesson.away()) lesson.come_back(parts);
  return {};
}

Status spotlight(Look& look, Notices& notices, Arguments arguments) {
  const auto on = switch_argument(arguments, look.spotlight.on);
  if (!on) return on.error();
  look.spotlight.on = *on;
  if (*on && !std::exchange(look.spotlight_told, true)) {
    notices.notify(
        "Spotlight: the ring is the pointer. Shift and the wheel change the light's "
        "size, Esc ends it.");
  }
  return {};
}

Status spotlight_size(Look& look, Arguments arguments) {
  const auto radius = number_argument("RADIUS", arguments[0], kSpotlightLeast, kSpotlightMost);
  if (!radius) return radius.error();
  look.spotlight.radius = *radius;
  return {};
}

Status spotlight_at(Look& look, Arguments arguments) {
  const auto x = number_argument("X", arguments[0], 0, 100);
  if (!x) return x.error();
  const auto y = number_argument("Y", arguments[1], 0, 100);
  if (!y) return y.error();
  look.spotlight.on = true;
  look.spotlight.place = {*x / 100, *y / 100};
  if (ImGui::GetCurrentContext() != nullptr) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    look.spotlight.pointer_x = pointer.x;
    look.spotlight.pointer_y = pointer.y;
  }
  return {};
}

bool is_blank(const Look& look) { return look.blank; }

Status blank_off(Look& look, Arguments) {
  look.blank = false;
  return {};
}

std::string display_list(const std::vector<Display>& displays) {
  std::string text;
  for (std::size_t i = 0; i < displays.size(); ++i) {
    text += fmt::format("{}{} {} ({} × {})", i == 0 ? "" : ", ", i + 1, displays[i].name,
                        displays[i].width, displays[i].height);
  }
  return text;
}

// Index of the display that is meant: by number from 1, by name or its beginning.
Result<int> find_display(const Surface& surface, const std::string& text) {
  const std::vector<Display> displays = surface.displays();
  if (displays.empty()) {
    return Error{ErrorCode::kUnavailable, "there is no display: this is no window.", ""};
  }
  for (std::size_t i = 0; i < displays.size(); ++i) {
    if (text == std::to_string(i + 1) || text == displays[i].name) return static_cast<int>(i);
  }
  for (std::size_t i = 0; i < displays.size(); ++i) {
    if (!text.empty() && displays[i].name.starts_with(text)) return static_cast<int>(i);
  }
  const std::string list = display_list(displays);
  return Error{ErrorCode::kBadUsage,
               displays.size() == 1
                   ? fmt::format("there is no display '{}': the system has one, {}.", text, list)
                   : fmt::format("there is no display '{}'.", text),
               displays.size() == 1 ? "Connect the projector and let the system use it as a second "
                                      "screen, not as a copy of the first."
                                    : "Displays are: " + list + "."};
}

Status display(Look& look, Notices& notices, Surface& surface, Arguments arguments) {
  if (arguments.empty()) {
    const std::string list = display_list(surface.displays());
    notices.notify(list.empty() ? "There is no display: this is no window."
                                : "Displays: " + list + ".");
    return {};
  }
  if (arguments[0] == "auto") {
    look.display.clear();
    surface.choose_display(-1);
    return {};
  }
  const auto index = find_display(surface, arguments[0]);
  if (!index) return index.error();
  look.display = arguments[0];
  surface.choose_display(*index);
  surface.set_fullscreen(true);
  return {};
}

Status fullscreen(Look& look, Surface& surface, Arguments arguments) {
  const auto on = switch_argument(arguments, surface.fullscreen());
  if (!on) return on.error();
  // The display that was chosen may be gone today.
  if (*on && !look.display.empty()) {
    const auto index = find_display(surface, look.display);
    surface.choose_display(index ? *index : -1);
  }
  surface.set_fullscreen(*on);
  return {};
}

Status scale_up(Look& look, Arguments) {
  const auto* next =
      std::upper_bound(std::begin(kScales), std::end(kScales), look.user_scale + 0.01F);
  if (next != std::end(kScales)) set_user_scale(look, *next);
  return {};
}

Status scale_down(Look& look, Arguments) {
  const auto* next =
      std::lower_bound(std::begin(kScales), std::end(kScales), look.user_scale - 0.01F);
  if (next != std::begin(kScales)) set_user_scale(look, *std::prev(next));
  return {};
}

// In projector mode that is the size which nobody has chosen.
Status scale_reset(Look& look, Arguments) {
  if (look.projector) {
    look.projector_scale = 0;
    look.size_for_projector();
    return {};
  }
  set_user_scale(look, 1);
  return {};
}

Status set_scale(Look& look, Arguments arguments) {
  const auto scale = number_argument("SCALE", arguments[0], 0.5F, 4);
  if (!scale) return scale.error();
  set_user_scale(look, *scale);
  return {};
}

Status set_palette(Look& look, Arguments arguments) {
  const auto palette = find_palette(arguments[0]);
  if (!palette) return palette.error();
  look.palette = *palette;
  return {};
}

Status toggle_palette(Look& look, Arguments) {
  look.palette = *find_palette(look.palette->counterpart);
  return {};
}

Status reduced_motion(Session& session, Look& look, Arguments arguments) {
  if (!arguments.empty() && arguments[0] == "auto") {
    look.motion_chosen.reset();
    session.set_reduced_motion(desktop_reduces_motion());
  } else {
    const auto on = switch_argument(arguments, session.reduced_motion());
    if (!on) return on.error();
    look.motion_chosen = *on;
    session.set_reduced_motion(*on);
  }
  if (!session.reduced_motion()) return {};
  session.settle();
  // A fold that is being played is over.
  CylinderOptions& cylinder = session.options.cylinder;
  if (cylinder.fold_since_s >= 0) {
    cylinder.fold_since_s = -1;
    cylinder.fold = 1;
  }
  return {};
}

}  // namespace

std::span<const Command> appearance_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"projector",
       "Projector: light, large (1 to 3), panels folded",
       "Appearance",
       kShow,
       "P",
       "[on|off|SCALE]",
       {key(GLFW_KEY_P)},
       nullptr,
       projector},
      {"present",
       "Present: projector mode, and on with the lesson",
       "Appearance",
       kOwn,
       "F5",
       "",
       {key(GLFW_KEY_F5), shift(GLFW_KEY_F5)},
       nullptr,
       present},
      {"spotlight",
       "Spotlight: a ring about the pointer, the rest dimmed",
       "Appearance",
       kShow,
       "Shift+P",
       "[on|off]",
       {shift(GLFW_KEY_P)},
       nullptr,
       spotlight},
      {"spotlight-size",
       "Size of the spotlight, 40 to 600 (or Shift and the wheel)",
       "Appearance",
       kShow,
       "",
       "RADIUS",
       {},
       nullptr,
       spotlight_size},
      {"spotlight-at",
       "Put the light at a place, in percent of the window",
       "Appearance",
       kShow,
       "",
       "X Y",
       {},
       nullptr,
       spotlight_at},
      {"blank-off",
       "Back from the black screen",
       "Appearance",
       kShow,
       "Esc  PgDn  PgUp",
       "",
       {key(GLFW_KEY_ESCAPE), key(GLFW_KEY_PAGE_DOWN), key(GLFW_KEY_PAGE_UP)},
       is_blank,
       blank_off,
       !kRepeats,
       "the screen is black",
       is_blank},
      {"fullscreen",
       "Full screen",
       "Appearance",
       kOwn,
       "F11",
       "[on|off]",
       {key(GLFW_KEY_F11)},
       nullptr,
       fullscreen},
      {"display",
       "Full screen on a display, by name or number",
       "Appearance",
       kOwn,
       "",
       "[DISPLAY]",
       {},
       nullptr,
       display},
      {"panels",
       "Show or fold the side panels",
       "Appearance",
       kShow,
       "H",
       "[on|off]",
       {key(GLFW_KEY_H)},
       nullptr,
       panels},
      {"palette-toggle",
       "Light or dark",
       "Appearance",
       kShow,
       "T",
       "",
       {key(GLFW_KEY_T)},
       nullptr,
       toggle_palette},
      {"palette",
       "Choose the palette",
       "Appearance",
       kShow,
       "",
       "PALETTE",
       {},
       nullptr,
       set_palette},
      {"scale-up",
       "Larger",
       "Appearance",
       kShow,
       "Ctrl +",
       "",
       {{.ctrl = true, .character = '+'}, {.ctrl = true, .character = '='}},
       nullptr,
       scale_up,
       kRepeats},
      {"scale-down",
       "Smaller",
       "Appearance",
       kShow,
       "Ctrl −",
       "",
       {{.ctrl = true, .character = '-'}},
       nullptr,
       scale_down,
       kRepeats},
      {"scale-reset",
       "Normal size",
       "Appearance",
       kShow,
       "Ctrl 0",
       "",
       {{.ctrl = true, .character = '0'}},
       nullptr,
       scale_reset},
      {"scale",
       "Size of text and strokes, 0.5 to 4",
       "Appearance",
       kShow,
       "",
       "SCALE",
       {},
       nullptr,
       set_scale},
      {"reduced-motion",
       "Jump instead of moving; auto: as the desktop says",
       "Appearance",
       kShow,
       "",
       "[on|off|auto]",
       {},
       nullptr,
       reduced_motion},
  };
  return kRows;
}

}  // namespace sortscope
