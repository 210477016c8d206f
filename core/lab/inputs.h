// inputs.h: what sorters of one case share: inputs, how many take turns, and networks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/keys/keys.h"
#include "core/lab/lab.h"
#include "core/networks/network.h"
#include "core/recordings/request.h"

namespace sortscope {

/// Generated keys, kept as long as somebody holds them. "adversarial" is searched for in the
/// bitonic network, so that all sorters get the same keys. Not for several threads.
class LabInputs {
 public:
  /// `progress`: who cancels it cancels making keys; null: nobody does.
  explicit LabInputs(const Progress* progress = nullptr) : progress_(progress) {}
  /// The input number `slot` of a case; different slots have different seeds. Errors: kBadUsage
  /// (no such kind), kOutOfMemory, kCancelled.
  Result<std::shared_ptr<const Keys>> get(const LabCase& what, std::uint64_t seed, unsigned slot);

 private:
  using Name = std::tuple<std::string, KeyType, std::uint32_t, std::uint64_t>;
  const Progress* progress_;
  std::map<Name, std::weak_ptr<const Keys>> made_;
};

/// What a sorter of ours tells its algorithm.
RunParameters lab_parameters(const LabSorter& sorter);
/// The network by which a sorter of ours sorts `n` keys, which its algorithm takes.
Network lab_network(const LabSorter& sorter, const Algorithm& algorithm, std::uint32_t n);

/// Inputs of `bytes` each that together are twice as large as a cache of `cache_bytes`: 1 to
/// `most`.
unsigned lab_slots(std::uint64_t bytes, std::uint64_t cache_bytes, unsigned most);

}  // namespace sortscope
