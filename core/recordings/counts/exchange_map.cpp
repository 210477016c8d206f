// exchange_map.cpp: puts tiles together to larger ones.
#include "core/recordings/counts/exchange_map.h"

#include <algorithm>
#include <cmath>

#include "core/base/pieces.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"

namespace sortscope {

std::unique_ptr<const ExchangeMap> ExchangeMap::make(const Recording& recording,
                                                     const Progress* progress,
                                                     std::uint64_t most_tiles) {
  const Network& network = recording.network;
  if (recording.windows || network.wires() == 0) return nullptr;
  std::unique_ptr<ExchangeMap> map(new ExchangeMap);
  const TileGrid grid = TileGrid::of(network.wires(), network.depth(), most_tiles);
  map->wires_ = grid.wires;
  map->layers_ = grid.layers;
  map->smallest_log2_ = grid.wires_log2;
  const std::uint32_t rows = grid.rows();
  if (recording.ranges && recording.ranges->passed().grid == grid) {
    map->tiles_.push_back(recording.ranges->passed().tiles);
  } else {
    map->tiles_.emplace_back(grid.tiles());
    const TileCounter counter(network, grid);
    const auto count = [&](std::uint32_t layer, const std::uint32_t* bits) {
      counter.count(layer, bits, map->tiles_[0].data() + std::uint64_t{layer} * rows);
    };
    // Layers that are recorded again pass by, range by range.
    for (std::uint32_t first = 0; recording.ranges && first < map->layers_;) {
      const auto range = recording.ranges->range_of(recording, first, nullptr, false);
      const bool counted = run_pieces(
          range->last - first,
          [&](std::size_t i) {
            const std::uint32_t layer = range->first + static_cast<std::uint32_t>(i);
            count(layer, range->words(layer).data());
          },
          progress);
      if (!counted) return nullptr;
      first = range->last;
    }
    const bool counted =
        recording.ranges || run_pieces(
                                map->layers_,
                                [&](std::size_t i) {
                                  const auto layer = static_cast<std::uint32_t>(i);
                                  count(layer, recording.bits.data() + network.first_word(layer));
                                },
                                progress);
    if (!counted) return nullptr;
  }
  while (map->rows(map->levels() - 1) > 1) {
    const unsigned level = map->levels();
    const std::uint32_t below = map->rows(level - 1);
    map->tiles_.emplace_back(std::uint64_t{map->rows(level)} * map->layers_);
    const std::vector<TileCount>& from = map->tiles_[level - 1];
    std::vector<TileCount>& to = map->tiles_[level];
    for (std::uint64_t layer = 0; layer < map->layers_; ++layer) {
      for (std::uint32_t row = 0; row < below; ++row) {
        const TileCount& part = from[layer * below + row];
        TileCount& sum = to[layer * map->rows(level) + row / 2];
        sum.compared += part.compared;
        sum.exchanged += part.exchanged;
      }
    }
  }
  return std::unique_ptr<const ExchangeMap>(map.release());
}

float ExchangeMap::spread(unsigned level, std::uint32_t layer) const {
  const TileCount all = at(levels() - 1, layer, 0);
  if (all.compared == 0) return 0;
  const auto share = [](const TileCount& tile) {
    return static_cast<float>(tile.exchanged) / static_cast<float>(tile.compared);
  };
  float most = 0;
  for (std::uint32_t row = 0; row < rows(level); ++row) {
    const TileCount tile = at(level, layer, row);
    if (tile.compared > 0) most = std::max(most, std::abs(share(tile) - share(all)));
  }
  return most;
}

}  // namespace sortscope
