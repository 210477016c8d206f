// apply_layers.cpp: replays layers in tiles of the cache, shared among threads.
#include "core/engines/cpu/apply_layers.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "core/base/machine.h"
#include "core/base/thread_team.h"
#include "core/engines/cpu/tiles.h"

namespace sortscope {

namespace {

// 2^13 places: a tile.
constexpr std::uint32_t kPlacesLog2 = kTileBytesLog2 - 2;
// A row of a window is a word of bits at least, and two lines of the cache.
constexpr std::uint32_t kLeastRowLog2 = 5;
// Comparators of a layer that one thread takes at a time, at most.
constexpr std::uint32_t kMostTaken = std::uint32_t{1} << 16;
// Below so many comparators, of all layers and of the largest, a thread is not worth its start and
// its waiting.
constexpr std::uint64_t kWorthAThread = std::uint64_t{1} << 20;
constexpr std::uint32_t kWorthAWait = std::uint32_t{1} << 13;
constexpr unsigned kMostThreads = 64;

/// How the threads share layers between two waits.
enum class Share : std::uint8_t {
  kTiles,   // tiles of neighbouring wires, each through all the layers
  kWindow,  // tiles of rows that lie 2^row_log2 wires apart, each through all the layers
  kRanges,  // ranges of the comparators of one layer
};

struct Step {
  Share share = Share::kRanges;
  std::uint32_t first = 0;  // of the layers as they are walked, counted from 0
  std::uint32_t count = 1;
  std::uint32_t pieces = 0;
  std::uint32_t piece_size = 0;  // kRanges: comparators
  std::uint32_t row_log2 = 0;    // kWindow: rows that lie apart, and how many
  std::uint32_t rows_log2 = 0;
};

class Walk {
 public:
  Walk(const Network& network, const std::uint32_t* bits, LayerRange range, std::uint32_t* places,
       const CpuLayers& code, unsigned threads)
      : network_(network),
        bits_(bits),
        range_(range),
        places_(places),
        code_(code),
        tile_log2_(tile_for(network.wires(), threads)) {
    plan(threads);
    taken_ = std::vector<std::atomic<std::uint32_t>>(steps_.size());
    const bool windows = std::any_of(steps_.begin(), steps_.end(),
                                     [](const Step& step) { return step.share == Share::kWindow; });
    if (windows) windows_.resize(std::size_t{threads} << tile_log2_);
  }

  // Every thread passes every barrier, cancelled or not, so that none is left waiting.
  void run(unsigned thread, SpinBarrier& barrier, Progress* progress) {
    std::uint32_t* const window =
        windows_.empty() ? nullptr : windows_.data() + (std::size_t{thread} << tile_log2_);
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const Step& step = steps_[s];
      while (progress == nullptr || !progress->cancelled()) {
        const std::uint32_t piece = taken_[s].fetch_add(1, std::memory_order_relaxed);
        if (piece >= step.pieces) break;
        const std::uint64_t done = run_piece(step, piece, window);
        if (progress != nullptr) progress->advance(done);
      }
      barrier.arrive_and_wait();
    }
  }

 private:
  static std::uint32_t tile_for(std::uint32_t wires, unsigned threads) {
    if (threads == 1) return kPlacesLog2;
    return std::clamp(floor_log2(std::max(1U, wires / (2 * threads))), kLeastTileLog2, kPlacesLog2);
  }

  [[nodiscard]] std::uint32_t layer_at(std::uint32_t walked) const {
    return range_.backwards ? range_.last - 1 - walked : range_.first + walked;
  }
  [[nodiscard]] const LayerForm& form_at(std::uint32_t walked) const {
    return network_.form(layer_at(walked));
  }

  // All wires are compared, with a wire further away than a tile.
  [[nodiscard]] bool reaches_far(std::uint32_t walked) const {
    const LayerForm& form = form_at(walked);
    return network_.listed() == nullptr && pairs_by_one_bit(form) &&
           form.chunk_log2 >= tile_log2_ && std::uint64_t{form.count} * 2 == network_.wires() &&
           network_.wires() % (2 * form.distance) == 0;
  }

