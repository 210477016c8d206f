// own_code.h: a person's own file in the side panel: the running line, findings in its margin.
#pragma once

namespace sortscope {

struct Area;
struct Brush;
struct OwnKernel;
struct PanelParts;
struct Scene;

/// Draws the lines around the running one in full, as many as fit into `area` but a few at least,
/// and below them the values there; returns where it ends.
float draw_own_code(const PanelParts& given, const Brush& brush, const Scene& scene,
                    const OwnKernel& kernel, const Area& area);

}  // namespace sortscope
