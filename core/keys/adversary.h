// adversary.h: inputs that make a network exchange often.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/progress.h"
#include "core/base/random.h"

namespace sortscope {

/// Exchanges that `network`, a comparator network, makes on distinct `ranks` (0 first), one a real
/// wire; wires beyond are padded as prepare_keys() does.
std::uint64_t count_exchanges(const Algorithm& algorithm, const Network& network,
                              std::span<const std::uint32_t> ranks);

/// A permutation of 0 to n - 1 with many exchanges in the network of `algorithm`, bitonic where the
/// algorithm needs that: the best of several shapes, then a hill climb by random changes that keeps
/// what exchanges no less. Not proven to be the most. Deterministic in `random`; at most about 2e7
/// comparators are run, whatever n (large inputs take the shape that was best on a small one).
/// Cancelled: fewer ranks than n.
std::vector<std::uint32_t> adversarial_ranks(const Algorithm& algorithm, std::uint32_t n,
                                             SplitMix64& random, Progress* progress = nullptr);

}  // namespace sortscope
