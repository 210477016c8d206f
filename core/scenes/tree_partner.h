// tree_partner.h: the same keys run by the other construction: algorithm 1 beside algorithm 3.
#pragma once

#include <cstdint>
#include <memory>

namespace sortscope {

struct Recording;

/// Above so many wires no second run is made.
inline constexpr std::uint32_t kMostPartnered = 4096;

/// The keys of `recording` run on the CPU with the other TreeRule, with the same schedule: the same
/// cursor is the same merge, stage and phase in both. Null where its steps are not all in trees, or
/// above kMostPartnered wires. O(comparisons).
std::shared_ptr<const Recording> tree_partner(const Recording& recording);

}  // namespace sortscope
