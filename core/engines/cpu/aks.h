// aks.h: the AKS network on the CPU.
#pragma once

#include <cstdint>

#include "core/base/progress.h"
#include "core/base/thread_team.h"
#include "core/engines/cpu/aks_halver.h"
#include "core/engines/engine.h"
#include "core/networks/network.h"

namespace sortscope {

/// Sorts `buffers` by the AKS network of `network`, then by rounds of the final repair until all is
/// in order; fills timing.repair_rounds and timing.misplaced. False where cancelled.
/// The same results bit for bit for any code and number of threads. O(comparators / threads);
/// memory for two copies of words and places. Throws std::bad_alloc.
bool sort_by_aks(const Network& network, const SortBuffers& buffers, const SortOptions& options,
                 const HalverCode& code, unsigned threads, ThreadTeam& team, Progress* progress,
                 SortTiming& timing);

}  // namespace sortscope
