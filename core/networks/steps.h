// steps.h: steps as people number them: lines of `sortscope steps`, moments of `sortscope export`.
#pragma once

#include <cstdint>

#include "core/networks/network.h"

namespace sortscope {

/// A layer of comparators or of splits is one step. In a layer of trees every comparison is one:
/// which comparisons the next layer does follows from them. Steps count from 1; 0 is the input.

/// Steps of `layer`.
inline std::uint32_t steps_of_layer(const Network& network, std::uint32_t layer) {
  return network.in_trees(layer) ? network.count(layer) : 1;
}
/// Steps of the whole run. O(depth).
std::uint32_t step_count(const Network& network);
/// Where the cursor stands once `step` steps, at most step_count(), have run. O(depth).
Cursor cursor_of_step(const Network& network, std::uint32_t step);
/// Steps that have run, whole ones, before `cursor`. O(depth).
std::uint32_t steps_before(const Network& network, Cursor cursor);

}  // namespace sortscope
