// recursive.h: the bitonic sort as lectures write it: one thread, both halves, then their merger.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/progress.h"
#include "core/engines/cpu/layers.h"
#include "core/networks/network.h"

namespace sortscope {

/// Runs `network`, a schedule of the XOR form or its last merger, depth first. Outcomes go to their
/// places in `bits` (empty: none), whatever the order in which they come. False where cancelled.
bool sort_recursively(const Network& network, const CpuCells& cells, std::span<std::uint32_t> bits,
                      Progress* progress);

}  // namespace sortscope
