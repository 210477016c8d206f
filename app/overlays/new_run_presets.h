// new_run_presets.h: the list of worked examples in the new-run overlay.
#pragma once

#include "app/widgets/widgets.h"

namespace sortscope {

class Look;

/// What was drawn, group by group, from `y` down.
struct PresetList {
  int pressed = -1;  // index into presets()
  Area cursor_row;   // of the row that the keyboard is on
  float bottom = 0;
};
PresetList draw_preset_list(const Look& look, const Brush& brush, float x, float y, float width,
                            int cursor);

}  // namespace sortscope
