#include "core/own_kernels/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace sortscope {

std::string_view finding_id(FindingKind kind) {
  switch (kind) {
    case FindingKind::kNotSorted:
      return "not-sorted";
    case FindingKind::kRace:
      return "race";
    case FindingKind::kOutOfBounds:
      return "out-of-bounds";
    case FindingKind::kUninitialized:
      return "uninitialized";
    case FindingKind::kBarrier:
      return "barrier";
    case FindingKind::kLaunch:
      return "launch";
    case FindingKind::kLength:
      return "length";
    case FindingKind::kPadding:
      return "padding";
    case FindingKind::kPayload:
      return "payload";
    case FindingKind::kCrash:
      return "crash";
    case FindingKind::kTimeout:
      return "timeout";
    case FindingKind::kBankConflict:
      return "bank-conflict";
    case FindingKind::kUncoalesced:
      return "uncoalesced";
    case FindingKind::kIdle:
      return "idle";
    case FindingKind::kLaunches:
      return "launches";
  }
  return "race";
}

bool KernelReport::good() const {
  return compiled && ran && sorted &&
         std::none_of(findings.begin(), findings.end(), [](const Finding& f) { return f.wrong; });
}

std::string KernelReport::undecided() const {
  if (!good()) return "";
  if (verdict == KernelVerdict::kUnknown) {
    return "Not decided: whether it is a network, and what it does with other keys. Not all that "
           "it "
           "did was written down: give a smaller --n.";
  }
  if (verdict != KernelVerdict::kNetwork || network == nullptr || proved == "all inputs") return "";
  return fmt::format(
      "Not decided: whether it sorts all inputs of {} keys. Its network is none that is known, has "
      "too many states, and its parts leave no sorted runs to be merged: give a smaller --n.",
      n);
}

}  // namespace sortscope
