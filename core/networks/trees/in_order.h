// in_order.h: the keys of bitonic trees as they stand on the wires.
#pragma once

#include <cstdint>
#include <span>

#include "core/networks/trees/bitonic_tree.h"

namespace sortscope {

/// Places in in-order, each block of merge level `merge` followed by its extra node: that of the
/// key on wire w. O(n), on all threads.
void places_in_order(const BitonicTree& tree, std::uint32_t merge, std::span<std::uint32_t> places);

}  // namespace sortscope
