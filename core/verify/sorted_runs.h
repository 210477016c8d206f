// sorted_runs.h: sorters of any number of wires, where all 0-1 inputs need not be tried.
#pragma once

#include "core/base/progress.h"
#include "core/networks/lists/listed_network.h"
#include "core/verify/verify.h"

namespace sortscope {

/// Every comparator ascends and joins neighbouring wires.
bool joins_neighbours(const ListedNetwork& network);

/// Of a network with joins_neighbours(): it sorts all keys if it sorts those in reverse order
/// (N. G. de Bruijn 1974; Knuth, TAOCP vol. 3, section 5.3.4, exercise 36), and whatever exchanges
/// on some input does on that one. Exact; the answer is kYes or kNo, idle comparators are known.
/// O(size).
void answer_by_reverse_order(const ListedNetwork& network, Verdict& verdict);

/// Proves what merges sorted runs, or finds an input that comes out wrong: by the states that parts
/// reach (core/verify/merged_states.h; idle comparators are known then), else by groups of wires
/// that come out sorted (core/verify/run_splits.h). kUnknown where neither ends within
/// `most_compares` comparators on 512 combinations each (in all), or a part has too many states to
/// be kept; `verdict.given_up` says at what.
/// Deterministic but for the number of combinations of a kNo. Looks at `progress` for every 512.
void answer_by_runs(const ListedNetwork& network, double most_compares, unsigned threads,
                    Progress* progress, Verdict& verdict);

}  // namespace sortscope
