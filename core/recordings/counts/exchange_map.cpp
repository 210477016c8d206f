// exchange_map.cpp: puts tiles together to larger ones.
#include "core/recordings/counts/exchange_map.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/pieces.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Fewer words are counted here sooner than a device is asked.
constexpr std::uint64_t kLeastElsewhere = std::uint64_t{1} << 20;
// log2 of the comparators of half a tile, of which a block is to be many words.
constexpr unsigned kLeastTileLog2 = 10;

// Set bits of the layers' blocks, where an engine has left the bits on its device.
class CountedElsewhere {
 public:
  CountedElsewhere(const Recording& recording, const TileGrid& grid) {
    const Network& network = recording.network;
    if (recording.ranges || !network.closed_form() || grid.wires_log2 < kLeastTileLog2 ||
        network.bit_words() < kLeastElsewhere) {
      return;
    }
    there_ = dynamic_cast<BlockOnes*>(recording.timing.device_bits.get());
    if (there_ == nullptr) return;
    // A tile has the comparators of half its wires, or of all of them.
    blocks_.emplace(network.first_words(), grid.wires_log2 - 1 - 5);
    ones_.resize(blocks_->count());
  }
  [[nodiscard]] bool any() const { return there_ != nullptr; }
  // Where it fails, or a replay has taken the bits, they are counted here.
  void count() {
    if (!there_->count(*blocks_, ones_).ok()) blocks_.reset();
  }
  [[nodiscard]] LayerOnes of(std::uint32_t layer) const {
    if (!blocks_) return {};
    const auto before = blocks_->before();
    return {std::span(ones_).subspan(before[layer], before[layer + 1] - before[layer]),
            blocks_->words_log2()};
  }

 private:
  BlockOnes* there_ = nullptr;
  std::optional<LayerBlocks> blocks_;
  std::vector<std::uint32_t, Unwritten<std::uint32_t>> ones_;
};

}  // namespace

void ExchangeMap::add_levels(std::uint32_t layer) {
  for (unsigned level = 1; level < levels(); ++level) {
    const TileCount* const from = tiles_[level - 1].data() + std::uint64_t{layer} * rows(level - 1);
    TileCount* const to = tiles_[level].data() + std::uint64_t{layer} * rows(level);
    for (std::uint32_t row = 0; row < rows(level - 1); ++row) {
      to[row / 2].compared += from[row].compared;
      to[row / 2].exchanged += from[row].exchanged;
    }
  }
}

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
  do {
    map->tiles_.emplace_back();
    map->tiles_.back().reserve(std::uint64_t{map->rows(map->levels() - 1)} * map->layers_);
  } while (map->rows(map->levels() - 1) > 1);
  const auto make_tiles = [&](unsigned first, unsigned end) {
    for (unsigned level = first; level < end; ++level) {
      std::vector<TileCount>& tiles = map->tiles_[level];
      make_pages(tiles.data(), tiles.capacity() * sizeof(TileCount));
      tiles.resize(std::uint64_t{map->rows(level)} * map->layers_);
    }
  };
  const bool passed = recording.ranges && recording.ranges->passed().grid == grid;
  CountedElsewhere counted(recording, grid);
  if (counted.any()) {
    // The device counts while the tiles get their memory: level 0 takes as much as all others.
    run_pieces(3, [&](std::size_t i) {
      i == 0 ? counted.count() : i == 1 ? make_tiles(0, 1) : make_tiles(1, map->levels());
    });
  } else {
    make_tiles(0, map->levels());
  }
  if (passed) map->tiles_[0] = recording.ranges->passed().tiles;
  const TileCounter counter(network, grid);
  const auto count = [&](std::uint32_t layer, const std::uint32_t* bits) {
    if (!passed) {
      TileCount* const tiles = map->tiles_[0].data() + std::uint64_t{layer} * grid.rows();
      counter.count(layer, bits, tiles, counted.of(layer));
    }
    map->add_levels(layer);
  };
  if (!recording.ranges || passed) {
    const bool done = run_pieces(
        map->layers_,
        [&](std::size_t i) {
          const auto layer = static_cast<std::uint32_t>(i);
          count(layer, passed ? nullptr : recording.bits.data() + network.first_word(layer));
        },
        progress);
    return done ? std::unique_ptr<const ExchangeMap>(map.release()) : nullptr;
  }
  // Layers that are recorded again pass by, range by range.
  for (std::uint32_t first = 0; first < map->layers_;) {
    const auto range = recording.ranges->range_of(recording, first, nullptr, false);
    const bool done = run_pieces(
        range->last - first,
        [&](std::size_t i) {
          const std::uint32_t layer = range->first + static_cast<std::uint32_t>(i);
          count(layer, range->words(layer).data());
        },
        progress);
    if (!done) return nullptr;
    first = range->last;
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
