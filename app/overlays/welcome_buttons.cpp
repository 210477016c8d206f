// welcome_buttons.cpp: side by side, wrapped.
#include "app/overlays/welcome_buttons.h"

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"

namespace sortscope {

bool WelcomeButtons::draw(const char* id, std::string_view words, std::string_view line,
                          std::string_view help) {
  const float width = text_button_width(brush_, words);
  if (x_ > area_.x && x_ + width > area_.right()) {
    x_ = area_.x;
    y_ += brush_.px(40);
  }
  const Area at{x_, y_, width, brush_.px(32)};
  const ButtonLook look = line.empty() ? ButtonLook::kPrimary : ButtonLook::kOutline;
  const bool pressed = text_button(brush_, id, at, words, look).pressed;
  x_ = at.right() + brush_.px(8);
  if (line.empty()) {
    tooltip(given_.look, help, "Enter");
    return pressed;
  }
  const std::string_view command = line.substr(0, line.find(' '));
  command_tooltip(given_.look, command);
  // A card of its own takes this one's place.
  const bool opens_card = command == "open" || command == "new-run";
  if (pressed && !opens_card) given_.overlay.open = Overlay::kNone;
  if (pressed) given_.asked.ask(line);
  return pressed;
}

}  // namespace sortscope
