// tile_words.cpp: packs tiles.
#include "core/recordings/counts/tile_words.h"

#include <algorithm>
#include <span>

namespace sortscope {

TileWords tile_words(const ExchangeMap& map) {
  TileWords packed;
  std::uint64_t count = 0;
  for (unsigned level = 0; level < map.levels(); ++level) {
    packed.first.push_back(static_cast<std::uint32_t>(count));
    count += map.tiles(level).size();
  }
  reserve_at_once(packed.words, count);
  packed.words.resize(count);
  for (unsigned level = 0; level < map.levels(); ++level) {
    const std::span<const TileCount> tiles = map.tiles(level);
    const std::uint64_t wires = std::uint64_t{1} << map.wires_log2(level);
    std::uint32_t* const to = packed.words.data() + packed.first[level];
    in_stretches_at_once(tiles.size(), nullptr, [&](std::uint64_t first, std::uint64_t end) {
      for (std::uint64_t i = first; i < end; ++i) {
        const TileCount& tile = tiles[i];
        const std::uint64_t share =
            tile.compared > 0 ? std::uint64_t{tile.exchanged} * 65535 / tile.compared : 0;
        // One comparison is seen in the largest tile.
        const std::uint64_t compared = (std::uint64_t{tile.compared} * 65535 + wires - 1) / wires;
        to[i] = static_cast<std::uint32_t>(std::min<std::uint64_t>(compared, 65535) << 16 | share);
      }
    });
  }
  return packed;
}

}  // namespace sortscope
