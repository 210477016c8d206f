// launch_chart.h: launches of sorts that are no plain networks: trees, streams, intervals,
// separators.
#pragma once

#include <string>

#include "core/pictures/picture.h"
#include "core/scenes/layout.h"

namespace sortscope::launch_chart {

/// The recording's launches are drawn by this page, not over the layers of a network.
bool is_for(const Recording& recording);

void natural_size(const Recording& recording, float& width, float& height);
Picture layout(const Scene& scene, float width, float height);
Selection pick(const Scene& scene, float width, float height, float x, float y);
/// A press on a launch goes to its first layer.
std::string action(const Scene& scene, float width, float height, float x, float y);

}  // namespace sortscope::launch_chart
