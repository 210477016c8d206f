// listed.h: what a person gives the lab: a network, a kernel; beside its own sorts.
#pragma once

#include <memory>
#include <string_view>

#include "core/lab/lab.h"
#include "core/networks/lists/listed_network.h"

namespace sortscope {

/// Ids of what is not in lab_sorters(), as there is none until one is given.
inline constexpr std::string_view kListedSorter = "listed";      // a network: --network FILE
inline constexpr std::string_view kOwnSorter = "own";            // a kernel: --kernel FILE
inline constexpr std::string_view kBeforeSorter = "own-before";  // its earlier version: --before

/// Their rows, titled for the case that nothing more is known of them.
std::span<const LabSorter> given_lab_sorters();
/// The row of lab_sorters() or given_lab_sorters() with this id; null: there is none.
const LabSorter* known_lab_sorter(std::string_view id);

/// make_cpu_lab() that also offers `network`, run by our CPU engine, for as many keys as it has
/// wires. Null: without.
std::unique_ptr<LabBackend> make_cpu_lab(const Progress* progress,
                                         std::shared_ptr<const ListedNetwork> network);

}  // namespace sortscope
