// demonstrations.h: networks with a planted defect, or a published one, to be found. The names of
// those that do not sort begin with "Wrong on purpose".
#pragma once

#include <memory>
#include <string_view>

#include "core/base/error.h"
#include "core/networks/lists/listed_network.h"

namespace sortscope {

/// The network called
/// - "missing-comparator": odd-even mergesort of 8 wires without one of its comparators,
/// - "spare-comparator": odd-even mergesort of 8 wires with one that never exchanges,
/// - "tutorial-loops": the loops of Benicio's tutorial, 2.2, that stop at k = N/2 and ascend
///   everywhere (direction bit k & j, which is always 0), 8 wires,
/// - "tutorial-trace-1", "tutorial-trace-2": what its two wrong traces by hand did: the bitonic
/// sort
///   of 8 wires with all of k = 4 ascending, the second with wires from 4 on descending in the last
///   two layers as well,
/// - "v2-local-index": the bitonic sort of 16 wires as kernel V2 runs it in blocks of 4
///   threads, where they take the direction from the index in their block.
/// Errors: kBadUsage.
Result<std::shared_ptr<const ListedNetwork>> demonstration_network(std::string_view id);

}  // namespace sortscope
