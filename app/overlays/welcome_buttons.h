// welcome_buttons.h: buttons of the first screen.
#pragma once

#include <string_view>

#include "app/widgets/widgets.h"

namespace sortscope {

struct OverlayParts;

/// Side by side from the left of `area` and from `top` on, wrapped; those that run a command close
/// the card. Refers to `given` and `brush`.
class WelcomeButtons {
 public:
  WelcomeButtons(const OverlayParts& given, const Brush& brush, const Area& area, float top)
      : given_(given), brush_(brush), area_(area), x_(area.x), y_(top) {}
  /// True where it is pressed. `line`: the command that it runs; "": the caller does what `help`
  /// says.
  bool draw(const char* id, std::string_view words, std::string_view line,
            std::string_view help = {});
  [[nodiscard]] float bottom() const { return y_ + brush_.px(32); }

 private:
  const OverlayParts& given_;
  const Brush& brush_;
  Area area_;
  float x_, y_;
};

}  // namespace sortscope
