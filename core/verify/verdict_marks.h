// verdict_marks.h: what a verification found, for the pictures of the network that it looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/verify/verify.h"

namespace sortscope {

struct Recording;

/// A verdict and the network that it is of.
struct ShownVerdict {
  Verdict verdict;
  std::shared_ptr<const ListedNetwork> network;
};

/// The recording runs exactly this network. O(size).
bool is_of(const ShownVerdict& shown, const Recording& recording);
/// The recording's keys are the counterexample, as 0-1 keys or as different keys. O(wires).
bool runs_counterexample(const ShownVerdict& shown, const Recording& recording);

/// What a saved verdict says; whoever saved it, only what is true of the run is taken.
struct SavedVerdict {
  Property property = Property::kSorts;
  std::vector<std::uint8_t>
      wrong;  // a 0-1 input by wire that comes out wrong; empty: none is known
  std::vector<std::uint32_t> idle;  // as in Verdict
  std::vector<std::uint32_t> removable;
};
SavedVerdict saved_of(const Verdict& verdict);
/// Its marks again. Errors: kBadInput (an input of another length, that is not permitted or comes
/// out right; a comparator that is not there, or that exchanges although it never does), kBadUsage
/// for adaptive sorts. O(size).
Result<ShownVerdict> shown_again(const SavedVerdict& saved, const Recording& recording);

/// What is said of comparator `index` of comparators(): "never exchanges", "can be left out", or
/// "".
std::string_view redundancy_of(const Verdict& verdict, std::uint32_t index);

}  // namespace sortscope
