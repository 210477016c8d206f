// tested_matching.h: seeds of hash matchings that were searched for small worst-case error.
#pragma once

#include <cstdint>
#include <span>

#include "core/networks/aks/matching.h"

namespace sortscope {

/// Matchings of the graphs that were tested: the depth of halvers that are not perfect.
inline constexpr std::uint32_t kTestedDepth = 30;

/// The best of the seeds that bench/search_seeds tried for halvers of 2 * half wires. Of the graph
/// of kTestedDepth matchings, the worst case is `errors` of the `keys` smallest (or largest) keys
/// on the wrong side.
struct TestedSeed {
  std::uint32_t half;
  std::uint32_t seed;
  std::uint32_t errors;
  std::uint32_t keys;
  bool exact;  // else what a long search found: no worse input is known
};

/// All half sizes of d = 8 and d = 12, ascending.
std::span<const TestedSeed> tested_seeds();
/// Null where there is none for that size.
const TestedSeed* tested_seed(std::uint32_t half);

/// The key that such a seed's matching is hashed with: the same for all halvers of a size.
constexpr MatchingKey tested_key(std::uint32_t seed, std::uint32_t matching) {
  return {seed, 0, 0, 0, 0, 0, matching};
}

}  // namespace sortscope
