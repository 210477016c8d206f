// panels.h: the quiet parts of the window around the picture; one file each.
#pragma once

namespace sortscope {

class App;
struct Pane;

/// Heights and widths at scale 1.
inline constexpr float kTopBarHeight = 48;
inline constexpr float kSidePanelWidth = 300;
inline constexpr float kTimelineHeight = 112;

void draw_top_bar(App& app, const Pane& pane);  // panel_top.cpp: algorithm, keys, engine, status
void draw_side_panel(App& app,
                     const Pane& pane);          // panel_side.cpp: code, variables, inspector, key
void draw_timeline(App& app, const Pane& pane);  // panel_timeline.cpp: transport, levels, layers
void draw_notices(App& app);                     // panel_notices.cpp: messages, progress of work
void draw_overlays(App& app);                    // overlays.cpp: the one that is open, if any

}  // namespace sortscope
