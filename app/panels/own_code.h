// own_code.h: a person's own file in the side panel: the running line, findings in its margin.
#pragma once

namespace sortscope {

struct Brush;
struct OwnKernel;
struct PanelParts;
struct Scene;

/// Draws the lines around the running one and the values there, from `y` on; returns where it ends.
float draw_own_code(const PanelParts& given, const Brush& brush, const Scene& scene,
                    const OwnKernel& kernel, float x, float y, float width);

}  // namespace sortscope
