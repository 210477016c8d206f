// demonstrations.h: networks with a planted defect, or a published one, to be found. The names of
// those that do not sort begin with "Wrong on purpose".
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/networks/lists/listed_network.h"

namespace sortscope {

/// The network called
/// - "missing-comparator": odd-even mergesort of 8 wires without one of its comparators,
/// - "spare-comparator": odd-even mergesort of 8 wires with one that never exchanges,
/// - "benicio-loops": the loops of Benicio 2025, section 2.2, that stop at k = N/2 and ascend
///   everywhere (direction bit k & j, which is always 0), 8 wires,
/// - "first-trace", "second-trace": what the two wrong traces by hand of its section 2.3 did: all
///   ascend at k = 4; in the second the wires from 4 on also descend at k = 8, j < 4,
/// - "v2-local-index": the bitonic sort of 16 wires as kernel V2 runs it (Michalainas and Charisi
///   2025) in blocks of 4 threads, where they take the direction from the index in their block.
/// Errors: kBadUsage.
Result<std::shared_ptr<const ListedNetwork>> demonstration_network(std::string_view id);

/// Loops that make a demonstration's network, for all i of a layer in parallel.
struct Loops {
  std::span<const std::string_view> pseudocode;
  CodeLines lines;
  std::vector<Variable> (*variables)(const Network& network, std::uint32_t layer,
                                     std::uint32_t index);
};
/// The loops of `network`, known by its name and comparators, so that it may come from a file;
/// null: it is none of these, or one without loops.
const Loops* demonstration_loops(const ListedNetwork& network);

}  // namespace sortscope
