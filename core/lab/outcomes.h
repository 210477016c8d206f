// outcomes.h: whether the outcome bits of a measured run say what it did.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/engines/outcome_words.h"
#include "core/keys/keys.h"
#include "core/lab/lab.h"
#include "core/networks/lists/listed_network.h"

namespace sortscope {

/// Of outcome bits, in their order.
std::uint64_t lab_hash_bits(std::span<const std::uint32_t> bits);

/// The replay that shows recordings leads `keys` to their order by `bits`: those of the network and
/// then of `repair_rounds`. `listed`: the network of a sorter that was given one. Errors:
/// kWorkFailed, kCancelled. Takes the memory and the time of a recording.
Status check_outcomes(const LabSorter& sorter, const Keys& keys, OutcomeWords bits,
                      std::uint32_t repair_rounds,
                      const std::shared_ptr<const ListedNetwork>& listed = nullptr,
                      Progress* progress = nullptr);
/// Errors: kOutOfMemory where there is too little for check_outcomes(): a sentence.
Status check_outcomes_memory(const LabSorter& sorter, const LabCase& what,
                             const std::shared_ptr<const ListedNetwork>& listed = nullptr);

/// Bits of the inputs of a case: replayed the first time, compared with those afterwards.
class LabOutcomes {
 public:
  /// `hash`: of the bits. Errors: those of `replay`, kWorkFailed where they are not those that were
  /// replayed.
  Status check(unsigned slot, std::uint64_t hash, const std::function<Status()>& replay);

 private:
  std::vector<std::optional<std::uint64_t>> right_;  // by slot
};

}  // namespace sortscope
