// shapes.h: networks on chosen 0-1 inputs: all that a merger may get, or a sample.
#pragma once

#include "core/base/progress.h"
#include "core/networks/lists/listed_network.h"
#include "core/verify/verify.h"

namespace sortscope {

/// Runs all 0-1 inputs of a merger, and finds what is redundant where that is asked. The answer is
/// kUnknown, after a sample, where there are too many for 10^12 comparators. O(n^2 size / 512).
void answer_merger(const ListedNetwork& network, bool redundant, Progress* progress,
                   Verdict& verdict);

/// Runs a fixed sample: all 0^a 1^b 0^c and 1^a 0^b 1^c where they are few, and keyed random
/// inputs. The answer is kNo or kUnknown.
void answer_by_sample(const ListedNetwork& network, Progress* progress, Verdict& verdict);

}  // namespace sortscope