  // Layers from `walked` on whose distances double or halve from one to the next, all far.
  [[nodiscard]] std::uint32_t far_layers(std::uint32_t walked, std::uint32_t layers) const {
    std::uint32_t count = 0;
    int turn = 0;
    while (walked + count < layers && reaches_far(walked + count)) {
      if (count > 0) {
        const int by = static_cast<int>(form_at(walked + count).chunk_log2) -
                       static_cast<int>(form_at(walked + count - 1).chunk_log2);
        if ((by != 1 && by != -1) || (turn != 0 && by != turn)) break;
        turn = by;
      }
      ++count;
    }
    return count;
  }

  void plan(unsigned threads) {
    const std::uint32_t layers = range_.last - range_.first;
    const auto tiles = static_cast<std::uint32_t>(
        (std::uint64_t{network_.wires()} + (1U << tile_log2_) - 1) >> tile_log2_);
    const std::uint32_t most_rows_log2 =
        tile_log2_ > kLeastRowLog2 ? tile_log2_ - kLeastRowLog2 : 0;
    std::uint32_t walked = 0;
    while (walked < layers) {
      if (network_.listed() == nullptr && comparators_a_tile(form_at(walked), tile_log2_) > 0) {
        const bool grows = !steps_.empty() && steps_.back().share == Share::kTiles;
        if (!grows)
          steps_.push_back({.share = Share::kTiles, .first = walked, .count = 0, .pieces = tiles});
        ++steps_.back().count;
        ++walked;
        continue;
      }
      const std::uint32_t far = far_layers(walked, layers);
      if (far < 2 || most_rows_log2 < 2) {
        plan_ranges(walked++, threads);
        continue;
      }
      const std::uint32_t windows = (far + most_rows_log2 - 1) / most_rows_log2;
      for (std::uint32_t w = 0; w < windows; ++w) {
        const std::uint32_t count = far * (w + 1) / windows - far * w / windows;
        const std::uint32_t row_log2 =
            std::min(form_at(walked).chunk_log2, form_at(walked + count - 1).chunk_log2);
        steps_.push_back({.share = Share::kWindow,
                          .first = walked,
                          .count = count,
                          .pieces = network_.wires() >> tile_log2_,
                          .row_log2 = row_log2,
                          .rows_log2 = count});
        walked += count;
      }
    }
  }

  void plan_ranges(std::uint32_t walked, unsigned threads) {
    const std::uint32_t comparators = form_at(walked).count;
    const std::uint32_t share = (comparators / (2 * threads) + 32) & ~std::uint32_t{31};
    const std::uint32_t size = std::min(share, kMostTaken);
    steps_.push_back({.share = Share::kRanges,
                      .first = walked,
                      .pieces = (comparators + size - 1) / size,
                      .piece_size = size});
  }

