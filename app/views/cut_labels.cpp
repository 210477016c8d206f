// cut_labels.cpp: a tooltip over labels that end in an ellipsis.
#include "app/views/cut_labels.h"

#include <imgui.h>

#include "app/state/view.h"
#include "app/widgets/widgets.h"
#include "core/pictures/label_fit.h"

namespace sortscope {

void explain_cut_labels(const Look& look, const Picture& picture, const Pane& pane, float x,
                        float y, float scale) {
  if (!pane.hovered) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const Label& label : picture.labels) {
    if (label.whole.empty() || label.text.empty()) continue;
    const LabelArea at = area_of(label);
    const Area area{x + at.left * scale, y + (at.top - 4) * scale, (at.right - at.left) * scale,
                    (at.bottom - at.top + 8) * scale};
    if (area.contains(mouse)) return area_tooltip(look, label.whole, area);
  }
}

}  // namespace sortscope
