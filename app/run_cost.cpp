// run_cost.cpp: what a recording takes.
#include "app/run_cost.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/next_run.h"
#include "core/wording.h"

namespace sortscope {

std::string RunCost::summary() const {
  const Wording words = wording(adaptive);
  return fmt::format("{} {}{} in {} {}{}", count_text(size), words.comparator, size == 1 ? "" : "s",
                     count_text(depth), words.layer, depth == 1 ? "" : "s");
}

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
          recording_size(algorithm, n, key_bits),
          network.adaptive()};
  return cost;
}

}  // namespace sortscope
