// own_against.h: the network of a person's own kernel above the one that it should be.
#pragma once

#include <string>

#include "core/pictures/picture.h"
#include "core/scenes/layout.h"

namespace sortscope::own_against {

/// The scene's run is a person's own kernel.
bool is_for(const Scene& scene);

Picture layout(const Scene& scene, float width, float height);
/// A comparator or wire of the kernel's network.
Selection pick(const Scene& scene, float width, float height, float x, float y);
/// Buttons; a press on a layer goes there.
std::string action(const Scene& scene, float width, float height, float x, float y);

}  // namespace sortscope::own_against
