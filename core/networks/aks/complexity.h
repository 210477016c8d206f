// complexity.h: what the AKS network costs, counted without building it: comparators per wire
// and depth for any d, and where it falls below bitonic sort.
//
// Fischer 2020, section 4.7. Every level's separators are sixty-fourths of a power
// of two, c = 2^k, so nothing overflows: sizes are kept as (sixty-fourths, k), and from some k on
// a separator's comparators per wire do not change.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/error.h"
#include "core/networks/aks/parameters.h"

namespace sortscope {

/// A separator of a level at a step, for any d that is a multiple of 4 from 8 on: size 2^k / 64 *
/// `size` wires, 2^k / 64 * `up` of which go up. Table 2.2 as aks_level(), without its limit on d.
struct AksShape {
  std::uint32_t k = 0;
  std::uint32_t size = 64;
  std::uint32_t up = 0;
};
AksShape aks_shape(std::uint32_t d, std::uint32_t t, std::uint32_t level);

/// Cost of a network of 2^d wires with the final sorters of 64 wires. `depth` is exact: the levels
/// of a step run side by side. `comparators` is exact where it is below 2^63, else 0; `per_wire` is
/// its quotient with 2^d, rounded (relative error below 1e-15).
struct AksCost {
  std::uint64_t depth = 0;
  std::uint64_t comparators = 0;
  double per_wire = 0;
};

inline constexpr std::uint32_t kCostMostLog2 = 1U << 15;

/// Counts. Errors: kBadUsage for a d that is no multiple of 4 or not in 8 .. kCostMostLog2, for
/// depth=ideal (its separators are no construction), for errors below 1e-5, and those of
/// resolved(). O(d).
Result<AksCost> aks_cost(std::uint32_t d, const AksParameters& parameters);

/// How bitonic sort of 2^d keys is counted: as the thesis does, d^2 for both; or as it is, d (d +
/// 1) / 4 comparators per key and depth d (d + 1) / 2.
enum class BitonicCount : std::uint8_t { kThesis, kTrue };
double bitonic_per_wire(std::uint32_t d, BitonicCount count);
double bitonic_depth(std::uint32_t d, BitonicCount count);

/// The least d from which the network has fewer comparators, or less depth, than bitonic sort.
struct AksCrossover {
  std::optional<std::uint32_t> comparators;  // empty: beyond kCostMostLog2
  std::optional<std::uint32_t> depth;
};
/// Errors: those of aks_cost(). O(d log d) for the d found.
Result<AksCrossover> aks_crossover(const AksParameters& parameters, BitonicCount count);

}  // namespace sortscope
