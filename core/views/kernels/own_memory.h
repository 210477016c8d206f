// own_memory.h: what the lines of a person's own kernel ask of memory.
#pragma once

#include "core/pictures/picture.h"
#include "core/scenes/layout.h"

namespace sortscope::own_memory {

/// The scene's run is a person's own kernel.
bool is_for(const Scene& scene);
Picture layout(const Scene& scene, float width, float height);

}  // namespace sortscope::own_memory
