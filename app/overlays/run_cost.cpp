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
                            const RunRequest& request) {
  costs_.resize(algorithms().size());
  RunCost& cost = costs_[static_cast<std::size_t>(&algorithm - algorithms().data())];
  const std::uint32_t n = std::clamp(keys, 1U, algorithm.max_keys);
  if (cost.keys == n && cost.key_bits == key_bits && cost.parameters == request.parameters &&
      cost.keyframes_only == request.keyframes_only)
    return cost;
  cost = {};
  cost.keys = n;
  cost.key_bits = key_bits;
  cost.bytes = recording_size(algorithm, n, key_bits, request);
  cost.parameters = request.parameters;
  cost.keyframes_only = request.keyframes_only;
  cost.wires = cost.bytes.wires;
  cost.depth = cost.bytes.depth;
  cost.size = cost.bytes.comparators;
  cost.adaptive = cost.bytes.adaptive;
  return cost;
}

}  // namespace sortscope
