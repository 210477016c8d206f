// separator_run.h: one separator alone, on a random permutation: for experiments with depths and
// matchings.
#pragma once

#include <cstdint>
#include <vector>

#include "core/networks/aks/matching.h"

namespace sortscope {

/// An (a, f)-separator of random or explicit graphs, all of its halvers of one depth.
struct SeparatorTrial {
  std::uint32_t a = 256;  // wires, even
  std::uint32_t up = 0;   // f, even: 0 .. a
  std::uint32_t depth = 30;
  MatchingKind matching = MatchingKind::kMinimal;
  std::uint32_t distinct = 0;  // so many matchings differ, then they repeat; 0: all differ
  std::uint64_t seed = 1;      // of the matchings and of the permutation
};

/// Runs the separator's layers (figure 2.3) on a random permutation of 0 .. a - 1 that is keyed by
/// the seed. Returns the keys by slot: what separator_error() takes. O(a depth layers).
std::vector<std::uint32_t> run_separator(const SeparatorTrial& trial);

/// A random permutation of 0 .. n - 1 keyed by the seed.
std::vector<std::uint32_t> random_permutation(std::uint32_t n, std::uint64_t seed);

}  // namespace sortscope
