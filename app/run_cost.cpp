// run_cost.cpp: what a recording takes.
#include "app/run_cost.h"

#include <algorithm>

namespace sortscope {

const RunCost& RunCosts::of(const Algorithm& algorithm, std::uint32_t keys, unsigned key_bits) {
  costs_.resize(algorithms().size());
  RunCost& cost = costs_[static_cast<std::size_t>(&algorithm - algorithms().data())];
  const std::uint32_t n = std::clamp(keys, 1U, algorithm.max_keys);
  if (cost.keys == n && cost.key_bits == key_bits) return cost;
  const Network network = algorithm.build(n);
  cost = {n,
          key_bits,
          network.wires(),
          network.depth(),
          network.size(),
          recording_size(algorithm, n, key_bits)};
  return cost;
}

}  // namespace sortscope
