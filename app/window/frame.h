// frame.h: one frame of the window.
#pragma once

#include <chrono>

#include "core/base/error.h"

namespace sortscope {

class App;
class View;
struct OverlayParts;
struct PanelParts;
struct ViewParts;

/// What was clicked in the picture answers the question that is open; one that stands on a later
/// page of its text is shown instead.
void attend_question(App& app);

/// What the views are drawn with.
ViewParts view_parts(App& app);
/// What the panels are drawn with.
PanelParts panel_parts(App& app);
/// And the card over the window.
OverlayParts overlay_parts(App& app);
/// Between frames: takes what background work has brought, and loads the fonts for the present
/// scale and palette where they changed. Errors: kUnavailable (no font at all).
Status prepare_frame(App& app);
/// What leaves the rest of a frame to drawing it.
inline constexpr std::chrono::milliseconds kMostPreparing{4};
/// The same where a person watches. False: another run came in and has taken longer than `most`;
/// the last picture stays for this one.
Result<bool> prepare_in_time(App& app, std::chrono::nanoseconds most = kMostPreparing);
/// What measurements on other threads have so far, into what the views show. prepare_frame() does
/// it, too.
void take_live_results(App& app);
/// Has a far cursor gone to beside the window: the last picture stays meanwhile, and one can cancel
/// it. prepare_frame() does it, too.
void go_far(App& app);
/// Draws the window into the current ImGui frame. `seconds`: since the last frame.
void compose_frame(App& app, double seconds);
/// Draws one view over the whole surface: exports.
void compose_view(App& app, View& view);
/// True while something moves: the next frame should come soon.
[[nodiscard]] bool moves(const App& app);

}  // namespace sortscope
