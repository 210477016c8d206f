// own_time.h: launches, blocks and barriers of a person's own kernel, in the order of time.
#pragma once

#include <string>

#include "core/pictures/picture.h"
#include "core/scenes/layout.h"

namespace sortscope::own_time {

/// The scene's run is a person's own kernel, and what its blocks did is known.
bool is_for(const Scene& scene);

Picture layout(const Scene& scene, float width, float height);
/// The first comparator of the stretch under (x, y).
Selection pick(const Scene& scene, float width, float height, float x, float y);
/// A press on a stretch goes to its first layer.
std::string action(const Scene& scene, float width, float height, float x, float y);

}  // namespace sortscope::own_time
