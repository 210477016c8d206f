// table.cpp: the table of algorithms.
#include "core/algorithms/algorithm.h"

#include <array>

#include "core/algorithms/schedules.h"
#include "core/base/choice.h"

namespace sortscope {

std::span<const Algorithm> algorithms() {
  static const std::array kTable = {
      kBitonic,        kBitonicRecursive, kBitonicAscending,     kBitonicMerger,
      kBitonicSerial,  kOddEvenMerge,     kOddEvenTransposition, kPairwise,
      kHalverCascade,  kAdaptive,         kAdaptiveTwoCase,      kAdaptiveOverlapped,
      kAdaptiveMerger, kAbisort,          kAdaptiveInterval,     kAks,
      kListed,
  };
  return kTable;
}

Result<const Algorithm*> find_algorithm(std::string_view id) {
  return choose_by_id(algorithms(), "algorithm", id);
}

std::uint32_t wires_for(const Algorithm& algorithm, std::uint32_t n) {
  if (algorithm.family == Family::kAks) return 1U << aks_log2_for(n);
  return algorithm.pads ? ceil_pow2(n) : n;
}

}  // namespace sortscope
