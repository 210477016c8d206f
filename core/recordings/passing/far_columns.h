// far_columns.h: what a far view of a run's history keeps of its states: mean ranks of groups of
// wires, after some of its layers.
#pragma once

#include <cstdint>
#include <span>

namespace sortscope {

/// How coarse the far view is: rows of 2^wires_log2 wires, a column every 2^layers_log2 layers and
/// one after the last.
struct FarGrid {
  static constexpr std::uint32_t kMostRows = 2048;
  static constexpr std::uint32_t kMostColumns = 1024;

  std::uint32_t wires = 1;
  std::uint32_t depth = 0;
  unsigned wires_log2 = 0;
  unsigned layers_log2 = 0;

  /// As fine as these numbers of rows and columns allow.
  static FarGrid of(std::uint32_t wires, std::uint32_t depth);
  /// Rows of 2^log2 wires.
  [[nodiscard]] std::uint32_t rows(unsigned log2) const {
    return wires == 0 ? 0 : ((wires - 1) >> log2) + 1;
  }
  [[nodiscard]] std::uint32_t rows() const { return rows(wires_log2); }
  /// The far view has a column of the state after `layers` layers: the first of each 2^layers_log2
  /// states, of the last of them the end.
  [[nodiscard]] bool has_column(std::uint32_t layers) const {
    const std::uint64_t each = std::uint64_t{1} << layers_log2;
    return layers == depth || (layers % each == 0 && layers + each <= depth);
  }
};

/// A row in which only padding stands.
inline constexpr float kOnlyPadding = -1;

/// Mean ranks, 0 (first in order) to 1, of the keys in rows [first_row, first_row + means.size())
/// of 2^wires_log2 wires each, or kOnlyPadding. `places`: by wire; `ranks`: by place; places from
/// `real_keys` on are padding. O(their wires), on all threads where they are many.
void mean_ranks(std::span<const std::uint32_t> places, std::span<const std::uint32_t> ranks,
                std::uint32_t real_keys, unsigned wires_log2, std::uint32_t first_row,
                std::span<float> means);

/// A rank as a share of the last one.
float rank_share(std::uint32_t rank, std::uint32_t real_keys);

}  // namespace sortscope
