// layer_giver.h: outcomes that are taken away while the sort still runs.
#pragma once

#include <cstdint>

#include "core/engines/engine.h"

namespace sortscope {

/// Takes outcomes beside a sort.
class LayerTaker {
 public:
  virtual ~LayerTaker() = default;
  /// The first `words` words of outcomes are whole. Called by each of the engine's threads where it
  /// has time; it may work there. False: the sort is to stop.
  virtual bool take(std::uint64_t words) = 0;
};

/// An engine that gives outcomes of some sorts away before all of them are there: while it runs
/// layer after layer, or brings them from a device piece by piece.
class LayerGiver {
 public:
  virtual ~LayerGiver() = default;
  /// Whether run_giving() does so: the others give all at their end.
  [[nodiscard]] virtual bool gives_layers(const Algorithm& algorithm,
                                          std::string_view kernel) const = 0;
  /// As Engine::run(). What its threads did for `taker` is not counted as time of the sort.
  /// Errors: also kCancelled where `taker` had it stop.
  virtual Result<SortTiming> run_giving(const Algorithm& algorithm, const Network& network,
                                        const SortBuffers& buffers, const SortOptions& options,
                                        LayerTaker& taker, Progress* progress) = 0;
};

}  // namespace sortscope
