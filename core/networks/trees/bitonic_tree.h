// bitonic_tree.h: the bitonic tree with extra node, and what one comparison changes in it.
//
// Node p (0 .. n-2) stands at in-order position p in the beginning, the root is n/2-1, n-1 is the
// extra node. Trees nest: block b of merge level j has root b 2^j + 2^(j-1) - 1 and extra node
// (b+1) 2^j - 1 (Zachmann 2011). Nodes stay, their keys and child links change.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/networks/trees/step.h"

namespace sortscope {

/// No child.
inline constexpr std::uint32_t kNoNode = 0xffffffff;

enum class Side : std::uint8_t { kLeft, kRight };

/// The link on side `first_side` of node `first` and that of `second` change places.
struct PointerSwap {
  Side first_side = Side::kLeft;
  std::uint32_t first = 0;
  Side second_side = Side::kLeft;
  std::uint32_t second = 0;
  friend constexpr bool operator==(const PointerSwap&, const PointerSwap&) = default;
};

/// One comparison and all that it changes.
struct TreeEvent {
  TreeTask task;
  std::uint32_t root = 0;   // of the instance
  std::uint32_t extra = 0;  // of the instance
  std::uint32_t p = 0;      // the pair compared; (root, extra) in phase 0
  std::uint32_t q = 0;
  bool exchanged = false;    // the keys of p and q change places
  bool second_case = false;  // case 2 of algorithm 1; never in algorithm 3
  std::optional<PointerSwap> pointers;
};

/// Root and extra node of block `block` of merge level `merge`.
constexpr std::uint32_t root_of_block(std::uint32_t merge, std::uint32_t block) {
  return (block << merge) + (std::uint32_t{1} << (merge - 1)) - 1;
}
constexpr std::uint32_t extra_of_block(std::uint32_t merge, std::uint32_t block) {
  return ((block + 1) << merge) - 1;
}

/// The nodes with their keys (as places), links and live pairs. n is a power of two, n >= 2.
class BitonicTree {
 public:
  BitonicTree() = default;
  /// Node p gets the key `places[p]` and its first links. O(n).
  explicit BitonicTree(std::span<const std::uint32_t> places);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  [[nodiscard]] std::uint32_t place(std::uint32_t node) const { return nodes_[node].place; }
  [[nodiscard]] std::uint32_t child(std::uint32_t node, Side side) const {
    return nodes_[node].child[static_cast<unsigned>(side)];
  }

  /// What the comparison does, given its outcome. Its instance must be alive: the phases before it,
  /// and phase 0 of the stage above, have been applied. O(1).
  [[nodiscard]] TreeEvent look(const TreeTask& task, TreeRule rule, bool exchanged) const;
  /// Does it: keys, links, the instance's pair; phase 0 hands their pairs to the two instances
  /// below. O(1).
  void apply(const TreeTask& task, TreeRule rule, bool exchanged);
  /// The pair that the instance of `task` compares next; (root, extra) before its phase 0.
  struct Pair {
    std::uint32_t p = 0;
    std::uint32_t q = 0;
  };
  [[nodiscard]] Pair pair(const TreeTask& task) const;

  /// Nodes in in-order, each block of merge level `merge` followed by its extra node: node on wire
  /// w. O(n).
  void in_order(std::uint32_t merge, std::span<std::uint32_t> nodes) const;
  /// Bytes that a tree of n nodes takes here.
  static std::uint64_t bytes(std::uint64_t n) { return n * (7 * sizeof(std::uint32_t)) + n / 8; }

 private:
  [[nodiscard]] Pair ends(const TreeTask& task) const;

  /// What a comparison touches of a node lies side by side.
  struct Node {
    std::uint32_t place = 0;
    std::uint32_t child[2] = {kNoNode, kNoNode};  // by Side
  };
  struct Instance {
    std::uint32_t root = 0, extra = 0;
    Pair now;
  };

  std::vector<Node> nodes_;
  std::vector<Instance> instances_;  // by TreeTask::slot()
  std::vector<bool> second_case_;    // the same
};

}  // namespace sortscope
