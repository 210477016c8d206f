// tree_notes.h: what is said around bitonic trees: what ran, what comes next, La and Ua, counts.
#pragma once

#include "core/pictures/label_board.h"
#include "core/scenes/layout.h"
#include "core/scenes/tree_moment.h"
#include "core/views/adaptive/tree_picture.h"

namespace sortscope {

/// Three lines at the top: where the run is, what happened, what comes next; the comparisons of the
/// merge at the right. `menu_room`: pixels that the first line leaves free at its end.
void add_tree_head(const Scene& scene, const TreeMoment& moment, float menu_room, Picture& picture,
                   LabelBoard& board);

/// La and Ua of the instances of the oldest stage alive, below the bars of `page`, with their keys
/// where there is room; a whole bitonic or sorted sequence before and after.
void add_tree_brackets(const Scene& scene, const TreeMoment& moment, const TreePage& page,
                       Picture& picture, LabelBoard& board);

/// The nodes' numbers beside them, where no curve ends and none of the lines that are drawn so far
/// strikes them through; a number that has no such place is left out. O(nodes · lines).
void add_node_numbers(const TreePage& page, const PlacedTrees& placed, const Picture& picture,
                      LabelBoard& board);

}  // namespace sortscope
