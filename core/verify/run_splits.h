// run_splits.h: sorters whose parts depend on each other while they sort, as in the pairwise
// network: the keys of both wires of a first comparator go different ways. Groups of wires are
// shown to come out sorted whatever they get, so only their numbers of ones are left; the
// comparators before the groups tell which numbers go together; the comparators behind them see
// only those.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/verify/merged_states.h"

namespace sortscope {

/// The wires in the order in which the keys ascend on them, the same for all inputs; nothing where
/// that was not found, which does not mean that there is none. Deterministic.
/// Cost: that of combine() on pairs of numbers of ones, O(n^3 log n / 512), for what it finds.
std::optional<std::vector<Wire>> find_sorted_order(std::uint32_t wires,
                                                   std::span<const Comparator> comparators,
                                                   MergeMeans& means);

}  // namespace sortscope
