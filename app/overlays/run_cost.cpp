// run_cost.cpp: what a recording takes.
#include "app/overlays/run_cost.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/state/next_run.h"
#include "core/networks/wording.h"

namespace sortscope {

std::string RunCost::summary() const {
  const Wording words = wording(adaptive);
  return fmt::format("{} {}{} in {} {}{}", count_text(size), words.comparator, size == 1 ? "" : "s",
                     count_text(depth), words.layer, depth == 1 ? "" : "s");
}

const RunCost& RunCosts::of(const Algorithm& algorithm, std::uint32_t keys, unsigned key_bits,
                            const AksParameters& aks, bool keyframes_only) {
  costs_.resize(algorithms().size());
  RunCost& cost = costs_[static_cast<std::size_t>(&algorithm - algorithms().data())];
  const std::uint32_t n = std::clamp(keys, 1U, algorithm.max_keys);
  if (cost.keys == n && cost.key_bits == key_bits && cost.aks == aks &&
      cost.keyframes_only == keyframes_only)
    return cost;
  cost = {n,     key_bits, 0,
          0,     0,        recording_size(algorithm, n, key_bits, aks, keyframes_only),
          false, aks,      keyframes_only};
  if (algorithm.family == Family::kAks) {
    const auto made = AksNetwork::build(aks_log2_for(n), aks);
    if (!made) return cost;
    cost.wires = (*made)->wires();
    cost.depth = static_cast<std::uint32_t>((*made)->size().layers);
    cost.size = (*made)->size().comparators;
    return cost;
  }
  const Network network = algorithm.build(n);
  cost.wires = network.wires();
  cost.depth = network.depth();
  cost.size = network.size();
  cost.adaptive = network.adaptive();
  return cost;
}

}  // namespace sortscope
