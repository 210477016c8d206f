// claims.h: what texts say of times, tried here: each claim has a preset of its name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/lab/lab.h"

namespace sortscope {

/// What is compared with the claim's bound.
enum class ClaimRule : std::uint8_t {
  kRatioAtLeast,     // time of `slow` over that of `fast`, the smallest of all sizes
  kRatioReaches,     // the same, the largest
  kRatioAtMost,      // the same, the largest is not above
  kTimeAtMost,       // time of `slow`, milliseconds
  kTransfersAtMost,  // to the device and back with `slow`, milliseconds
  kCannot,           // nothing here does what it is about: `why_not`
};

struct LabClaim {
  std::string_view preset;     // id of the preset that tries it
  std::string_view says;       // a sentence
  std::string_view published;  // "3.1 to 3.5 ×, GeForce 7800 GTX"
  ClaimRule rule;
  std::string_view slow;  // ids of sorters
  std::string_view fast;
  double bound = 0;
  std::string_view why_not = {};
};
std::span<const LabClaim> lab_claims();
/// Null where the preset is no claim's.
const LabClaim* find_lab_claim(std::string_view preset);

enum class ClaimState : std::uint8_t { kWaiting, kHolds, kDoesNot, kCannot };
struct ClaimVerdict {
  ClaimState state = ClaimState::kWaiting;
  std::string here;  // "6.20 to 9.84 ×"; "" where nothing was measured
  std::string why;   // of kCannot: a sentence
};
/// By the medians of `result`, whose request is the claim's preset. What failed or was skipped
/// makes a claim one that cannot be tried here.
ClaimVerdict judge(const LabClaim& claim, const LabResult& result);

/// "Holds here: 6.20 to 9.84 ×. Published: 3.1 to 3.5 ×, GeForce 7800 GTX." "" for no claim.
std::string claim_text(const LabResult& result);

}  // namespace sortscope
