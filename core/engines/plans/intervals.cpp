// intervals.cpp: the launches of a recorded interval-based sort.
#include "core/engines/plans/intervals.h"

namespace sortscope {

std::vector<IntervalLaunch> plan_intervals(unsigned key_bits, std::uint32_t wires_log2) {
  const std::uint32_t tile_log2 = interval_tile_log2(wires_log2);
  const std::uint32_t part_log2 = interval_part_log2(key_bits, wires_log2);
  const std::uint32_t tiles = 1U << (wires_log2 - tile_log2);
  const std::uint32_t part_tiles = 1U << (part_log2 - tile_log2);
  std::vector<IntervalLaunch> plan;
  const auto merge_up_to = [&](std::uint32_t first, std::uint32_t last, std::uint32_t first_tile,
                               std::uint32_t count) {
    for (std::uint32_t merge = first; merge <= last; ++merge) {
      plan.push_back({IntervalWork::kSearch, merge, first_tile, count});
      plan.push_back({IntervalWork::kMerge, merge, first_tile, count});
    }
  };
  for (std::uint32_t tile = 0; tile < tiles; tile += part_tiles) {
    plan.push_back({IntervalWork::kTiles, tile_log2, tile, part_tiles});
    merge_up_to(tile_log2 + 1, part_log2, tile, part_tiles);
  }
  merge_up_to(part_log2 + 1, wires_log2, 0, tiles);
  return plan;
}

}  // namespace sortscope
