// listed.h: a network of a person's own beside the sorts of the lab.
#pragma once

#include <memory>
#include <string_view>

#include "core/lab/lab.h"
#include "core/networks/lists/listed_network.h"

namespace sortscope {

/// Its id among what is measured; it is not in lab_sorters(), as there is none until one is given.
inline constexpr std::string_view kListedSorter = "listed";

/// make_cpu_lab() that also offers `network`, run by our CPU engine, for as many keys as it has
/// wires. Null: without.
std::unique_ptr<LabBackend> make_cpu_lab(const Progress* progress,
                                         std::shared_ptr<const ListedNetwork> network);

}  // namespace sortscope
