// lesson_head.h: the head of the lesson beside the picture.
#pragma once

#include "app/widgets/widgets.h"

namespace sortscope {

struct PanelParts;

/// Number and title of the lesson, "3 of 9", and a dot a stop. The whole title where it fits beside
/// the place, else above it.
void draw_lesson_head(const PanelParts& given, const Brush& brush, const Area& area);

}  // namespace sortscope
