// tree_window.h: the pair of one instance in trees that are too large to draw whole.
#pragma once

#include "core/pictures/label_board.h"
#include "core/scenes/layout.h"
#include "core/scenes/tree_moment.h"

namespace sortscope {

/// Root and extra node of the instance looked at, its pair (p, q), some levels below both, and the
/// instance's in-order sequence in samples. O(width).
void draw_tree_window(const Scene& scene, const TreeMoment& moment, Picture& picture,
                      LabelBoard& board);

}  // namespace sortscope
