// tree.h: adaptive bitonic sorting in trees on the CPU.
#pragma once

#include <cstdint>
#include <span>

#include "core/algorithms/algorithm.h"
#include "core/base/progress.h"
#include "core/engines/engine.h"
#include "core/networks/network.h"

namespace sortscope {

/// Sorts `buffers` (words and places, network.wires() of each) by the layers in trees of `network`
/// and writes their outcome bits. Stage by stage, blocks and instances are walked depth first,
/// which stays in the cache; where stages overlap, step after step. Without bits, algorithm 3 stage
/// by stage is run on trees with buckets for leaves (core/engines/cpu/leaf_tree.h) if `buckets`.
/// False where cancelled. O(n log n) comparisons; memory for n nodes. Throws std::bad_alloc.
bool sort_in_trees(const Algorithm& algorithm, const Network& network, const SortBuffers& buffers,
                   std::span<std::uint32_t> bits, bool buckets, Progress* progress);

}  // namespace sortscope
