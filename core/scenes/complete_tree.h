// complete_tree.h: the bitonic tree without pointers: keys alone, in heap order, where a swap of
// links becomes a swap of all keys of two subtrees (Bilardi and Nicolau 1989; Zachmann 2011,
// algorithm 3).
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/keys/keys.h"
#include "core/networks/trees/step.h"

namespace sortscope {

/// Where in-order position `wire` of 2^size_log2 keys stands in heap order: the root at 1, the
/// children of i at 2i and 2i + 1, the extra key at 0. O(1).
constexpr std::uint32_t heap_index(std::uint32_t size_log2, std::uint32_t wire) {
  const auto height = static_cast<std::uint32_t>(std::countr_one(wire));
  if (height >= size_log2) return 0;
  return (std::uint32_t{1} << (size_log2 - 1 - height)) + (wire >> (height + 1));
}

/// Keys that one comparison moves, where it exchanges: the keys of p and q, and with them two
/// subtrees where links would be swapped.
struct MovedKeys {
  std::uint64_t of_pair = 0;
  std::uint64_t of_subtrees = 0;
};
MovedKeys moved_keys(const TreeTask& task, TreeRule rule, bool exchanged);

/// Builds L and U, and merges, in a complete tree without pointers: the comparisons of algorithm 1
/// or 3, key by key the same as with links. A task's phases must be run in their order, its stage
/// after the stages above it. Equal keys: by their places.
class CompleteTree {
 public:
  /// n keys (words that sort like them, with a secondary key each that tells equal ones apart) in
  /// in-order, n a power of two, 2 at least. O(n).
  CompleteTree(const Words& words, std::span<const std::uint32_t> ties,
               std::span<const std::uint32_t> places);

  /// Runs one comparison; true where it exchanged. O(keys moved).
  bool run(const TreeTask& task, TreeRule rule);
  /// Runs all stages of merge level `merge` in all blocks.
  void run_merge(std::uint32_t merge, TreeRule rule);

  /// The place of the key at heap index i: what is in memory.
  [[nodiscard]] std::span<const std::uint32_t> places() const { return places_; }
  /// The place of the key at in-order position `wire`.
  [[nodiscard]] std::uint32_t at(std::uint32_t wire) const {
    return places_[heap_index(size_log2_, wire)];
  }
  /// The keys (as places) that the last comparison met.
  [[nodiscard]] std::uint32_t last_p() const { return last_p_; }
  [[nodiscard]] std::uint32_t last_q() const { return last_q_; }
  [[nodiscard]] std::uint64_t comparisons() const { return comparisons_; }
  [[nodiscard]] const MovedKeys& moved() const { return moved_; }

 private:
  struct Walk {
    std::uint32_t p = 0, q = 0;  // heap indices
    bool second_case = false;
  };
  [[nodiscard]] bool after(std::uint32_t a, std::uint32_t b) const;
  void swap_subtrees(std::uint32_t a, std::uint32_t b);

  std::uint32_t size_log2_ = 0;
  std::vector<std::uint32_t> places_;  // by heap index
  std::vector<std::uint32_t> order_;   // by place: its number in the strict order
  std::vector<Walk> walks_;            // by TreeTask::slot()
  std::uint32_t last_p_ = 0, last_q_ = 0;
  std::uint64_t comparisons_ = 0;
  MovedKeys moved_;
};

/// Bytes of n nodes: the keys, each with a pointer to what it belongs to, and the child links.
struct TreeMemory {
  std::uint64_t keys = 0;         // pointer-less: nothing else
  std::uint64_t inner_links = 0;  // two links in each of the n/2 - 1 nodes that have children
  std::uint64_t all_links = 0;    // two links in every node, as arrays of equal records have

  /// Keys and inner links against keys alone: at most 1.5 (Zachmann 2011, on algorithm 3).
  [[nodiscard]] double ratio() const {
    return static_cast<double>(keys + inner_links) / static_cast<double>(keys);
  }
};
/// `key_bits`: 32 or 64; pointers and links take 4 bytes each.
TreeMemory tree_memory(std::uint64_t n, unsigned key_bits);

}  // namespace sortscope
