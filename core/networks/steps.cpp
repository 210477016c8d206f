// steps.cpp: steps as people number them, and cursors.
#include "core/networks/steps.h"

#include <algorithm>

namespace sortscope {

std::uint32_t step_count(const Network& network) { return steps_before(network, network.end()); }

Cursor cursor_of_step(const Network& network, std::uint32_t step) {
  if (!network.adaptive()) return {std::min(step, network.depth()), 0};
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const std::uint32_t here = steps_of_layer(network, layer);
    if (step < here) return {layer, step};
    step -= here;
  }
  return network.end();
}

std::uint32_t steps_before(const Network& network, Cursor cursor) {
  const std::uint32_t whole = std::min(cursor.layer, network.depth());
  if (!network.adaptive()) return whole;
  std::uint32_t steps = 0;
  for (std::uint32_t layer = 0; layer < whole; ++layer) steps += steps_of_layer(network, layer);
  const bool in_tree = whole == cursor.layer && whole < network.depth() && network.in_trees(whole);
  return in_tree ? steps + cursor.comparator : steps;
}

}  // namespace sortscope
