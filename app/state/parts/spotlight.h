// spotlight.h: what a lecturer shows with: a circle of light about the pointer, a red dot, a black
// screen.
#pragma once

namespace sortscope {

class Look;
struct OverlayState;

/// Takes the wheel with Shift for the size of the light; call before views take the wheel.
void take_spotlight_wheel(Look& look, const OverlayState& overlay);
/// Dims all but the light, and draws a ring about the pointer. Over everything but overlays.
void draw_spotlight(Look& look, const OverlayState& overlay);
/// A red dot in place of the pointer, over everything but overlays.
void draw_laser(const Look& look, const OverlayState& overlay);
/// Covers the window, but no overlay. A click ends it.
void draw_blank(Look& look, const OverlayState& overlay);

}  // namespace sortscope
