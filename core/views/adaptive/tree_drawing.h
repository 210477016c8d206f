// tree_drawing.h: nodes, keys, links and pairs of bitonic trees, and their in-order sequence, on a
// page.
#pragma once

#include "core/pictures/label_board.h"
#include "core/scenes/layout.h"
#include "core/scenes/tree_moment.h"
#include "core/views/adaptive/tree_picture.h"

namespace sortscope {

/// Adds the trees of the moment. `page`: for moment.merge; `next`: for moment.merge_after. A page
/// without room for bars gets none.
void draw_trees(const Scene& scene, const TreeMoment& moment, const TreePage& page,
                const TreePage& next, Picture& picture, LabelBoard& board);

/// What is at (x, y): a node or bar (its wire and key), else a comparison.
Selection pick_tree(const Scene& scene, const TreeMoment& moment, const TreePage& page,
                    const TreePage& next, float x, float y);

}  // namespace sortscope
