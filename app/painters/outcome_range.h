// outcome_range.h: which outcomes of a layer the pixels of a rectangle ask for, and their words.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "core/networks/network.h"

namespace sortscope {

struct Recording;

/// Wires that a rectangle shows, with what rounding may add; `first` <= `last`.
struct SeenWires {
  Wire first = 0;
  Wire last = 0;
};

/// A part of one layer's outcomes as shaders/network.frag looks them up.
struct OutcomeRange {
  enum class Shape : std::uint8_t {
    kNone,      // nothing is asked for
    kWords,     // `count` words of the layer from `first` on
    kColumns,   // of `count` periods (of equal lower wires modulo the period) from `first` on:
                // from `first_group` on `groups` words, each of the first 32 of 32 * 2^log2 columns
    kInstances  // of a step in trees: `count` runs of 2^log2 wires from `first` on, `groups`
                // comparisons each; lower wires, then bits
  };
  Shape shape = Shape::kNone;
  std::uint32_t layer = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t first_group = 0;
  std::uint32_t groups = 0;
  std::uint32_t log2 = 0;
  friend auto operator<=>(const OutcomeRange&, const OutcomeRange&) = default;

  /// 32-bit words that it takes; of kInstances the first comparisons() are lower wires.
  [[nodiscard]] std::uint64_t words() const;
  [[nodiscard]] std::uint64_t comparisons() const { return std::uint64_t{count} * groups; }
};

/// log2 of the columns of which the first 32 stand for all, over 32, where columns are `pitch`
/// pixels apart: half a pixel at most; 0 where none is left out.
unsigned skipped_columns_log2(double pitch);

// Each with some around, so that it serves the next frames of a pan as well. Of layers in closed
// form, O(1).

/// Words of short comparators: those that start at or above the seen wires' ends.
OutcomeRange words_seen(const Network& network, std::uint32_t layer, SeenWires wires);
/// The comparators of sub-columns `first_column` to `last_column` that start nearest above each of
/// the wires.
OutcomeRange columns_seen(const Network& network, std::uint32_t layer, SeenWires wires,
                          std::uint32_t first_column, std::uint32_t last_column, unsigned log2);
/// The instances of a step in trees that the wires lie in.
OutcomeRange instances_seen(const Network& network, std::uint32_t layer, SeenWires wires);
/// All of a step in trees, in the order of the recording.
OutcomeRange all_instances(const Network& network, std::uint32_t layer);

/// Writes the range's words() words. O(words()), comparisons of steps in trees one by one.
void copy_outcomes(const Recording& recording, const OutcomeRange& range,
                   std::span<std::uint32_t> to);

}  // namespace sortscope
