// cylinder_controls.h: the quiet row of controls at the foot of a cylinder view.
#pragma once

#include "app/widgets/widgets.h"
#include "core/views/adaptive/cylinder.h"

namespace sortscope {

struct ViewParts;

/// Draws the row into the current window and runs the commands that its controls stand for. Returns
/// the area that it takes; empty where the pane is too small for it.
Area draw_cylinder_controls(const ViewParts& given, const Pane& pane, const CylinderModel& model);

}  // namespace sortscope
