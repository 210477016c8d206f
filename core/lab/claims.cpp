// claims.cpp: the table of claims, and whether they hold.
#include "core/lab/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "core/base/choice.h"

namespace sortscope {

namespace {

using enum ClaimRule;

constexpr std::array kClaims = {
    LabClaim{"claim-abisort",
             "GPU-ABiSort sorts 3.1 to 3.5 times as fast as the CPU's sort, from 2^17 pairs on.",
             "3.1 to 3.5 ×, GeForce 7800 GTX beside Athlon-64 4200+", kRatioAtLeast, "std-sort",
             "abisort", 3.1},
    LabClaim{"claim-gpusort",
             "GPU-ABiSort sorts up to 1.3 times as fast as a bitonic network on the same GPU.",
             "up to 1.3 ×, GeForce 7800 GTX", kRatioReaches, "hybrid", "abisort", 1.3},
    LabClaim{"claim-quicksort",
             "Adaptive bitonic sorting on one processor takes at most 2.5 times as long as "
             "quicksort, up to 2^19 keys.",
             "at most 2.5 ×, 1989", kRatioAtMost, "cpu-adaptive-plain", "quicksort", 2.5},
    LabClaim{"claim-transfer", "A million pairs go to the GPU and back in about 20 ms.",
             "roughly 20 ms, PCI Express of 2004", kTransfersAtMost, "abisort", "", 20},
    LabClaim{"claim-radix", "Thrust's radix sort takes about 0.2 ms for a million integers.",
             "about 0.2 ms, GeForce RTX 3080", kTimeAtMost, "thrust", "", 0.2},
    LabClaim{"claim-merge-sort",
             "With transfers, the network on a GPU may run slower than merge sort on the CPU.",
             "no numbers", kRatioReaches, "double-buffered", "merge-sort", 1},
    LabClaim{
        "claim-regenerate",
        "Making graphs again where memory was freed saves time: 2^20 keys, 10 MB for graphs.",
        "74 s, 68 s with regenerateGraphs", kCannot, "cpu-aks-custom", "", 0,
        "matchings are worked out from hashes as they run, so no time is spent on graphs. What "
        "making them again saves is counted: `experiment graph-memory`."},
};

const LabCell* cell_of(const LabResult& result, std::string_view sorter, std::uint32_t n) {
  for (const LabCell& cell : result.cells) {
    if (cell.what.sorter == sorter && cell.what.n == n && !cell.what.recording) return &cell;
  }
  return nullptr;
}

bool is_measured(const LabCell& cell) {
  return cell.state == LabState::kMeasured && !cell.samples.empty();
}

// Of one size, by medians.
double value_of(const LabClaim& claim, const LabCell& slow, const LabCell* fast) {
  const double slow_ms = slow.elapsed_ms().median();
  if (claim.rule == kTransfersAtMost) {
    const LabTransfers parts = slow.transfers();
    return (parts.upload_ns + parts.download_ns) * 1e-6;
  }
  return fast == nullptr ? slow_ms : slow_ms / fast->elapsed_ms().median();
}

bool holds(const LabClaim& claim, double least, double most) {
  switch (claim.rule) {
    case kRatioAtLeast:
      return least >= claim.bound;
    case kRatioReaches:
      return most >= claim.bound;
    default:
      return most <= claim.bound;
  }
}

}  // namespace

std::span<const LabClaim> lab_claims() { return kClaims; }

const LabClaim* find_lab_claim(std::string_view preset) {
  const auto found = std::ranges::find(kClaims, preset, &LabClaim::preset);
  return found == kClaims.end() ? nullptr : &*found;
}

ClaimVerdict judge(const LabClaim& claim, const LabResult& result) {
  if (claim.rule == kCannot) return {ClaimState::kCannot, "", std::string(claim.why_not)};
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  std::string refused;
  for (const std::uint32_t n : result.request.sizes) {
    const LabCell* const slow = cell_of(result, claim.slow, n);
    const LabCell* const fast = claim.fast.empty() ? nullptr : cell_of(result, claim.fast, n);
    for (const LabCell* cell : {slow, fast}) {
      if (cell != nullptr && !cell->reason.empty()) {
        refused = fmt::format("{}: {}", cell->what.sorter, cell->reason);
      }
    }
    if (slow == nullptr || !is_measured(*slow)) continue;
    if (!claim.fast.empty() && (fast == nullptr || !is_measured(*fast))) continue;
    const double value = value_of(claim, *slow, fast);
    least = std::min(least, value);
    most = std::max(most, value);
  }
  if (most == 0) {
    if (!refused.empty()) return {ClaimState::kCannot, "", refused};
    return {};
  }
  const bool time = claim.rule == kTimeAtMost || claim.rule == kTransfersAtMost;
  const std::string_view unit = time ? "ms" : "×";
  std::string here = least == most ? fmt::format("{:.3g} {}", most, unit)
                                   : fmt::format("{:.3g} to {:.3g} {}", least, most, unit);
  const auto state = !result.complete && result.problem.empty() ? ClaimState::kWaiting
                     : holds(claim, least, most)                ? ClaimState::kHolds
                                                                : ClaimState::kDoesNot;
  return {state, std::move(here), ""};
}

std::string claim_text(const LabResult& result) {
  const LabClaim* const claim = find_lab_claim(result.request.preset);
  if (claim == nullptr) return "";
  const ClaimVerdict verdict = judge(*claim, result);
  const std::string published = fmt::format("Published: {}.", claim->published);
  switch (verdict.state) {
    case ClaimState::kHolds:
      return fmt::format("Holds here: {}. {}", verdict.here, published);
    case ClaimState::kDoesNot:
      return fmt::format("Does not hold here: {}. {}", verdict.here, published);
    case ClaimState::kCannot:
      return fmt::format("Cannot be tried here: {} {}", verdict.why, published);
    case ClaimState::kWaiting:
      break;
  }
  return verdict.here.empty() ? published : fmt::format("So far {}. {}", verdict.here, published);
}

}  // namespace sortscope
