// network.h: from the comparators of several runs to a network, or to why there is none.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/own_kernels/log/trace.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// The runs of one length, and what they have in common.
struct CommonNetwork {
  KernelVerdict verdict = KernelVerdict::kUnknown;
  std::shared_ptr<const ListedNetwork> network;  // of the first run; null: it compared nothing
  std::vector<ComparatorOrigin> origins;
  /// Wires that begin with padding; empty: there are none, or it is not known.
  std::vector<bool> padded;
  std::string text;              // why it is adaptive, or not known
  bool without_padding = false;  // comparators with padding are left out
  bool renamed = false;  // wires are called by where their keys end, not by where they begin
};

/// `runs` and `traces` go together, the first is the one to show. O(comparators).
CommonNetwork common_network(std::span<const LogRun* const> runs, std::span<const TracedRun> traces,
                             std::string name);

/// The same comparators, whatever their layers.
bool same_comparators(const ListedNetwork& a, const ListedNetwork& b);

/// Layer by layer, the first comparator in which two networks differ; none: they are the same.
std::optional<NetworkDifference> first_difference(const ListedNetwork& is,
                                                  const ListedNetwork& should);

/// Id of the algorithm of the table whose network for `n` keys it is; "": none. Comparators of
/// padding alone point up: with_idle_ascending() of padding.h.
std::string known_network(const ListedNetwork& network, std::uint32_t n);

/// The network of an algorithm for `n` keys. Errors: kBadUsage (none of that name, no network).
Result<std::shared_ptr<const ListedNetwork>> intended_network(std::string_view id, std::uint32_t n);

}  // namespace sortscope
