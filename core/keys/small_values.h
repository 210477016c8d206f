// small_values.h: keys of any type as whole numbers of 32 bits in the same order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/keys/keys.h"

namespace sortscope {

/// Values of 32 bits in the order of the keys: the keys themselves where they are such. O(n log n).
std::vector<std::uint32_t> small_values(const Keys& keys);
/// A key for each of `wires`: places that the file pads hold the largest value of the type.
Keys padded_keys(const Keys& keys, std::uint32_t wires);

}  // namespace sortscope
