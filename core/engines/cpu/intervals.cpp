// intervals.cpp: tiles by the network, merges by ranks looked up.
#include "core/engines/cpu/intervals.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/networks/interval_merge.h"

namespace sortscope {

namespace {

template <typename Word>
struct IntervalKey {
  Word word;
  std::uint32_t place;
  friend bool operator<(const IntervalKey& a, const IntervalKey& b) {
    return a.word < b.word || (a.word == b.word && a.place < b.place);
  }
};

template <typename Word>
class IntervalMerges {
 public:
  using Key = IntervalKey<Word>;

  IntervalMerges(const Network& network, std::span<std::uint32_t> bits, Progress* progress)
      : network_(network),
        wires_log2_(floor_log2(network.wires())),
        tile_log2_(interval_tile_log2(wires_log2_)),
        bits_(bits),
        progress_(progress) {}

  bool run(std::span<Word> words, std::span<std::uint32_t> places) {
    const std::uint32_t wires = network_.wires();
    keys_.resize(wires);
    for (std::uint32_t w = 0; w < wires; ++w) keys_[w] = {words[w], places[w]};
    const std::uint32_t tile = std::uint32_t{1} << tile_log2_;
    std::uint32_t layer = tile_log2_ * (tile_log2_ + 1) / 2;
    for (std::uint32_t first = 0; first < wires; first += tile) {
      run_layers(0, layer, std::span(keys_).subspan(first, tile), first);
    }
    if (!advance(0, layer)) return false;
    if (layer < network_.depth()) {
      next_.resize(wires);
      rising_.resize(std::size_t{1} << (wires_log2_ - tile_log2_));
    }
    for (std::uint32_t merge = tile_log2_ + 1; merge <= wires_log2_; ++merge) {
      for (std::uint32_t block = 0; block < wires >> merge; ++block) {
        merge_block({merge, block}, layer);
      }
      std::swap(keys_, next_);
      if (!advance(layer, layer + merge)) return false;
      layer += merge;
    }
    for (std::uint32_t w = 0; w < wires; ++w) {
      words[w] = keys_[w].word;
      places[w] = keys_[w].place;
    }
    return true;
  }

 private:
  bool advance(std::uint32_t from, std::uint32_t to) {
    if (progress_ == nullptr) return true;
    progress_->advance(network_.comparators_before(to) - network_.comparators_before(from));
    return !progress_->cancelled();
  }

  // Layers [from, to), which stay inside the tile `keys`, whose first wire is `first`.
  void run_layers(std::uint32_t from, std::uint32_t to, std::span<Key> keys, std::uint32_t first) {
    const auto half = static_cast<std::uint32_t>(keys.size() / 2);
    for (std::uint32_t layer = from; layer < to; ++layer) {
      const LayerForm& form = network_.form(layer);
      const std::uint64_t word = network_.first_word(layer);
      for (std::uint32_t i = 0; i < half; ++i) {
        const std::uint32_t lower = insert_zero_bit(i, form.chunk_log2);
        const bool descending = ((first + lower) & form.direction_bit) != 0;
        Key& a = keys[lower];
        Key& b = keys[lower + form.distance];
        const bool exchanged = descending ? a < b : b < a;
        if (exchanged) std::swap(a, b);
        const std::uint32_t index = first / 2 + i;
        if (!bits_.empty()) bits_[word + index / 32] |= std::uint32_t{exchanged} << (index % 32);
      }
    }
  }

  // `layer`: the first of the merge.
  void merge_block(const IntervalBlock& block, std::uint32_t layer) {
    const std::uint32_t stages = block.merge - tile_log2_;
    const std::uint32_t tiles = std::uint32_t{1} << stages;
    const auto before = [&](std::uint32_t x, std::uint32_t y) {
      return block.descending() ? keys_[y] < keys_[x] : keys_[x] < keys_[y];
    };
    for (std::uint32_t t = 0; t < tiles; ++t) {
      rising_[t] = block.rising_among(t << tile_log2_, before);
    }
    const auto interval = [&](std::uint32_t tile, std::uint32_t count) {
      const std::uint32_t end = tile + count;
      return Interval{block, tile << tile_log2_, count << tile_log2_, rising_[tile],
                      end < tiles ? rising_[end] : block.half()};
    };
    for (std::uint32_t stage = 0; stage < stages && !bits_.empty(); ++stage) {
      const std::uint32_t count = tiles >> stage;
      for (std::uint32_t instance = 0; instance < std::uint32_t{1} << stage; ++instance) {
        bits_[network_.first_word(layer + stage) + (block.block << stage) + instance] =
            interval(instance * count, count / 2).split().word();
      }
    }
    const std::uint32_t size = std::uint32_t{1} << tile_log2_;
    for (std::uint32_t t = 0; t < tiles; ++t) {
      const std::uint32_t first = block.base() + t * size;
      const Interval of = interval(t, 1);
      for (std::uint32_t i = 0; i < size; ++i) next_[first + i] = keys_[of.source_of(i)];
      run_layers(layer + stages, layer + block.merge, std::span(next_).subspan(first, size), first);
    }
  }

  const Network& network_;
  const std::uint32_t wires_log2_;
  const std::uint32_t tile_log2_;
  std::span<std::uint32_t> bits_;
  Progress* progress_;
  std::vector<Key> keys_, next_;
  std::vector<std::uint32_t> rising_;  // keys of the rising run before each tile of a block
};

}  // namespace

bool sort_by_intervals(const Network& network, const SortBuffers& buffers,
                       std::span<std::uint32_t> bits, Progress* progress) {
  std::fill(bits.begin(), bits.end(), 0);
  if (buffers.key_bits == 32) {
    return IntervalMerges<std::uint32_t>(network, bits, progress)
        .run(buffers.words32, buffers.places);
  }
  return IntervalMerges<std::uint64_t>(network, bits, progress)
      .run(buffers.words64, buffers.places);
}

std::uint64_t cpu_interval_bytes(std::uint64_t n, unsigned key_bits) {
  return 2 * n *
         (key_bits == 32 ? sizeof(IntervalKey<std::uint32_t>) : sizeof(IntervalKey<std::uint64_t>));
}

}  // namespace sortscope
