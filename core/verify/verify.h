// verify.h: does a comparator network sort, merge or halve? With a counterexample where it does
// not, and the comparators that it does not need.
//
// Zero-one principle (Knuth): a network does it for all keys if it does it for all 0-1 inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/networks/lists/listed_network.h"
#include "core/networks/network.h"

namespace sortscope {

/// What is asked. Outputs are to ascend with the wires.
enum class Property : std::uint8_t {
  kSorts,          // any input
  kMerges,         // two sorted halves, of floor(n/2) wires and the others
  kMergesBitonic,  // any bitonic input: rising then falling, or a rotation of that
  kHalves,  // epsilon-halver: of the k smallest keys, k <= n/2, at most epsilon k end on the upper
            // floor(n/2) wires, and of the k largest on the lower ones
};

/// How it is answered. Which answers are exact: docs/verify.md.
enum class VerifyMethod : std::uint8_t {
  kAuto,     // by estimate
  kBrute,    // all 2^n 0-1 inputs, a bit each, 512 at a time
  kSearch,   // three-valued: wires are 0, 1 or free, split only where a comparator meets two free
  kShapes,   // all 0-1 inputs of a merger: O(n^2)
  kGraph,    // a halver made of matchings: sets of vertices (core/verify/halver_error.h)
  kSample,   // some inputs: a counterexample, or no verdict
  kRuns,     // any number of wires: runs that are known to be sorted (core/verify/sorted_runs.h)
  kReverse,  // comparators of neighbours: keys in reverse order (core/verify/sorted_runs.h)
};

enum class Answer : std::uint8_t { kYes, kNo, kUnknown };

/// The most wires of kSearch, and of kBrute on the CPU.
inline constexpr std::uint32_t kMostSearchWires = 64;
inline constexpr std::uint32_t kMostBruteWires = 40;

struct VerifyQuestion {
  Property property = Property::kSorts;
  double epsilon = 1;  // kHalves: what is permitted
  VerifyMethod method = VerifyMethod::kAuto;
  bool redundant = true;  // look for comparators that are not needed
  unsigned threads = 0;   // 0: all cores
  /// Work given up on: states of kSearch, 512 inputs of kBrute and kShapes (forced methods have no
  /// bound but `cancel`).
  std::uint64_t most_states = std::uint64_t{1} << 36;
  /// The same of kRuns, forced or not: comparators on 512 combinations each. 0: some times what
  /// merging two sorted halves takes, at most some 10 seconds.
  double most_compares = 0;
};

/// An input that comes out wrong, as 0-1 keys and as different keys that give the same picture.
struct Counterexample {
  std::vector<std::uint8_t> input;   // 0 or 1 by wire
  std::vector<std::uint8_t> output;  // by wire
  /// 1 .. n by wire: the zeros are the smallest. For a merger its halves ascend, or it is bitonic.
  std::vector<std::uint32_t> keys;
  std::vector<std::uint32_t> keys_output;
  std::vector<Wire> wrong;       // outputs that carry the wrong one of 0 and 1; ascending
  std::vector<Wire> keys_wrong;  // outputs that carry the wrong key; ascending (kHalves: as wrong)
};

/// How wrong a halver is.
struct HalverFinding {
  double epsilon = 0;        // max over k of errors / k
  bool exact = false;        // else a lower bound
  std::uint32_t k = 0;       // where: of the k smallest (largest) keys; 0: no errors
  std::uint32_t errors = 0;  // this many end on the wrong side
  bool largest = false;
};

/// Where kRuns found no way on: so many wires would take so many combinations of sorted runs.
struct GivenUp {
  std::uint32_t wires = 0;  // 0: nowhere
  double combinations = 0;
};

struct Verdict {
  Property property = Property::kSorts;
  Answer answer = Answer::kUnknown;
  VerifyMethod method = VerifyMethod::kAuto;  // never kAuto
  std::uint32_t wires = 0;
  double epsilon = 1;  // kHalves: what was permitted
  /// 0-1 inputs that the answer rests on: all of them for kYes; of kRuns combinations of runs, of
  /// kReverse 1.
  double inputs = 0;
  std::uint64_t states = 0;  // looked at (kSearch), or inputs tried
  GivenUp given_up;          // kUnknown
  std::optional<Counterexample> counterexample;
  HalverFinding halver;  // kHalves
  /// Indices in comparators(), ascending. `idle`: never exchange, whatever the (permitted) input.
  /// `removable`: without this single one the network still does it; all of `idle` among them.
  /// Empty and not known where the network is too large to tell within the bound.
  std::vector<std::uint32_t> idle;
  std::vector<std::uint32_t> removable;
  bool idle_known = false;
  bool removable_known = false;
  /// What is redundant was looked for and given up, `undecided`: for so many comparators (all of
  /// them where `idle` is not known).
  std::uint32_t undecided = 0;
  std::string
      known;  // id of the algorithm whose network it is, which is proved; "": it was searched
  std::uint64_t elapsed_ns = 0;  // of the answer, without what is removable

  [[nodiscard]] bool holds() const { return answer == Answer::kYes; }
};

/// The answer, deterministic: the same counterexample on every number of threads. kBrute finds the
/// smallest input as a binary number (wire 0 counts 1), kSearch the first in its order, kHalves a
/// worst one. Reports in `progress` (total: parts of the search). Errors: kBadUsage (a method that
/// does not fit the question or the wires, epsilon outside 0 .. 1), kCancelled.
/// Cost: kSearch O(size x states), states about 1.6^n at most and far fewer for most networks.
Result<Verdict> verify(const ListedNetwork& network, const VerifyQuestion& question = {},
                       Progress* progress = nullptr);

/// The comparators of a network in closed form, or of a list, as a list. Errors: kBadUsage for
/// adaptive sorts, which are no networks of fixed comparators.
Result<std::shared_ptr<const ListedNetwork>> list_comparators(const Network& network,
                                                              std::string name);

/// The counterexample of a 0-1 input, for `property`. The input must be permitted for it.
/// O(size).
Counterexample make_counterexample(const ListedNetwork& network, Property property,
                                   std::vector<std::uint8_t> input);

/// "sorts", "merges", "merges-bitonic", "halves": the text interface.
std::string_view property_id(Property property);
/// "three-valued search".
std::string_view method_name(VerifyMethod method);
std::string_view method_id(VerifyMethod method);

/// States of the search after which a comparator is no longer asked whether it is redundant.
inline constexpr std::uint64_t kRedundantStates = std::uint64_t{1} << 22;

}  // namespace sortscope
