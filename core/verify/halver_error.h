// halver_error.h: how wrong halvers and separators are: over all inputs, and on a given one.
//
// Over 0-1 inputs the worst case of a halver made of matchings is a question about its graph. Zeros
// only ever move to the left side. So a zero that ends on right vertex v has been there all along,
// and every left neighbour of v holds a zero at the end: where the zeros S stay on the right side,
// |S| + |N(S)| are at most k. And zeros placed on S and N(S) never move. Hence the most of k zeros
// that end on the wrong side is the largest |S| with |S| + |N(S)| <= k: no input need be tried.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/networks/aks/matching.h"
#include "core/networks/aks/network.h"

namespace sortscope {

/// A bipartite graph of two sides of `half` vertices: `depth` matchings one after the other.
struct HalverGraph {
  std::uint32_t half = 0;
  std::uint32_t depth = 0;
  std::vector<std::uint32_t> partners;  // depth x half: right vertex that left vertex u meets

  [[nodiscard]] std::span<const std::uint32_t> matching(std::uint32_t m) const {
    return std::span(partners).subspan(std::size_t{m} * half, half);
  }
  /// The graph of the first `depth` matchings: for curves over depth. O(depth x half).
  [[nodiscard]] HalverGraph prefix(std::uint32_t depth) const;
};

/// Matchings 0 .. depth - 1 of a kind; key.matching counts them, and starts again after `distinct`
/// where that is not 0 (section 4.10 of the thesis). O(half x depth).
HalverGraph halver_graph(MatchingKind kind, MatchingKey key, std::uint32_t half,
                         std::uint32_t depth, std::uint32_t distinct = 0);
/// The graph that a kMatching or kCyclic stage runs in halver (node, side). O(half x depth).
HalverGraph halver_graph(const AksNetwork& aks, const AksStage& stage, std::uint32_t node,
                         std::uint32_t side);

/// How far to search.
struct HalverSearch {
  std::uint64_t most_sets = std::uint64_t{1} << 22;   // looked at for the exact answer; 0: none
  std::uint64_t most_moves = std::uint64_t{1} << 15;  // of vertices, in the adversarial search
  std::uint64_t seed = 1;                             // of that search
};

/// The worst case of a halver. All vectors have half + 1 entries, entry 0 is 0.
struct HalverError {
  std::uint32_t half = 0;
  std::uint32_t depth = 0;
  bool exact = false;  // else errors and epsilon are lower bounds, neighbours upper bounds
  /// Of the k smallest (largest) keys, the most that end in the right (left) half.
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  /// Fewest neighbours of any s vertices of the right (left) side; half where s and they are more
  /// than half together: those cost no key its side.
  std::vector<std::uint32_t> small_neighbours;
  std::vector<std::uint32_t> large_neighbours;
  double epsilon = 0;         // max over k of errors(k) / k
  std::uint32_t worst_k = 0;  // where; 0: no errors at all

  /// The worse of both ends, k = 0 .. half.
  [[nodiscard]] std::uint32_t errors(std::uint32_t k) const {
    return small[k] < large[k] ? large[k] : small[k];
  }
  /// The largest whole mu with |N(S)| > min(mu |S|, half - |S|) for all S found, at most half: the
  /// graph is an expander in the sense of section 2.1.2 of the thesis (if exact).
  [[nodiscard]] std::uint32_t expansion() const;
};

/// The worst case over all 0-1 inputs, hence over all inputs (zero-one principle). An adversarial
/// search (greedy growth of S, ruined in part and grown again, keyed random numbers) comes first;
/// then all sets that could be worse are looked at, which gives the exact answer unless there are
/// more than most_sets of them. Where cancelled: what was found, not exact.
/// O(half x depth + moves x (half + depth^2) + sets x half / 64) time.
HalverError halver_error(const HalverGraph& graph, const HalverSearch& search = {},
                         Progress* progress = nullptr);
HalverError halver_error(MatchingKind kind, const MatchingKey& key, std::uint32_t half,
                         std::uint32_t depth, const HalverSearch& search = {},
                         Progress* progress = nullptr);

/// What random inputs see, after each number of matchings m = 0 .. depth.
struct HalverTrial {
  std::uint32_t inputs = 0;
  std::vector<double> epsilon;      // mean over inputs of max over k of errors / k, both ends
  std::vector<double> wrong_share;  // mean share of all keys that are in the wrong half
};
/// Runs `inputs` random permutations. Where cancelled: the mean of those done (inputs says how
/// many). O(inputs x half x depth).
HalverTrial halver_trial(const HalverGraph& graph, std::uint32_t inputs, std::uint64_t seed,
                         Progress* progress = nullptr);

/// What a separator did with one input. Entry k of each vector counts, of the k keys of that end,
/// those outside the block; entry 0 is 0.
struct SeparatorError {
  std::vector<std::uint32_t> bl;  // of the k smallest keys, outside BL: k = 0 .. a / 2
  std::vector<std::uint32_t> br;  // of the k largest, outside BR
  std::vector<std::uint32_t> fl;  // outside FL: k = 0 .. up / 2
  std::vector<std::uint32_t> fr;
  double worst_b = 0;  // max over k and both ends of errors / k
  double worst_f = 0;
  bool valid = false;  // worst_b <= epsilon_b and worst_f <= epsilon_f: section 4.3 of the thesis
};
/// `keys`: any numbers that order the separator's keys, by slot; equal ones count by slot. `up`
/// wires go up, half from either end. For a halver up = 0, keys by halver wire. O(a log a).
SeparatorError separator_error(std::span<const std::uint32_t> keys, std::uint32_t up,
                               double epsilon_b, double epsilon_f);

}  // namespace sortscope
