// streams.h: GPU-ABiSort's stream program on the CPU.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/progress.h"
#include "core/engines/engine.h"
#include "core/networks/network.h"

namespace sortscope {

/// Sorts `buffers` (words and places, network.wires() of each) by running the stream program of
/// core/networks/trees/abisort_addresses.h pass by pass, and writes the outcome bits of `network`,
/// the schedule of `abisort`. Every pass reads the streams as the passes before left them and
/// writes one range, in order. False where cancelled. O(n log n) comparisons; memory for 3n nodes.
/// Throws std::bad_alloc.
bool sort_in_streams(const Network& network, const SortBuffers& buffers,
                     std::span<std::uint32_t> bits, Progress* progress);

/// Bytes that the streams of n keys of `key_bits` take in it.
std::uint64_t cpu_stream_bytes(std::uint64_t n, unsigned key_bits);

}  // namespace sortscope
