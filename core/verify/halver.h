// halver.h: is a network an epsilon-halver, and how wrong is it at worst?
#pragma once

#include <optional>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/networks/lists/listed_network.h"
#include "core/verify/halver_error.h"
#include "core/verify/verify.h"

namespace sortscope {

/// The graph of a network whose layers all are matchings between the lower and the upper half of
/// its wires, minima to the lower; nothing for other networks. O(size).
std::optional<HalverGraph> halver_graph_of(const ListedNetwork& network);

/// The answer for Property::kHalves. Errors: kBadUsage (kGraph for a network that is not made of
/// matchings).
Status answer_halver(const ListedNetwork& network, const VerifyQuestion& question, unsigned threads,
                     Progress* progress, Verdict& verdict);

}  // namespace sortscope
