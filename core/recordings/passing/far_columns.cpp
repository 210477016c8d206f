// far_columns.cpp: averages the ranks of neighbouring wires.
#include "core/recordings/passing/far_columns.h"

#include <algorithm>
#include <cstddef>

#include "core/base/pieces.h"

namespace sortscope {

namespace {

// Wires that a thread looks at, at least.
constexpr std::size_t kWiresAThread = std::size_t{1} << 16;

double last_rank(std::uint32_t real_keys) {
  return std::max(1.0, static_cast<double>(real_keys) - 1);
}

}  // namespace

FarGrid FarGrid::of(std::uint32_t wires, std::uint32_t depth) {
  FarGrid grid{.wires = wires, .depth = depth};
  while (grid.rows() > kMostRows) ++grid.wires_log2;
  while ((depth >> grid.layers_log2) + 1 > kMostColumns) ++grid.layers_log2;
  return grid;
}

float rank_share(std::uint32_t rank, std::uint32_t real_keys) {
  return static_cast<float>(static_cast<double>(rank) / last_rank(real_keys));
}

void mean_ranks(std::span<const std::uint32_t> places, std::span<const std::uint32_t> ranks,
                std::uint32_t real_keys, unsigned wires_log2, std::uint32_t first_row,
                std::span<float> means) {
  const double last = last_rank(real_keys);
  const std::size_t pieces = even_pieces(means.size() << wires_log2, kWiresAThread);
  run_pieces(pieces, [&](std::size_t piece) {
    const std::size_t end_row = means.size() * (piece + 1) / pieces;
    for (std::size_t row = means.size() * piece / pieces; row < end_row; ++row) {
      const std::uint64_t first = (first_row + std::uint64_t{row}) << wires_log2;
      const std::uint64_t end =
          std::min<std::uint64_t>(first + (std::uint64_t{1} << wires_log2), places.size());
      std::uint64_t sum = 0;
      std::uint32_t keys = 0;
      for (std::uint64_t wire = first; wire < end; ++wire) {
        const std::uint32_t place = places[wire];
        if (place >= real_keys) continue;
        sum += ranks[place];
        ++keys;
      }
      means[row] =
          keys == 0 ? kOnlyPadding : static_cast<float>(static_cast<double>(sum) / keys / last);
    }
  });
}

}  // namespace sortscope
