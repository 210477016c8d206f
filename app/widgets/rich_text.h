// rich_text.h: captions on the screen.
#pragma once

#include "app/widgets/widgets.h"
#include "core/pictures/rich_text.h"

namespace sortscope {

/// Sets `blocks` for `brush` in a column of `width` pixels; `size`: of the letters, at scale 1.
RichLayout set_rich_text(const Brush& brush, const std::vector<RichBlock>& blocks, float width,
                         float size);

/// Draws what set_rich_text() gave with its upper left corner at (x, y).
void draw_rich_text(const Brush& brush, const RichLayout& text, float x, float y, Role role);

}  // namespace sortscope
