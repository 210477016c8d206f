// interval_merge.h: interval-based bitonic merging in closed form: which keys any interval of ranks
// holds, and the splits of theorem 3 that follow from it (Zachmann 2011).
//
// A block's bitonic sequence is two runs, one that rises with the wires and one that falls. After
// any number of halvings a sequence of n keys has the keys of n neighbouring ranks, so a window of
// each run; and a key whose wire was w when the merge began stands at position w mod n of it. So
// all halvings above a tile are looked up, not run: how many keys of the rising run come before the
// ranks where tiles begin says everything.
#pragma once

#include <cstdint>

#include "core/networks/network.h"

namespace sortscope {

/// log2 of the tiles that a sort of 2^wires_log2 keys leaves to the network. Up to 2^10 keys they
/// are small, so that there are several passes to be seen.
constexpr std::uint32_t interval_tile_log2(std::uint32_t wires_log2) {
  const std::uint32_t tile = wires_log2 <= 10 ? 4 : 10;
  return wires_log2 < tile ? wires_log2 : tile;
}

/// Wires [first, first + count).
struct WireWindow {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  [[nodiscard]] constexpr std::uint32_t end() const { return first + count; }
};

/// Block `block` of merge level `merge`, whose halves are sorted in opposite directions. Odd blocks
/// are descending: ranks then count from the largest key.
struct IntervalBlock {
  std::uint32_t merge = 0;
  std::uint32_t block = 0;

  [[nodiscard]] constexpr std::uint32_t half() const { return std::uint32_t{1} << (merge - 1); }
  [[nodiscard]] constexpr std::uint32_t base() const { return block << merge; }
  [[nodiscard]] constexpr bool descending() const { return (block & 1) != 0; }
  /// The wire of key `i`, in the block's order, of the run that rises: the lower half, or the upper
  /// one of a descending block.
  [[nodiscard]] constexpr std::uint32_t rising(std::uint32_t i) const {
    return base() + (descending() ? half() : 0) + i;
  }
  [[nodiscard]] constexpr std::uint32_t falling(std::uint32_t i) const {
    return base() + (descending() ? half() : 2 * half()) - 1 - i;
  }

  /// How many keys of the rising run are among the `rank` first of the block. `before(x, y)`: the
  /// key on wire x comes before the one on wire y in the block's order, which is strict. O(log n).
  template <typename Before>
  [[nodiscard]] constexpr std::uint32_t rising_among(std::uint32_t rank, Before before) const {
    std::uint32_t low = rank > half() ? rank - half() : 0;
    std::uint32_t high = rank < half() ? rank : half();
    while (low < high) {
      const std::uint32_t middle = (low + high) / 2;
      if (before(rising(middle), falling(rank - 1 - middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

/// The keys of ranks [begin, begin + count) of a block, of which ranks the rising run has keys
/// [rising_begin, rising_end).
struct Interval {
  IntervalBlock block;
  std::uint32_t begin = 0;
  std::uint32_t count = 0;
  std::uint32_t rising_begin = 0;
  std::uint32_t rising_end = 0;

  /// Where they stood when the merge began.
  [[nodiscard]] constexpr WireWindow in_rising() const {
    return {block.rising(rising_begin), rising_end - rising_begin};
  }
  [[nodiscard]] constexpr WireWindow in_falling() const {
    const std::uint32_t end = begin + count - rising_end;  // keys of the falling run before its end
    return {block.falling(end) + 1, end - (begin - rising_begin)};
  }
  /// The wire, when the merge began, of the key that the halvings bring to position `position` of
  /// the interval; `count` is a power of two.
  [[nodiscard]] constexpr std::uint32_t source_of(std::uint32_t position) const {
    const WireWindow rises = in_rising();
    const bool of_rising = ((position - rises.first) & (count - 1)) < rises.count;
    const std::uint32_t first = of_rising ? rises.first : in_falling().first;
    return first + ((position - first) & (count - 1));
  }
  /// How the sequence of 2 * count keys was split whose L this is.
  [[nodiscard]] constexpr Split split() const {
    // Positions, modulo 2 * count, of the keys of L.
    std::uint32_t kept = 0;  // below count: these stay
    bool last_kept = false;  // position count - 1 is one of them
    for (const WireWindow& window : {in_rising(), in_falling()}) {
      kept += below(window.end()) - below(window.first);
      last_kept = last_kept || lasts(window.end()) != lasts(window.first);
    }
    const bool second_case = !last_kept;
    return {second_case ? kept : count - kept, second_case};
  }

 private:
  // Of the wires below `wire`, those at a position below count, and those at position count - 1.
  [[nodiscard]] constexpr std::uint32_t below(std::uint32_t wire) const {
    const std::uint32_t at = wire & (2 * count - 1);
    return (wire - at) / 2 + (at < count ? at : count);
  }
  [[nodiscard]] constexpr std::uint32_t lasts(std::uint32_t wire) const {
    return (wire + count) / (2 * count);
  }
};

}  // namespace sortscope
