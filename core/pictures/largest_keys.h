// largest_keys.h: pictures that are seen from afar, where keys are the largest text.
#pragma once

#include "core/pictures/picture.h"

namespace sortscope {

/// On a page with numbers of keys that can be read, no other words are larger than the smallest of
/// them, as far as words can be read from afar themselves. O(labels).
void keep_keys_largest(Picture& picture);

}  // namespace sortscope
