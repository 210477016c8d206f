// spotlight.h: a circle of light about the pointer, the rest of the window dimmed: what a lecturer
// shows with.
#pragma once

namespace sortscope {

class Look;
struct OverlayState;

/// Takes the wheel with Shift for the size of the light; call before views take the wheel.
void take_spotlight_wheel(Look& look, const OverlayState& overlay);
/// Dims all but the light, and draws a ring about the pointer. Over everything but overlays.
void draw_spotlight(Look& look, const OverlayState& overlay);

}  // namespace sortscope
