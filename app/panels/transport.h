// transport.h: play, step, speed and where the cursor is: the left of the timeline.
#pragma once

#include "app/widgets/widgets.h"

namespace sortscope {

struct PanelParts;

void draw_transport(const PanelParts& given, const Brush& brush, const Area& area);

}  // namespace sortscope
