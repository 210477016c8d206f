// part.h: some layers of a network as a network of their own.
#pragma once

#include <cstdint>

#include "core/networks/network.h"

namespace sortscope {

/// Layers [first, last) of `network`, whose layers are all fixed() and in closed form: the same
/// comparators on the same wires, outcome bits from word 0 on. One level without a name. O(layers).
Network part_of(const Network& network, std::uint32_t first, std::uint32_t last);

}  // namespace sortscope
