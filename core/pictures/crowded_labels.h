// crowded_labels.h: words of a page that is too small for all of them.
#pragma once

#include "core/pictures/picture.h"

namespace sortscope {

/// Leaves out labels that would lie on others or leave the page: of two the keys' stay, then those
/// that were added first. What only runs over the right edge is shortened, and said in full where
/// one points at it. A page with room for all is left as it is. O(labels²); nothing where there are
/// more than some hundreds.
void leave_out_crowded(Picture& picture);

}  // namespace sortscope