  // Comparators run.
  std::uint64_t run_piece(const Step& step, std::uint32_t piece, std::uint32_t* window) {
    if (step.share == Share::kWindow) {
      run_window(step, piece, window);
      return (std::uint64_t{step.count} << tile_log2_) / 2;
    }
    std::uint64_t done = 0;
    for (std::uint32_t i = 0; i < step.count; ++i) {
      const std::uint32_t layer = layer_at(step.first + i);
      const LayerForm& form = network_.form(layer);
      const std::uint64_t size =
          step.share == Share::kRanges ? step.piece_size : comparators_a_tile(form, tile_log2_);
      const std::uint64_t first = piece * size;
      const std::uint64_t last = std::min<std::uint64_t>(first + size, form.count);
      if (first >= last) continue;
      run_range(layer, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
      done += last - first;
    }
    return done;
  }

  void run_range(std::uint32_t layer, std::uint32_t first, std::uint32_t last) {
    const LayerForm& form = network_.form(layer);
    const std::uint32_t* const words = bits_ + network_.first_word(layer);
    if (network_.listed() != nullptr) {
      apply_listed(network_.listed()->layer(layer), first, last, places_, words);
      return;
    }
    // Runs of whole words of bits.
    const std::uint32_t chunk = std::uint32_t{1} << form.chunk_log2;
    while (pairs_by_one_bit(form) && chunk >= 32 && first < last) {
      const std::uint32_t run = std::min(chunk - (first & (chunk - 1)), last - first);
      if (run % 32 != 0) break;
      std::uint32_t* const lower = places_ + insert_zero_bit(first, form.chunk_log2);
      code_.apply_run(lower, lower + chunk, words + first / 32, run / 32);
      first += run;
    }
    code_.apply(form, network_.wires(), first, last, places_, words);
  }

  // Rows that lie apart become neighbours in `window`, run through the layers, and go back.
  void run_window(const Step& step, std::uint32_t piece, std::uint32_t* window) {
    const std::uint32_t columns_log2 = tile_log2_ - step.rows_log2;
    const std::uint32_t columns = std::uint32_t{1} << columns_log2;
    const std::uint32_t rows = std::uint32_t{1} << step.rows_log2;
    const std::uint32_t beside_log2 = step.row_log2 - columns_log2;
    const std::uint32_t column = (piece & ((std::uint32_t{1} << beside_log2) - 1)) << columns_log2;
    const std::uint32_t base = (piece >> beside_log2) << (step.row_log2 + step.rows_log2) | column;
    for (std::uint32_t row = 0; row < rows; ++row) {
      std::memcpy(window + (row << columns_log2), places_ + base + (row << step.row_log2),
                  columns * sizeof *window);
    }
    for (std::uint32_t i = 0; i < step.count; ++i) {
      const std::uint32_t layer = layer_at(step.first + i);
      const std::uint32_t bit = network_.form(layer).chunk_log2;
      const std::uint32_t* const words = bits_ + network_.first_word(layer);
      const std::uint32_t apart = std::uint32_t{1} << (bit - step.row_log2);
      for (std::uint32_t pair = 0; pair < rows / 2; ++pair) {
        const std::uint32_t row = insert_zero_bit(pair, bit - step.row_log2);
        const std::uint32_t index = remove_bit(base + (row << step.row_log2), bit);
        std::uint32_t* const lower = window + (row << columns_log2);
        code_.apply_run(lower, lower + (apart << columns_log2), words + index / 32, columns / 32);
      }
    }
    for (std::uint32_t row = 0; row < rows; ++row) {
      std::memcpy(places_ + base + (row << step.row_log2), window + (row << columns_log2),
                  columns * sizeof *window);
    }
  }

  const Network& network_;
  const std::uint32_t* bits_;
  const LayerRange range_;
  std::uint32_t* places_;
  const CpuLayers& code_;
  const std::uint32_t tile_log2_;
  std::vector<Step> steps_;
  std::vector<std::atomic<std::uint32_t>> taken_;  // pieces of each step
  std::vector<std::uint32_t> windows_;             // a tile a thread
};

unsigned threads_for(const Network& network, LayerRange range, unsigned most) {
  std::uint32_t largest = 0;
  for (std::uint32_t layer = range.first; layer < range.last; ++layer) {
    largest = std::max(largest, network.count(layer));
  }
  const std::uint64_t comparators =
      network.comparators_before(range.last) - network.comparators_before(range.first);
  const std::uint64_t worth =
      std::min<std::uint64_t>(comparators / kWorthAThread, largest / kWorthAWait);
  return static_cast<unsigned>(std::clamp<std::uint64_t>(worth, 1, most));
}

}  // namespace

bool apply_layers(const Network& network, const std::uint32_t* bits, LayerRange range,
                  std::uint32_t* places, Progress* progress, const CpuLayers& code,
                  unsigned most_threads) {
  if (range.first >= range.last) return true;
  const unsigned most = most_threads > 0 ? most_threads : std::min(processors_here(), kMostThreads);
  ThreadTeam team;
  const unsigned threads = team.grow_to(threads_for(network, range, most));
  Walk walk(network, bits, range, places, code, threads);
  SpinBarrier barrier(threads);
  team.run(threads, [&](unsigned thread) { walk.run(thread, barrier, progress); });
  return progress == nullptr || !progress->cancelled();
}

}  // namespace sortscope
