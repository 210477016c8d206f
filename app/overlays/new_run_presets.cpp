// new_run_presets.cpp: the list of worked examples in the new-run overlay.
#include "app/overlays/new_run_presets.h"

#include <string>

#include "core/lessons/presets.h"

namespace sortscope {

PresetList draw_preset_list(const Look& look, const Brush& brush, float x, float y, float width,
                            int cursor) {
  constexpr float kRow = 28;
  PresetList drawn;
  const auto list = presets();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i == 0 || list[i].group != list[i - 1].group) {
      if (i > 0) y += brush.px(14);
      draw_heading(brush, x, y + brush.px(8), title_of(list[i].group));
      y += brush.px(24);
    }
    const Area row{x, y, width, brush.px(kRow)};
    ImGui::PushID(static_cast<int>(i));
    if (list_row(brush, "preset", row, list[i].title, "", false)) {
      drawn.pressed = static_cast<int>(i);
    }
    tooltip(look, list[i].shows);
    ImGui::PopID();
    if (static_cast<int>(i) == cursor) drawn.cursor_row = row;
    y = row.bottom();
  }
  drawn.bottom = y;
  return drawn;
}

}  // namespace sortscope
