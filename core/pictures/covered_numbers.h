// covered_numbers.h: numbers of keys that pass each other.
#pragma once

#include "core/pictures/picture.h"

namespace sortscope {

/// Takes out numbers of keys (labels on a rank) that the chip or the number of another key, drawn
/// later, covers: they wait until it has gone by. O(labels x chips).
void leave_out_covered_numbers(Picture& picture);

}  // namespace sortscope
