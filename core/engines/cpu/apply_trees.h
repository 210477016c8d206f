// apply_trees.h: outcomes of adaptive sorts applied to bitonic trees and to places of keys,
// instance by instance, on several threads.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/engines/cpu/apply_layers.h"
#include "core/networks/network.h"
#include "core/networks/trees/bitonic_tree.h"

namespace sortscope {

/// Applies the outcomes of `range`, layers of one merge level that are all in trees, to `tree`,
/// which stands before its first layer; never backwards. `bits` are those of the whole recording.
/// An instance runs through all its phases before those below it: what it touches stays in the
/// cache. The same tree whatever the threads. O(comparisons / threads).
void apply_tree_layers(const Network& network, TreeRule rule, const std::uint32_t* bits,
                       LayerRange range, BitonicTree& tree);

/// Takes `places` from the start of an adaptive network to its end, as its outcomes have it.
/// O(comparisons / threads); 12 bytes a wire. False where it was cancelled, and the places are then
/// anything. Throws std::bad_alloc.
bool follow_adaptive(const Network& network, TreeRule rule, const std::uint32_t* bits,
                     std::vector<std::uint32_t>& places, Progress* progress = nullptr);

}  // namespace sortscope
