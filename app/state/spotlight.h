// spotlight.h: a circle of light about the pointer, the rest of the window dimmed: what a lecturer
// shows with.
#pragma once

#include <optional>
#include <utility>

namespace sortscope {

class App;

struct Spotlight {
  bool on = false;
  float radius = 120;  // of the light, units at scale 1
  // Where it was sent by a command, as shares of the window; it follows the pointer again as soon
  // as that moves. Nothing: at the pointer.
  std::optional<std::pair<float, float>> place;
  float pointer_x = 0, pointer_y = 0;  // when it was sent
};

inline constexpr float kSpotlightLeast = 40;
inline constexpr float kSpotlightMost = 600;

/// Takes the wheel with Shift for the size of the light; call before views take the wheel.
void take_spotlight_wheel(App& app);
/// Dims all but the light, and draws a ring about the pointer. Over everything but overlays.
void draw_spotlight(App& app);

}  // namespace sortscope
