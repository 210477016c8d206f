// tree_memory.h: the memory of a bitonic tree, with links and pointer-less, as arrays.
#pragma once

#include "core/pictures/label_board.h"
#include "core/scenes/layout.h"
#include "core/scenes/tree_moment.h"

namespace sortscope {

/// Pixels that add_tree_memory() takes.
float tree_memory_height(const Recording& recording, float width);

/// Node records (key, left, right) above the keys of the complete tree in heap order, from y =
/// `top` on; bytes of both, and the keys and links that this merge has moved in either form.
void add_tree_memory(const Scene& scene, const TreeMoment& moment, float top, Picture& picture,
                     LabelBoard& board);

}  // namespace sortscope
