// question.h: the question beside the picture.
#pragma once

#include "app/widgets/widgets.h"

namespace sortscope {

struct PanelParts;

/// Draws what is asked, the answers, and what is said of them, from `top` on in a column at `x` of
/// `width` pixels; returns where it ends.
float draw_question(const PanelParts& given, const Brush& brush, float x, float top, float width);

}  // namespace sortscope
