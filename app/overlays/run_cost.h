// run_cost.h: what recording a network of some size takes, remembered for every algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/recordings/request.h"

namespace sortscope {

struct RunCost {
  std::uint32_t keys = 0;
  unsigned key_bits = 0;
  std::uint32_t wires = 0;
  std::uint32_t depth = 0;
  std::uint64_t size = 0;  // comparators
  RecordingSize bytes{};
  bool adaptive = false;
  RunParameters parameters;  // that it was asked for
  bool keyframes_only = false;

  /// "80 comparators in 10 layers", "72 comparisons in 20 parallel steps".
  [[nodiscard]] std::string summary() const;
};

/// Builds a network only where the question is a new one: lists ask for all of them every frame.
class RunCosts {
 public:
  /// With the parameters of `request`; `keys` is brought into the algorithm's range. O(depth) for a
  /// new question, else O(1).
  const RunCost& of(const Algorithm& algorithm, std::uint32_t keys, unsigned key_bits,
                    const RunRequest& request = {});

 private:
  std::vector<RunCost> costs_;  // in the order of algorithms()
};

}  // namespace sortscope
