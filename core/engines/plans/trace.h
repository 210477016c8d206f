// trace.h: the launches of a sort as passes of a trace, without their times: names, layers,
// bytes. Plain C++: also there without CUDA.
#pragma once

#include <span>
#include <vector>

#include "core/engines/plans/abisort.h"
#include "core/engines/plans/launches.h"
#include "core/engines/plans/tree.h"
#include "core/engines/sort_trace.h"

namespace sortscope {

/// One pass a launch of plan_sort().
std::vector<TracePass> passes_of(const Network& network, std::span<const Launch> plan,
                                 const TraceKeys& keys);
/// Of plan_tree(). What walks in trees reads and writes follows from the keys: those passes have no
/// bytes.
std::vector<TracePass> passes_of(const Network& network, const TreePlan& plan,
                                 const TraceKeys& keys);
/// Of plan_streams(). A pass that overlaps stages runs layers that do not follow each other, and
/// has none.
std::vector<TracePass> passes_of(const Network& network, std::span<const StreamLaunch> plan,
                                 const TraceKeys& keys);
/// Of plan_intervals(): the interval-based sort with its outcomes.
std::vector<TracePass> passes_of_recorded_intervals(const Network& network, const TraceKeys& keys);
/// Without: tiles sorted, then `merges` times the search and a merge of four runs. Its passes are
/// not layers of the network.
std::vector<TracePass> passes_of_intervals(std::uint32_t n, std::uint32_t merges,
                                           const TraceKeys& keys);

}  // namespace sortscope
