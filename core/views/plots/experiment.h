// experiment.h: an experiment of the AKS thesis as diagrams, tables and sentences.
#pragma once

#include <cstddef>

#include "core/lab/experiments/experiment.h"
#include "core/pictures/picture.h"

namespace sortscope {

/// Values of the thesis, more than these, are a dashed line; fewer have a diamond each, too.
inline constexpr std::size_t kMostDiamonds = 8;

/// All panels of the result in a grid, the thesis's values dashed with diamonds, ours with their
/// quartiles as bands; below them the table where there is one panel, and the findings.
Picture experiment_picture(const ExperimentResult& result, float width, float height);

/// One diagram in the rectangle, with axes and the series' names at their ends.
void draw_panel(Picture& picture, const ExperimentPanel& panel, float left, float top, float width,
                float height);

}  // namespace sortscope
