// mapped_networks.cpp: which networks are too large, or no formula, to be drawn comparator by
// comparator from far.
#include "core/recordings/counts/mapped_networks.h"

#include <cstdint>

#include "core/networks/network.h"

namespace sortscope {

namespace {

// Fewer wires are drawn one by one on any screen, or sampled well.
constexpr std::uint32_t kMappedWires = 1024;
// Comparators that are not a formula: fewer are drawn one by one, more take too long to look up.
constexpr std::uint64_t kMappedComparators = std::uint64_t{1} << 16;
constexpr std::uint64_t kMostLookedUp = std::uint64_t{1} << 23;

}  // namespace

bool has_exchange_map(const Network& network) {
  const bool many = network.wires() >= kMappedWires || network.size() >= kMappedComparators;
  return network.closed_form()
             ? network.wires() >= kMappedWires
             : network.size() <= kMostLookedUp && (many || network.aks() != nullptr);
}

}  // namespace sortscope
