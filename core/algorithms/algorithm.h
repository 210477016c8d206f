// algorithm.h: the one table of algorithms. To add one: its file in core/algorithms/, a row in
// table.cpp, its test.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/networks/network.h"

namespace sortscope {

/// A variable of the pseudocode and its value at a cursor, for example {"k", "8"}.
struct Variable {
  std::string name;
  std::string value;
};

/// Which line of the pseudocode runs: line numbers count from 0.
struct CodeLines {
  int layer = 0;      // a layer begins
  int compare = 0;    // a comparator compares
  int exchange = 0;   // a comparator exchanges
  int finished = -1;  // the run is over (-1: no line)
};

/// The lines of adaptive bitonic sorting, algorithms 1 to 3 of Zachmann 2011, counted from 0; -1:
/// the listing has no such line.
struct TreeCodeLines {
  int begin_merge = -1;   // all blocks are merged
  int recurse_left = -1;  // the instance of La begins
  int recurse_right = -1;
  int compare_root = -1;  // phase 0
  int swap_root = -1;
  int swap_root_links = -1;
  int children = -1;  // (p, q) become the children of r
  int loop = -1;      // phases i > 0
  int compare = -1;
  int swap_keys = -1;
  int swap_left = -1;
  int swap_right = -1;
  int go_left = -1;
  int go_right = -1;
};

/// How an algorithm is run: which kernels take it.
enum class Family : std::uint8_t {
  kNetwork,    // comparators in closed form
  kTree,       // bitonic tree with pointers
  kStreams,    // bitonic trees in streams of nodes (GPU-ABiSort)
  kIntervals,  // splits found by search
  kAks,        // halvers on spots that move over a tree
  kListed,     // a stored list of comparators
};

/// What is compared does not depend on outcomes: keys may be sorted without their places.
constexpr bool fixed_schedule(Family family) {
  return family == Family::kNetwork || family == Family::kAks || family == Family::kListed;
}

struct Algorithm {
  std::string_view id;       // stable: text interface and files
  std::string_view title;    // "Bitonic, XOR form"
  std::string_view summary;  // one sentence
  std::string_view source;   // seed or paper
  std::uint32_t version;     // of the schedule: written to recordings
  bool pads;  // wires are the next power of two; else comparators beyond n are dropped
  bool needs_bitonic_input;  // it merges: only a bitonic input leaves it sorted
  bool nested_boxes;         // drawn as mergers within sorters (Zachmann 2011, figures 7 and 8)
  bool xor_schedule;         // the schedule of the XOR form, which kernels V0, V1, V2 ... run
  std::uint32_t max_keys;    // largest n accepted
  /// The network for `n` keys, 1 <= n <= max_keys. O(depth).
  Network (*build)(std::uint32_t n);
  std::span<const std::string_view> pseudocode;
  CodeLines lines;
  /// Values of the pseudocode's variables for comparator `index` of `layer`.
  std::vector<Variable> (*variables)(const Network& network, std::uint32_t layer,
                                     std::uint32_t index);
  /// Why comparator `index` of `layer` points the way it does, in words.
  std::string (*direction_reason)(const Network& network, std::uint32_t layer, std::uint32_t index);
  /// Lines of `layer`, where layers run different lines; null: `lines` for all.
  CodeLines (*lines_of)(const Network& network, std::uint32_t layer) = nullptr;
  Family family = Family::kNetwork;
  TreeRule rule = TreeRule::kNone;            // of the layers in trees
  bool overlapped = false;                    // a stage starts before the one above has ended
  const TreeCodeLines* tree_lines = nullptr;  // of the layers in trees; null: lines_of
  std::string_view sorter = {};  // of a merger: the id of what sorts any input the same way
  std::string_view distance_letter = {};  // of a layer's distance in the pseudocode: "j"
  bool bitonic_network = false;  // sorts by bitonic mergers: its comparators are known from n
};

/// All algorithms, in the order in which they are offered.
std::span<const Algorithm> algorithms();

/// The algorithm called `id`; the error lists the ids there are.
Result<const Algorithm*> find_algorithm(std::string_view id);

/// The algorithm called `id` is there and `holds` of it: for ids that may name none.
template <typename Predicate>
bool algorithm_is(std::string_view id, Predicate holds) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.id == id) return holds(algorithm);
  }
  return false;
}

/// Wires of the network for `n` keys: n; where the algorithm pads, the next power of two, or the
/// next 2^d with d a multiple of 4 from 8 on (AKS).
std::uint32_t wires_for(const Algorithm& algorithm, std::uint32_t n);

}  // namespace sortscope
