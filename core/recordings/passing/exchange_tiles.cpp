// exchange_tiles.cpp: counts the outcome bits of a layer, tile by tile.
#include "core/recordings/passing/exchange_tiles.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/engines/cpu/layers.h"
#include "core/networks/aks/network.h"
#include "core/networks/closed_form/xor_layer.h"

namespace sortscope {

namespace {

// Comparators that are tried at once, at first.
constexpr std::uint32_t kTriedAtOnce = std::uint32_t{1} << 15;
constexpr std::uint32_t kMostRows = std::uint32_t{1} << 12;

// The wires of an AKS network's spots at all its steps; empty in others. One by one they would have
// to be walked through the steps.
std::vector<std::vector<Wire>> wires_of_spots(const AksNetwork* aks) {
  std::vector<std::vector<Wire>> all;
  if (aks == nullptr) return all;
  all.push_back(aks->wires_at(0));
  const std::vector<AksStep>& steps = aks->steps();
  for (std::size_t t = 1; t < steps.size(); ++t) {
    const std::vector<Wire>& before = all.back();
    std::vector<Wire> wires(before.size());
    for (std::uint32_t spot = 0; spot < wires.size(); ++spot) {
      wires[aks_move(steps[t - 1], steps[t], spot)] = before[spot];
    }
    all.push_back(std::move(wires));
  }
  return all;
}

/// Fills the row of tiles of one layer.
class LayerCounter {
 public:
  LayerCounter(const Network& network, std::uint32_t layer, const std::uint32_t* bits,
               unsigned tile_log2, TileCount* tiles, const LayerOnes& counted)
      : network_(network),
        form_(network.form(layer)),
        layer_(layer),
        tile_log2_(tile_log2),
        tiles_(tiles),
        bits_(bits),
        counted_(counted) {}

  void count() {
    if (network_.has_splits(layer_)) {
      for (std::uint32_t index = 0; index < form_.count; ++index) add_split(index);
      return;
    }
    if (count_by_blocks()) return;
    const bool far = network_.closed_form() && tile_log2_ > 0;
    const std::uint32_t step = far ? std::max(kTriedAtOnce, std::uint32_t{1} << tile_log2_) : 1;
    for (std::uint32_t first = 0; first < form_.count; first += step) {
      add(first, std::min(first + step, form_.count));
    }
  }

  void count_aks(const std::vector<std::vector<Wire>>& wires_of_spots) {
    const AksNetwork& aks = *network_.aks();
    const std::vector<Wire>& wires = wires_of_spots[aks.stages()[aks.stage_of(layer_)].t];
    aks.for_each(layer_, 0, network_.count(layer_),
                 [&](std::uint32_t index, std::uint32_t low, std::uint32_t high) {
                   const std::uint32_t exchanged = bit(index);
                   for (const std::uint32_t spot : {low, high}) {
                     add_to(tile(wires[spot]), 1, exchanged);
                   }
                 });
  }

 private:
  [[nodiscard]] std::uint32_t tile(Wire wire) const { return wire >> tile_log2_; }

  // Of wires w and w xor 2^k, counted by half a tile's comparators: a block's wires are one tile,
  // or half of two.
  bool count_by_blocks() {
    const unsigned block_log2 = counted_.words_log2 + 5;
    if (counted_.ones.empty() || block_log2 + 1 != tile_log2_ || !network_.fixed(layer_) ||
        !is_xor_layer(form_, network_.wires()) || form_.count % (1U << block_log2) != 0) {
      return false;
    }
    for (std::uint32_t block = 0; block < counted_.ones.size(); ++block) {
      const std::uint32_t exchanged = counted_.ones[block];
      if (form_.chunk_log2 < tile_log2_) {
        add_to(block, 2U << block_log2, 2 * exchanged);
        continue;
      }
      const std::uint32_t lower = insert_zero_bit(block / 2, form_.chunk_log2 - tile_log2_);
      add_to(lower, 1U << block_log2, exchanged);
      add_to(lower + (form_.distance >> tile_log2_), 1U << block_log2, exchanged);
    }
    return true;
  }

  // Whether all lower wires of [first, last) are in the tile of `a`'s, and all upper ones in that
  // of `a`'s upper one; `z` is the last comparator.
  [[nodiscard]] bool alike(std::uint32_t first, std::uint32_t last, const Comparator& a,
                           const Comparator& z) const {
    if (network_.in_trees(layer_)) {
      const TreeTask begin = network_.task(layer_, first);
      const TreeTask end = network_.task(layer_, last - 1);
      const TreeStep& step = network_.step(layer_);
      const bool one_stage = step.first_stage == step.last_stage ||
                             (begin.block == end.block && begin.stage == end.stage);
      return one_stage && tile(begin.base()) == tile(end.base() + 2 * end.half() - 1);
    }
    if (form_.mirror != 0 && first / form_.block_count != (last - 1) / form_.block_count) {
      const std::uint32_t in_block = (std::uint32_t{1} << form_.block_log2) - 1;
      return tile(a.lower() & ~in_block) == tile(z.lower() | in_block);
    }
    return tile(a.lower()) == tile(z.lower()) && tile(a.upper()) == tile(z.upper());
  }

