// contrast_run.h: sorts that are no networks, pass by pass: what they compare follows from their
// keys. Races show them beside networks.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

struct ContrastSort {
  std::string_view id;  // also the lab's name for it: "merge-sort"
  std::string_view title;
  std::string_view summary;  // a sentence
  std::string_view pass;     // what a pass is, for counting
  bool parallel = false;     // the pieces of a pass are done at the same time
};
/// Merge sort, serial and parallel, and quicksort.
std::span<const ContrastSort> contrast_sorts();
/// Null where there is none called `id`.
const ContrastSort* find_contrast_sort(std::string_view id);

/// Positions [first, last) that a pass merges, or splits around a pivot.
struct ContrastPiece {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  friend bool operator==(const ContrastPiece&, const ContrastPiece&) = default;
};

struct ContrastPass {
  std::vector<ContrastPiece> pieces;  // from left to right
  std::vector<std::uint32_t> order;   // after it: the index of the key at each position
  std::uint64_t comparisons = 0;      // of all pieces
  std::uint64_t longest = 0;          // of the piece with the most: they follow each other
};

struct ContrastRun {
  const ContrastSort* sort = nullptr;
  std::uint32_t keys = 0;
  std::vector<ContrastPass> passes;

  [[nodiscard]] std::uint64_t comparisons() const;
  /// Comparisons one after the other, pieces of a pass at the same time where the sort is parallel.
  [[nodiscard]] std::uint64_t chain() const;
  /// Index of the key at each position before pass `pass`, <= passes.size().
  [[nodiscard]] std::vector<std::uint32_t> order_before(std::size_t pass) const;
};

/// Keeps 4 bytes a key and pass: for races.
inline constexpr std::uint32_t kMostContrastKeys = std::uint32_t{1} << 16;

/// Merge sort merges runs of 1, 2, 4 ... keys; quicksort splits all parts of more than one key, a
/// level of its recursion a pass, around the key in their middle. O(n log n), quicksort at worst
/// O(n^2).
ContrastRun run_contrast(const ContrastSort& sort, std::span<const std::uint32_t> keys);

}  // namespace sortscope
