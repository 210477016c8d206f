// verdict_marks.h: what a verification found, for the pictures of the network that it looked at.
#pragma once

#include <memory>
#include <string_view>

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

/// What is said of comparator `index` of comparators(): "never exchanges", "can be left out", or
/// "".
std::string_view redundancy_of(const Verdict& verdict, std::uint32_t index);

}  // namespace sortscope
