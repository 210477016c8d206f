// transport.h: play, step, speed and where the cursor is: the left of the timeline.
#pragma once

#include "app/widgets/widgets.h"

namespace sortscope {

class App;

void draw_transport(App& app, const Brush& brush, const Area& area);

}  // namespace sortscope
