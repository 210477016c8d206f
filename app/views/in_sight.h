// in_sight.h: what a picture has that no message may cover.
#pragma once

#include <vector>

#include "app/state/view.h"

namespace sortscope {

struct Picture;

/// Appends the keys of `picture`, the marks of its step and its words, painted at (x, y) with
/// `scale`.
void keep_in_sight(std::vector<Sight>& sights, const Picture& picture, float x, float y,
                   float scale);

}  // namespace sortscope
