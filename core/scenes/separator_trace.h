// separator_trace.h: what a halver did to its keys, matching by matching.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/scenes/separator_moment.h"
#include "core/verify/halver_test.h"

namespace sortscope {

/// The run of one halver, over its network layers. A function of the recording alone.
struct HalverTrace {
  std::uint32_t half = 0;
  std::uint32_t first = 0;               // its first network layer
  std::vector<std::uint32_t> wrong;      // before layer first + i: smaller keys on the larger side;
                                         // the last one: at the end
  std::vector<std::uint32_t> exchanges;  // of each layer
  struct Sample {
    std::uint32_t layers = 0;  // that have run
    double epsilon = 0;        // max over k, both ends, of errors / k
  };
  std::vector<Sample> samples;           // ascending; all layers where they are few
  std::vector<HalverTest::Point> worst;  // over all inputs, exact, where h is small; else empty
  std::vector<std::uint32_t> keys;       // places by halver wire before its first layer
};

/// The trace of the halver of `row` on `side`, by walking the separator's comparators:
/// O(a x layers); `scene.separators` keeps the last eight.
std::shared_ptr<const HalverTrace> halver_trace(const Scene& scene, const SeparatorMoment& moment,
                                                std::uint32_t row, std::uint32_t side);

/// Keys that belong on the other side of a halver: of the h smaller keys, those that are not where
/// `on_small_side`; equal keys count as right where they can. O(m).
std::uint32_t wrong_side_keys(std::span<const std::uint32_t> ranks,
                              const std::vector<bool>& on_small_side);

}  // namespace sortscope
