// code_tree.h: which line of adaptive bitonic sorting runs at the cursor.
#pragma once

#include "core/words/code_state.h"

namespace sortscope {

/// Line and variables of the comparison that the tree view looks at (tree_moment()): before the
/// step, where a stage begins, the line that begins it; on the way the comparison, the swap of the
/// keys, of the links and the step down, as they are drawn. Of algorithms with tree_lines; the
/// cursor stands before a step in trees.
CodeState tree_code_state(const Scene& scene);

}  // namespace sortscope
