// exchange_tiles.h: exchanges of each tile of wires in each layer, counted as outcome bits pass by.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/types.h"
#include "core/networks/network.h"
#include "core/recordings/passing/block_ones.h"

namespace sortscope {

/// Keys of one tile in one layer: that some comparison could move, and that changed places. A
/// comparator counts for each of its two wires; a split for all wires of its sequence.
struct TileCount {
  std::uint32_t compared = 0;
  std::uint32_t exchanged = 0;
  friend bool operator==(const TileCount&, const TileCount&) = default;
};

/// Tiles of 2^wires_log2 wires and a layer, layer after layer.
struct TileGrid {
  static constexpr std::uint64_t kMostTiles = std::uint64_t{1} << 20;

  std::uint32_t wires = 1;
  std::uint32_t layers = 0;
  unsigned wires_log2 = 0;
  friend bool operator==(const TileGrid&, const TileGrid&) = default;

  /// As small as that many tiles allow.
  static TileGrid of(std::uint32_t wires, std::uint32_t layers,
                     std::uint64_t most_tiles = kMostTiles);
  [[nodiscard]] std::uint32_t rows() const { return ((wires - 1) >> wires_log2) + 1; }
  [[nodiscard]] std::uint64_t tiles() const { return std::uint64_t{rows()} * layers; }
};

/// Counts one layer after another; several threads may count different ones.
class TileCounter {
 public:
  /// Refers to `network`.
  TileCounter(const Network& network, const TileGrid& grid);
  /// Adds what `bits`, the outcome words of `layer` of the network, say to its `tiles`: as many as
  /// the grid has rows. O(words of bits + tiles, comparators in lists and AKS networks). Where
  /// `counted` has the blocks of the layer, few of the words are looked at.
  void count(std::uint32_t layer, const std::uint32_t* bits, TileCount* tiles,
             const LayerOnes& counted = {}) const;

 private:
  const Network& network_;
  const TileGrid grid_;
  const std::vector<std::vector<Wire>> wires_of_spots_;  // of an AKS network
};

}  // namespace sortscope
