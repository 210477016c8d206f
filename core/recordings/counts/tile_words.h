// tile_words.h: a map of exchanges in words, as shaders read it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/pieces.h"
#include "core/recordings/counts/exchange_map.h"

namespace sortscope {

struct TileWords {
  /// ExchangeMap::tiles(), level after level: in the lower half of a word the share that was
  /// exchanged, of 65535, in the upper that of the tile's wires that were compared, rounded up.
  std::vector<std::uint32_t, Unwritten<std::uint32_t>> words;
  std::vector<std::uint32_t> first;  // word of each level
};

/// O(tiles), on all threads; 4 bytes a tile. Throws std::bad_alloc.
TileWords tile_words(const ExchangeMap& map);

}  // namespace sortscope