  void add(std::uint32_t first, std::uint32_t last) {
    const Comparator a = network_.comparator(layer_, first);
    if (last - first == 1) {
      const std::uint32_t exchanged = bit(first);
      for (const Wire wire : {a.lower(), a.upper()}) add_to(tile(wire), 1, exchanged);
      return;
    }
    if (alike(first, last, a, network_.comparator(layer_, last - 1))) {
      const std::uint32_t exchanged = ones(first, last);
      for (const Wire wire : {a.lower(), a.upper()}) {
        add_to(tile(wire), last - first, exchanged);
      }
      return;
    }
    // Whole words as long as there are any.
    const std::uint32_t half = (last - first) / 2;
    const std::uint32_t middle = first + (half >= 32 ? half & ~std::uint32_t{31} : half);
    add(first, middle);
    add(middle, last);
  }

  void add_to(std::uint32_t row, std::uint32_t compared, std::uint32_t exchanged) {
    tiles_[row].compared += compared;
    tiles_[row].exchanged += exchanged;
  }

  [[nodiscard]] std::uint32_t bit(std::uint32_t index) const {
    return bits_[index / 32] >> (index % 32) & 1;
  }

  // Set bits of comparators [first, last).
  [[nodiscard]] std::uint32_t ones(std::uint32_t first, std::uint32_t last) const {
    const std::uint32_t* const words = bits_;
    const std::uint32_t end = last / 32;
    std::uint32_t word = first / 32;
    const std::uint32_t behind = ~std::uint32_t{0} << (first % 32);
    const std::uint32_t before = ~(~std::uint32_t{0} << (last % 32));
    if (word == end)
      return static_cast<std::uint32_t>(std::popcount(words[word] & behind & before));
    std::uint64_t count = 0;
    if (first % 32 != 0) count += static_cast<unsigned>(std::popcount(words[word++] & behind));
    count += ones_in_words(word, end);
    if (last % 32 != 0) count += static_cast<unsigned>(std::popcount(words[end] & before));
    return static_cast<std::uint32_t>(count);
  }

  // The same of whole words [first, last).
  [[nodiscard]] std::uint64_t ones_in_words(std::uint32_t first, std::uint32_t last) const {
    const auto count = [&](std::uint64_t from, std::uint64_t to) {
      return best_layers().count_ones(bits_ + from, to - from);
    };
    if (counted_.ones.empty()) return count(first, last);
    const auto [begin, end] = counted_.blocks(first, last);
    if (begin == end) return count(first, last);
    const auto* const blocks = counted_.ones.data();
    return count(first, begin << counted_.words_log2) +
           std::accumulate(blocks + begin, blocks + end, std::uint64_t{0}) +
           count(end << counted_.words_log2, last);
  }

  void add_split(std::uint32_t index) {
    const std::uint32_t size = 2 * form_.distance;
    const Wire base = index << form_.block_log2;
    add_wires(base, size, &TileCount::compared);
    const Split at = Split::of(bits_[index]);
    const Wire first = at.second_case ? base + at.length : base;
    const std::uint32_t length = at.second_case ? form_.distance - at.length : at.length;
    add_wires(first, length, &TileCount::exchanged);
    add_wires(first + form_.distance, length, &TileCount::exchanged);
  }

  void add_wires(Wire first, std::uint32_t length, std::uint32_t TileCount::*of) {
    for (const Wire end = first + length; first < end;) {
      const Wire next = std::min(end, (tile(first) + 1) << tile_log2_);
      tiles_[tile(first)].*of += next - first;
      first = next;
    }
  }

  const Network& network_;
  const LayerForm& form_;
  const std::uint32_t layer_;
  const unsigned tile_log2_;
  TileCount* const tiles_;
  const std::uint32_t* const bits_;  // of the layer
  const LayerOnes& counted_;
};

}  // namespace

TileGrid TileGrid::of(std::uint32_t wires, std::uint32_t layers, std::uint64_t most_tiles) {
  TileGrid grid{.wires = wires, .layers = layers};
  while (grid.rows() > 1 &&
         (grid.rows() > kMostRows || grid.tiles() > std::max<std::uint64_t>(most_tiles, 1))) {
    ++grid.wires_log2;
  }
  return grid;
}

TileCounter::TileCounter(const Network& network, const TileGrid& grid)
    : network_(network), grid_(grid), wires_of_spots_(wires_of_spots(network.aks())) {}

void TileCounter::count(std::uint32_t layer, const std::uint32_t* bits, TileCount* tiles,
                        const LayerOnes& counted) const {
  LayerCounter counter(network_, layer, bits, grid_.wires_log2, tiles, counted);
  wires_of_spots_.empty() ? counter.count() : counter.count_aks(wires_of_spots_);
}

}  // namespace sortscope
