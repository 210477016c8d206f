// welcome_list.h: rows of the first screen: lessons with their progress, worked examples.
#pragma once

#include "app/overlays/welcome_rows.h"
#include "app/widgets/widgets.h"

namespace sortscope {

class Look;

/// The ground of a row that is chosen or pointed at.
void draw_ground(const Brush& brush, const Area& area, bool chosen, bool hovered);
/// Of a row `width` pixels wide; long titles take more lines.
float learn_row_height(const Brush& brush, float width, const LearnRow& row);
/// True where it is pressed.
bool draw_learn_row(const Look& look, const Brush& brush, const Area& row, const LearnRow& each,
                    bool chosen);

}  // namespace sortscope
