#include "core/own_kernels/report.h"

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

}  // namespace sortscope
