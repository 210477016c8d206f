// launch_flow.h: how a step of the AKS network runs on a GPU: the thesis's way and ours, as boxes.
#pragma once

#include "core/pictures/picture.h"

namespace sortscope::launch_flow {

inline constexpr float kWidth = 300;

/// Two flows below each other, from (x, top) down, as far as they fit above `bottom`.
void draw(Picture& picture, float x, float top, float bottom);

}  // namespace sortscope::launch_flow
