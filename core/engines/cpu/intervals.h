// intervals.h: interval-based adaptive bitonic sorting on the CPU.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/progress.h"
#include "core/engines/engine.h"
#include "core/networks/network.h"

namespace sortscope {

/// Sorts `buffers` (words and places, network.wires() of each) by the passes of
/// core/networks/interval_merge.h on one thread: tiles by the network, then each merge from one
/// buffer into the other, and writes splits and outcome bits of `network`, the schedule of
/// `adaptive-interval`. False where cancelled. O(n log n (log tile)) comparisons; memory for 2n
/// keys. Throws std::bad_alloc.
bool sort_by_intervals(const Network& network, const SortBuffers& buffers,
                       std::span<std::uint32_t> bits, Progress* progress);

/// Bytes that the buffers of n keys of `key_bits` take in it.
std::uint64_t cpu_interval_bytes(std::uint64_t n, unsigned key_bits);

}  // namespace sortscope
