// aks_facts.h: what a run of the AKS network did: strangers at every step, keys that the network
// itself left on wrong wires.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/types.h"

namespace sortscope {

struct Progress;
struct Recording;

/// Strangers of a level before its separators run: of order j or more are keys whose node j - 1
/// levels above still is not on the way to where they end. Order 1: the node is wrong.
struct AksStrangers {
  std::uint32_t level = 0;
  std::vector<std::uint64_t> of_order;  // [j - 1], j = 1 .. level
};

struct AksFacts {
  std::vector<std::vector<AksStrangers>> steps;  // t = 0 .. aks_steps(d), active levels in order
  std::vector<Wire> final_wire;                  // by place: where the key ends
  std::uint64_t misplaced = 0;                   // wires whose key changed in the final repair
  std::uint32_t blocks_crossed = 0;  // how many blocks of 64 the furthest of them was from home
  /// All strangers of a step.
  [[nodiscard]] std::uint64_t strangers(std::uint32_t t) const {
    std::uint64_t sum = 0;
    for (const AksStrangers& level : steps[t]) {
      if (!level.of_order.empty()) sum += level.of_order[0];
    }
    return sum;
  }
};

/// Replays a recording of the AKS network once. O(comparators).
/// Cancelled: nothing in it counts.
AksFacts find_aks_facts(const Recording& recording, Progress* progress = nullptr);

/// Wires whose key is another one than where the run ends; equal keys are not told apart. `places`:
/// by wire; aks_facts of the recording must be there. O(wires).
std::uint64_t misplaced_keys(const Recording& recording, std::span<const std::uint32_t> places);

/// The order of the stranger that ends on `final_wire` and is in node `node` of `level`, in a
/// network of 2^d wires: how many levels up it must go at least; 0: it belongs there.
constexpr std::uint32_t stranger_order(std::uint32_t d, std::uint32_t level, std::uint32_t node,
                                       Wire final_wire) {
  std::uint32_t order = 0;
  std::uint32_t home = final_wire >> (d - level);
  for (; home != node; home >>= 1, node >>= 1) ++order;
  return order;
}

}  // namespace sortscope
