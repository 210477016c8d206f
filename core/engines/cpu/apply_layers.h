// apply_layers.h: many layers of outcome bits applied to places of keys, on several threads.
#pragma once

#include <cstdint>

#include "core/base/progress.h"
#include "core/engines/cpu/layers.h"
#include "core/networks/network.h"

namespace sortscope {

/// Whole layers [first, last) of a network, the last of them first where `backwards`.
struct LayerRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool backwards = false;
};

/// Exchanges `places` where the outcome bits of these layers are set; backwards it undoes them. All
/// layers are fixed() and wires keep their names; `bits` are those of the whole recording. Layers
/// run tile by tile of the cache where they stay in one, and so do layers that compare far wires,
/// in tiles of rows that lie apart. The same places whatever the threads. O(comparators / threads);
/// 32 KiB a thread. False where it was cancelled, and the places are then anything. Throws
/// std::bad_alloc.
bool apply_layers(const Network& network, const std::uint32_t* bits, LayerRange range,
                  std::uint32_t* places, Progress* progress = nullptr,
                  const CpuLayers& code = best_layers(), unsigned most_threads = 0);

}  // namespace sortscope
