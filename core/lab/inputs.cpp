// inputs.cpp: what sorters of one case share.
#include "core/lab/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "core/keys/inputs.h"
#include "core/lab/cancel_relay.h"
#include "core/networks/aks/network.h"

namespace sortscope {

Result<std::shared_ptr<const Keys>> LabInputs::get(const LabCase& what, std::uint64_t seed,
                                                   unsigned slot) try {
  // Far apart, so that the slots of neighbouring seeds share no input.
  const std::uint64_t own_seed = seed + slot * 0x9e3779b97f4a7c15U;
  const Name name{what.input, what.type, what.n, own_seed};
  if (auto there = made_[name].lock()) return there;
  std::erase_if(made_, [](const auto& entry) { return entry.second.expired(); });
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  Progress making;
  const CancelRelay relay(what.n >= kLongLabRun ? progress_ : nullptr, making);
  Result<Keys> keys =
      generate_keys(what.input, what.type, what.n, own_seed, bitonic, Order::kAscending, &making);
  if (!keys) return keys.error();
  auto shared = std::make_shared<const Keys>(std::move(keys.value()));
  made_[name] = shared;
  return std::shared_ptr<const Keys>(shared);
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kOutOfMemory,
               fmt::format("there is not enough memory for {} keys.", what.n), "Take fewer."};
}

RunParameters lab_parameters(const LabSorter& sorter) {
  RunParameters parameters;
  if (sorter.id.ends_with("aks-custom")) {
    AksParameters aks;
    aks.depth_rule = DepthRule::kCustom;
    parameters.set(aks);
  }
  return parameters;
}

Network lab_network(const LabSorter& sorter, const Algorithm& algorithm, std::uint32_t n) {
  if (!sorter.id.ends_with("aks-custom")) return algorithm.build(n);
  return Network(
      AksNetwork::build(aks_log2_for(n), lab_parameters(sorter).of<AksParameters>()).value());
}

unsigned lab_slots(std::uint64_t bytes, std::uint64_t cache_bytes, unsigned most) {
  const std::uint64_t wanted = 2 * cache_bytes / std::max<std::uint64_t>(bytes, 1) + 1;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, most));
}

}  // namespace sortscope
