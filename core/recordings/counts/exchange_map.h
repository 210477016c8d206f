// exchange_map.h: how many keys of each tile of wires are exchanged in each layer: what a far view
// of a large run tells.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/types.h"
#include "core/recordings/passing/exchange_tiles.h"

namespace sortscope {

struct Recording;

/// A pyramid: level 0 has the smallest tiles, each level after it tiles of twice as many wires, up
/// to one that has them all.
class ExchangeMap {
 public:
  /// Tiles of level 0 are as small as `most_tiles` of them allow. Null where outcomes are not kept,
  /// or it was cancelled. O(words of bits + tiles, comparators in lists and AKS networks), on all
  /// threads; where the engine has left many bits on its device (BlockOnes), their words are
  /// counted there. 16 bytes a tile. Throws std::bad_alloc.
  static std::unique_ptr<const ExchangeMap> make(const Recording& recording,
                                                 const Progress* progress = nullptr,
                                                 std::uint64_t most_tiles = TileGrid::kMostTiles);

  [[nodiscard]] unsigned levels() const { return static_cast<unsigned>(tiles_.size()); }
  [[nodiscard]] std::uint32_t layers() const { return layers_; }
  /// Tiles of a layer, and log2 of their wires.
  [[nodiscard]] std::uint32_t rows(unsigned level) const {
    const std::uint32_t last = (wires_ - 1) >> wires_log2(level);
    return last + 1;
  }
  [[nodiscard]] unsigned wires_log2(unsigned level) const { return smallest_log2_ + level; }
  [[nodiscard]] TileCount at(unsigned level, std::uint32_t layer, std::uint32_t row) const {
    return tiles_[level][std::uint64_t{layer} * rows(level) + row];
  }
  /// All tiles of a level, layer after layer.
  [[nodiscard]] std::span<const TileCount> tiles(unsigned level) const { return tiles_[level]; }
  /// How far a tile of the layer is from the layer's own share of exchanges, at most: 0 to 1.
  /// O(rows).
  [[nodiscard]] float spread(unsigned level, std::uint32_t layer) const;

 private:
  ExchangeMap() = default;
  // Puts the smallest tiles of a layer together to larger ones.
  void add_levels(std::uint32_t layer);

  std::uint32_t wires_ = 1;
  std::uint32_t layers_ = 0;
  unsigned smallest_log2_ = 0;
  std::vector<std::vector<TileCount>> tiles_;  // by level
};

}  // namespace sortscope
